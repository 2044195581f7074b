/**
 * Game name: what people call a block, an item, an entity, an effect or an enchantment of Minecraft.
 *
 * Guards against a friendly name for something else: only ids of the vanilla game have one, and never a mod's id that ends alike.
 * Whoever shows a name shows the id beside it.
 */
import { chineseName } from './chinese-name.js'
import vanilla from './vanilla-ids.json'

export type GameKind = 'thing' | 'entity' | 'effect' | 'enchantment'
export type NameLanguage = 'en' | 'zh'

const kinds: readonly GameKind[] = ['thing', 'entity', 'effect', 'enchantment']
const known = new Map(kinds.map((kind) => [kind, new Set(vanilla[kind].split(' '))]))
const vanillaId = /^(?:minecraft:)?([a-z0-9_]+)$/

/** The id without its namespace; undefined for one that is not of the vanilla game. */
export const vanillaIdOf = (kind: GameKind, id: string): string | undefined => {
  const bare = vanillaId.exec(id)?.[1]
  return bare !== undefined && known.get(kind)?.has(bare) ? bare : undefined
}

/** Whether it says itself that it is of the game, and not a word that happens to be spelled alike. */
export const isNamespaced = (id: string): boolean => id.startsWith('minecraft:')

const titleCase = (id: string): string =>
  id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

const englishName = (kind: GameKind, bare: string): string => {
  const exceptions: Readonly<Record<string, string>> = vanilla.english[kind]
  return Object.hasOwn(exceptions, bare) ? (exceptions[bare] ?? bare) : titleCase(bare)
}

/** Undefined for what is not of the vanilla game. */
export const gameName = (kind: GameKind, id: string, language: NameLanguage): string | undefined => {
  const bare = vanillaIdOf(kind, id)
  if (bare === undefined) return undefined
  return (language === 'zh' ? chineseName(kind, bare) : undefined) ?? englishName(kind, bare)
}

/** All ids of a kind, for tests. */
export const vanillaIds = (kind: GameKind): readonly string[] => vanilla[kind].split(' ')
