/**
 * Safe mode: after several abnormal ends in a row, the next run connects to nothing automatically.
 *
 * A bridge restarts the program whenever an AI client needs it, so a server that crashes it would do so forever.
 */

const windowMs = 60_000
const maxCrashes = 3

/** The abnormal ends within the time window. @param now and ends in milliseconds since 1970 */
export const recentEnds = (ends: readonly number[], now: number): number[] =>
  ends.filter((end) => end <= now && now - end < windowMs).slice(-maxCrashes)

export const startsInSafeMode = (ends: readonly number[], now: number): boolean =>
  recentEnds(ends, now).length >= maxCrashes
