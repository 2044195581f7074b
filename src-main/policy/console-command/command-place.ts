/**
 * Command place: the world and the heights at which a command acts, as the parts of `execute` before it and its own
 * position say.
 *
 * Guards invariant 2: a position that `execute` sets counts like one that the command writes. Where several readings are
 * possible, all of them count.
 */
import type { JsonObject } from '@contract/call.js'

export interface CommandPlace {
  readonly world?: string
  /** Of the last absolute position; undefined while it is unknown, as where a player stands. */
  readonly height: number | undefined
  /** Blocks up and down from there. */
  readonly offset: number
}

const nowhere: CommandPlace = { height: undefined, offset: 0 }

/** Blocks up or down from which a relative position counts as above or below the world. */
const farAway = 64

export const isCoordinate = (word: string): boolean => /^[~^]?[-+]?\d{0,10}(?:\.\d{0,20})?$/u.test(word) && word !== ''

const isPosition = (words: readonly string[], at: number): boolean =>
  [0, 1, 2].every((axis) => isCoordinate(words[at + axis] ?? ''))

/**
 * The place at each word of a command, in one pass.
 *
 * @param small words in lower case
 */
export function placesIn(small: readonly string[]): readonly CommandPlace[] {
  let place = nowhere
  return small.map((word, at) => {
    const before = place
    if (word === 'in') place = { ...place, world: small[at + 1] ?? '' }
    // Of another entity: its height is not known.
    if (word === 'at' || (word === 'positioned' && small[at + 1] === 'as')) place = { ...place, ...nowhere }
    // `execute positioned X Y Z`, and up to 1.12 `execute TARGET X Y Z`.
    const from = word === 'positioned' ? at + 1 : word === 'execute' ? at + 2 : -1
    const isSetByExecute = word === 'execute' && small[at + 1] === 'positioned'
    if (from > 0 && !isSetByExecute && isPosition(small, from)) place = movedTo(small.slice(from, from + 3), place)
    return before
  })
}

/** Where a command with these words moves something, as arguments of a typed action. */
export function destinationOf(words: readonly string[], place: CommandPlace = nowhere): JsonObject {
  const at = words.findIndex((_, index) => isPosition(words, index))
  if (at < 0 && place.height === undefined && place.offset === 0) return {}
  const positions = at < 0 ? [['~', '~', '~']] : [words.slice(at, at + 3)]
  // A target whose name is a number looks like the first coordinate.
  if (at === 0 && isPosition(words, 1)) positions.push(words.slice(1, 4))
  const heights = positions.map((position) => heightAt(movedTo(position, place)))
  return {
    ...(place.world !== undefined && { world: place.world }),
    ...Object.fromEntries(heights.flatMap((y, index) => (y === undefined ? [] : [[`position${index}`, { y }]]))),
  }
}

function movedTo(position: readonly string[], place: CommandPlace): CommandPlace {
  const isLocal = position.some((word) => word.startsWith('^'))
  const [, height = ''] = position
  if (!isLocal && !height.startsWith('~')) return { ...place, height: Number(height), offset: 0 }
  const offsets = (isLocal ? position : [height]).map((word) => Number(word.slice(1)))
  const farthest = offsets.reduce((most, one) => (Math.abs(one) > Math.abs(most) ? one : most), 0)
  return { ...place, offset: place.offset + farthest }
}

function heightAt({ height, offset }: CommandPlace): number | undefined {
  if (height !== undefined) return height + offset
  return Math.abs(offset) >= farAway ? Math.sign(offset) * 10_000 : undefined
}
