/** Game kind: what kind of thing of the game a name is for, and the languages there are names in. */
export type GameKind = 'thing' | 'entity' | 'effect' | 'enchantment' | 'biome' | 'rule'
export type NameLanguage = 'en' | 'zh'
