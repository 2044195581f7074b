/**
 * Careful start: after several runs that ended badly one upon the other, the next one connects to nothing by itself.
 *
 * A bridge starts the program again whenever an AI client asks, and a server that brings it down would do so for ever.
 */

const windowMs = 60_000
const mostCrashes = 3

/** The ends that still count. @param now and ends in milliseconds since 1970 */
export const recentEnds = (ends: readonly number[], now: number): number[] =>
  ends.filter((end) => end <= now && now - end < windowMs).slice(-mostCrashes)

export const startsCarefully = (ends: readonly number[], now: number): boolean =>
  recentEnds(ends, now).length >= mostCrashes
