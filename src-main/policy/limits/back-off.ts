/** Back-off: how long to wait before the next connection attempt. */

const maxDelayMs = 60_000

/** Maximum milliseconds between attempts after all fast retries have failed. */
export const slowRetryMs = 300_000

/** Milliseconds between attempts while only a person can solve the problem. */
export const retryAfterPersonMs = 60_000

/**
 * Milliseconds before attempt `attempt` (0 is the first after a loss), growing from `first`.
 *
 * @param chance 0 up to 1; spreads the attempts of many gateways
 */
export const backOff = (attempt: number, first: number, chance: number, max = maxDelayMs): number =>
  spread(Math.min(max, first * 2 ** Math.min(attempt, 16)), chance)

/** Milliseconds before the next slow attempt. */
export const slowRetry = (chance: number): number => spread(slowRetryMs, chance)

/** Between half of `full` and all of it. */
const spread = (full: number, chance: number): number => Math.round(full / 2 + (full / 2) * chance)
