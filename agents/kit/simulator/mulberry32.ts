/**
 * Mulberry32 (Tommy Ettinger, public domain): a small seeded random generator. For demo worlds and generated values,
 * never for secrets.
 */

/** Returns numbers in [0, 1); the same sequence for the same seed. */
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

/** An integer from `from` to `to`, inclusive. */
export const between = (random: Random, from: number, to: number): number =>
  from + Math.floor(random() * (to - from + 1))

/** A random item. @throws Error when the list is empty, which is a bug */
export function oneOf<T>(random: Random, things: readonly T[]): T {
  if (things.length === 0) throw new Error('Nothing to choose from')
  return things[between(random, 0, things.length - 1)] as T
}
