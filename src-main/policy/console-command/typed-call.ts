/**
 * Typed call: reads a console command as the typed action that does the same, so that one table of risk rules assesses
 * both.
 *
 * Targets are left out: selectors are assessed by `command-risk.ts`, which knows what `limit=1` means. Commands of both
 * editions and of older versions; what is missing or unreadable is left out, and the level of the command itself stays.
 */
import type { JsonObject } from '@contract/call.js'
import { type CommandPlace, destinationOf, isCoordinate } from './command-place.js'

export interface TypedCall {
  readonly capabilityId: string
  readonly arguments: JsonObject
}

type Reader = (words: readonly string[], place: CommandPlace | undefined) => TypedCall

/** Commands whose argument is text for players, and the number of words before the text. */
const speaking: Readonly<Record<string, number>> = {
  say: 0,
  me: 0,
  teammsg: 0,
  tm: 0,
  tell: 1,
  msg: 1,
  w: 1,
  tellraw: 1,
  title: 2,
  bossbar: 1,
  dialog: 1,
  kick: 1,
}

/** Whether a command shows text in the name of whoever runs it. */
export const speaksAsRunner = (name: string): boolean =>
  ['say', 'me', 'teammsg', 'tm', 'tell', 'msg', 'w'].includes(name)

/** Whether a command takes text, an effect or a recipe: a word in it that is the name of a thing spawns nothing. */
export const namesNoThing = (name: string): boolean =>
  name === 'effect' || name === 'recipe' || Object.hasOwn(speaking, name)

const readers: Readonly<Record<string, Reader>> = {
  summon: (words) => {
    const [type = '', ...rest] = words
    const more = rest.filter((word) => !isCoordinate(word))
    return {
      capabilityId: 'ext.java.entity.summon',
      arguments: { type: idOf(type), ...(more.length > 0 && { data: more.join(' ') }) },
    }
  },
  give: ([, item = '', count = '1']) => ({
    capabilityId: 'ext.java.item.give',
    arguments: { item: idOf(item), count },
  }),
  effect: (words) => {
    // Before 1.13 and in Bedrock, the target comes first.
    const [, effect = '', , amplifier] = words[0] === 'give' || words[0] === 'clear' ? words.slice(1) : words
    return {
      capabilityId: 'ext.java.effect.give',
      arguments:
        words[0] === 'clear' ? {} : { effect, ...(amplifier !== undefined && { amplifier: whole(amplifier) }) },
    }
  },
  ...Object.fromEntries(
    ['tp', 'teleport', 'spawnpoint'].map((name): [string, Reader] => [
      name,
      (words, place) => ({
        capabilityId: name === 'spawnpoint' ? 'ext.java.spawnpoint.set' : 'player.teleport',
        arguments: destinationOf(words, place),
      }),
    ]),
  ),
  particle: (words) => ({ capabilityId: 'ext.java.particle.show', arguments: { count: largestOf(words) } }),
}

/**
 * Undefined when no typed action does the same.
 *
 * @param words the arguments, as written
 * @param place where `execute` runs it
 */
export function typedCallOf(name: string, words: readonly string[], place?: CommandPlace): TypedCall | undefined {
  const before = Object.hasOwn(speaking, name) ? speaking[name] : undefined
  if (before !== undefined) {
    return { capabilityId: 'chat.broadcast', arguments: { message: words.slice(before).join(' ') } }
  }
  return Object.hasOwn(readers, name) ? readers[name]?.(words, place) : undefined
}

/** The id before the states, components or data of a block, an item or an entity. */
const idOf = (word: string): string => word.split(/[[{]/u, 1)[0] ?? ''

const whole = (word: string): number | string => (/^-?\d{1,10}$/u.test(word) ? Number(word) : word)

/** Numbers between the name of a particle and its position, where the name has no options in braces. */
const particleOptions: Readonly<Record<string, number>> = {
  dust: 4,
  dust_color_transition: 7,
  vibration: 4,
  shriek: 1,
  sculk_charge: 1,
}

/**
 * The largest number of a `particle` command, except its position. The place of the count differs by version, so any
 * other number counts.
 */
function largestOf([name = '', ...words]: readonly string[]): number {
  const options = name.includes('{') ? 0 : (particleOptions[name.toLowerCase().replace('minecraft:', '')] ?? 0)
  const first = words.findIndex(isCoordinate)
  const position = first < 0 ? first : first + options
  const hasPosition = first >= 0 && words.slice(first, position + 3).filter(isCoordinate).length === options + 3
  return words
    .filter((_, at) => !hasPosition || at < position || at >= position + 3)
    .filter((word) => /^\+?[.\d]/u.test(word))
    .map(Number)
    .filter((number) => !Number.isNaN(number))
    .reduce((most, one) => Math.max(most, one), 0)
}
