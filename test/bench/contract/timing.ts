/**
 * Timing: runs alternatives in turns, so that noise of the machine affects all of them, and summarizes the results.
 *
 * Pure computation is measured in processor time, which other programs hardly affect.
 */

/** A figure of a benchmark; a smaller `timesFloor` is better, whatever the unit. */
export interface Figure {
  readonly what: string
  readonly unit: string
  readonly value: number
  /** The baseline, measured beside it. */
  readonly floor?: number
  /** How many times as long as the floor it takes. */
  readonly timesFloor?: number
}

/** How much to measure: shorter and fewer rounds with `--quick`, only enough to see that it runs with `--once`. */
export const sized = <T>({ full, quick, once }: Readonly<Record<'full' | 'quick' | 'once', T>>): T =>
  process.argv.includes('--once') ? once : process.argv.includes('--quick') ? quick : full

/** Milliseconds of each round. */
export interface Timing {
  readonly elapsed: number[]
  /** Of this process, on however many cores. */
  readonly processor: number[]
}

/** Runs every way once a round. */
export async function alternately<Name extends string>(
  rounds: number,
  ways: Readonly<Record<Name, (round: number) => unknown>>,
): Promise<Record<Name, Timing>> {
  const names = Object.keys(ways) as Name[]
  const taken = Object.fromEntries(names.map((name) => [name, { elapsed: [], processor: [] }])) as unknown as Record<
    Name,
    Timing
  >
  for (let round = 0; round < rounds; round++) {
    for (const name of names) {
      globalThis.gc?.()
      const [began, usedBefore] = [performance.now(), process.cpuUsage()]
      await ways[name](round)
      const used = process.cpuUsage(usedBefore)
      taken[name].elapsed.push(performance.now() - began)
      taken[name].processor.push((used.user + used.system) / 1_000)
    }
  }
  return taken
}

/** @param share 0 up to 1: 0.5 is the median */
export function quantile(values: readonly number[], share: number): number {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN
}

export const median = (values: readonly number[]): number => quantile(values, 0.5)

/** A figure of which less is better: milliseconds, mebibytes, losses. */
export const cost = (what: string, unit: string, value: number, floor?: number): Figure => ({
  what,
  unit,
  value: rounded(value),
  ...(floor !== undefined && { floor: rounded(floor), timesFloor: rounded(value / floor) }),
})

/** A figure of which more is better. */
export const perSecond = (what: string, count: number, milliseconds: number, floorMilliseconds: number): Figure => ({
  what,
  unit: 'per second',
  value: Math.round((1_000 * count) / milliseconds),
  floor: Math.round((1_000 * count) / floorMilliseconds),
  timesFloor: rounded(milliseconds / floorMilliseconds),
})

const rounded = (value: number): number => Number(value.toPrecision(4))

/** Sends the figures to the parent process. */
export const printFigures = (figures: readonly Figure[]): void => console.log(JSON.stringify(figures))
