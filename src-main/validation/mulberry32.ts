/** Mulberry32 (Tommy Ettinger, public domain): a small seeded random generator. For worlds and made-up values, never for secrets. */

/** Gives numbers from 0 up to 1, the same ones for the same seed. */
export type Random = () => number

export function mulberry32(seed: number): Random {
  let state = seed | 0
  return () => {
    state = (state + 0x6d2b79f5) | 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 4_294_967_296
  }
}

/** A whole number from `from` to `to`, both of them possible. */
export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))

/** One of several. @throws Error when there is none: a bug */
export function oneOf<T>(random: Random, things: readonly T[]): T {
  if (things.length === 0) throw new Error('Nothing to choose from')
  return things[between(random, 0, things.length - 1)] as T
}
