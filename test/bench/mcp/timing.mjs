/** Timing: sequential or concurrent calls, and their results over several rounds. */

/** @returns {Promise<{ milliseconds: number[], perSecond: number }>} @param inFlight concurrent calls */
export async function timed(way, calls, inFlight) {
  const milliseconds = []
  let left = calls
  async function keepCalling() {
    while (left > 0) {
      left -= 1
      const began = performance.now()
      await way.call()
      milliseconds.push(performance.now() - began)
    }
  }
  const began = performance.now()
  await Promise.all(Array.from({ length: inFlight }, keepCalling))
  return { milliseconds, perSecond: (1_000 * calls) / (performance.now() - began) }
}

export const quantile = (values, share) => {
  const sorted = values.toSorted((a, b) => a - b)
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))]
}

export const median = (values) => quantile(values, 0.5)

/** The median of the rounds, of each figure. */
export const figuresOf = (rounds) => ({
  p50Ms: rounded(median(rounds.map(({ milliseconds }) => quantile(milliseconds, 0.5)))),
  p95Ms: rounded(median(rounds.map(({ milliseconds }) => quantile(milliseconds, 0.95)))),
  p99Ms: rounded(median(rounds.map(({ milliseconds }) => quantile(milliseconds, 0.99)))),
  callsPerSecond: Math.round(median(rounds.map(({ perSecond }) => perSecond))),
})

export const rounded = (value) => Number(value.toPrecision(4))

/** A figure beside its floor, or beside a goal. */
export const figure = (what, unit, value, floor) => ({
  what,
  unit,
  value: rounded(value),
  floor: rounded(floor),
  timesFloor: rounded(value / floor),
})
