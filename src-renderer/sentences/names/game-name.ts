/**
 * Game name: the display name of a block, item, entity, effect, enchantment, biome or game rule of Minecraft.
 *
 * Guards against a misleading name: only vanilla ids have one, never a mod's id with the same ending. The id is shown
 * beside the name in a list, in the details of a request, and in the tooltip of a sentence.
 */

import type { AppLanguage } from '@shared/text/language.js'
import { chineseName } from './chinese-name.js'
import type { GameKind } from './game-kind.js'
import rules from './game-rules.json'
import vanilla from './vanilla-ids.json'

/** Game rules have names of their own; those of everything else follow from the id. */
type BuiltKind = Exclude<GameKind, 'rule'>

const kinds: readonly BuiltKind[] = ['thing', 'entity', 'effect', 'enchantment', 'biome']
const ruleNames: ReadonlyMap<string, Readonly<Record<AppLanguage, string>>> = new Map(Object.entries(rules))
const known: ReadonlyMap<GameKind, ReadonlySet<string>> = new Map<GameKind, ReadonlySet<string>>([
  ...kinds.map((kind) => [kind, new Set(vanilla[kind].split(' '))] as const),
  ['rule', new Set(ruleNames.keys())],
])
const vanillaId = /^(?:minecraft:)?([a-zA-Z0-9_]+)$/

/** The id without its namespace; undefined for one that is not of the vanilla game. */
export const vanillaIdOf = (kind: GameKind, id: string): string | undefined => {
  const bare = vanillaId.exec(id)?.[1]
  return bare !== undefined && known.get(kind)?.has(bare) ? bare : undefined
}

/** Whether it has the namespace of the game, and is not another text with the same spelling. */
export const isNamespaced = (id: string): boolean => id.startsWith('minecraft:')

const titleCase = (id: string): string =>
  id
    .split('_')
    .map((word) => word.charAt(0).toUpperCase() + word.slice(1))
    .join(' ')

const englishName = (kind: BuiltKind, bare: string): string => {
  const exceptions: Readonly<Record<string, string>> = vanilla.english[kind]
  return Object.hasOwn(exceptions, bare) ? (exceptions[bare] ?? bare) : titleCase(bare)
}

/** Undefined for what is not of the vanilla game. */
export const gameName = (kind: GameKind, id: string, language: AppLanguage): string | undefined => {
  const bare = vanillaIdOf(kind, id)
  if (bare === undefined) return undefined
  if (kind === 'rule') return ruleNames.get(bare)?.[language]
  return (language === 'zh' ? chineseName(kind, bare) : undefined) ?? englishName(kind, bare)
}

/** All ids of a kind, for tests. */
export const vanillaIds = (kind: GameKind): readonly string[] =>
  kind === 'rule' ? [...ruleNames.keys()] : vanilla[kind].split(' ')
