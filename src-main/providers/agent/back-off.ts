/** Back-off: how long to wait before dialling again. */

const longestMs = 60_000

/**
 * Milliseconds before attempt `attempt` (0 is the first after a loss), growing from `first`.
 *
 * @param chance 0 up to 1; spreads the attempts of many gateways
 */
export function backOff(attempt: number, first: number, chance: number): number {
  const full = Math.min(longestMs, first * 2 ** Math.min(attempt, 16))
  return Math.round(full / 2 + (full / 2) * chance)
}
