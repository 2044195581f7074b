/** Game kind: what kind of thing of the game a name is for. */
export type GameKind = 'thing' | 'entity' | 'effect' | 'enchantment' | 'biome' | 'rule'
