/**
 * Chinese name: built from a material and a shape as the game does; irregular names are in a list.
 *
 * Use it only for known ids of the game: a pattern does not prove that the id exists.
 */

import parts from './chinese-parts.json'
import type { GameKind } from './game-kind.js'

type Table = Readonly<Record<string, string>>

const own = (table: Table, key: string): string | undefined => (Object.hasOwn(table, key) ? table[key] : undefined)

/** The longest ending of a table that fits, and the text before it. */
const splitEnd = (id: string, shapes: Table): readonly [base: string, shape: string] | undefined => {
  const ending = Object.keys(shapes)
    .filter((shape) => id.endsWith(`_${shape}`))
    .reduce((longest, shape) => (shape.length > longest.length ? shape : longest), '')
  return ending === '' ? undefined : [id.slice(0, -ending.length - 1), shapes[ending] ?? '']
}

const made = (id: string, shapes: Table, nameOf: (base: string) => string | undefined): string | undefined => {
  const split = splitEnd(id, shapes)
  const base = split && nameOf(split[0])
  return split && base !== undefined ? `${base}${split[1]}` : undefined
}

const material = (base: string): string | undefined =>
  own(parts.materials, base) ?? thing(base) ?? thing(`${base}s`) ?? thing(`${base}_block`)

const withPrefix = (id: string): string | undefined => {
  for (const [prefix, word] of Object.entries(parts.prefixes)) {
    const rest = id.startsWith(`${prefix}_`) ? thing(id.slice(prefix.length + 1)) : undefined
    if (rest !== undefined) return `${word}${rest}`
  }
  return undefined
}

/** Irregular names. */
const special = (id: string): string | undefined => {
  if (id.startsWith('music_disc_')) return '音乐唱片'
  const egg = /^(.+)_spawn_egg$/.exec(id)?.[1]
  if (egg !== undefined) return prefixed('', own(parts.entities, egg), '刷怪蛋')
  const candle = /^(.+)_candle_cake$/.exec(id)?.[1]
  if (candle !== undefined) return prefixed('插上', own(parts.materials, candle), '蜡烛的蛋糕')
  const ore = /^deepslate_(.+_ore)$/.exec(id)?.[1]
  return ore === undefined ? undefined : prefixed('深层', thing(ore), '')
}

const prefixed = (before: string, word: string | undefined, after: string): string | undefined =>
  word === undefined ? undefined : `${before}${word}${after}`

const thing = (id: string): string | undefined =>
  own(parts.words, id) ??
  special(id) ??
  made(id, parts.leafShapes, (base) => own(parts.trees, base)) ??
  made(id, parts.timberShapes, (base) => own(parts.timber, base)) ??
  made(id, parts.gearShapes, (base) => own(parts.gear, base)) ??
  made(id, parts.patternShapes, (base) => own(parts.patterns, base)) ??
  withPrefix(id) ??
  made(id, parts.shapes, material)

/** @param id of the game, without its namespace. */
export const chineseName = (kind: Exclude<GameKind, 'rule'>, id: string): string | undefined => {
  switch (kind) {
    case 'thing':
      return thing(id)
    case 'entity':
      return own(parts.entities, id) ?? thing(id)
    case 'effect':
      return own(parts.effects, id)
    case 'enchantment':
      return own(parts.enchantments, id)
    case 'biome':
      return own(parts.biomes, id)
  }
}
