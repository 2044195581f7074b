/** Client wait: how long a client waits for a person, as it says itself. See docs/protocol.md#calls-approvals. */

/** The HTTP header with the seconds, in lower case as Node.js names it. */
export const waitHeader = 'gatehouse-wait'

/** Seconds; the most is also the default. */
export const waitLimits = { least: 1, most: 45 } as const

const seconds = /^\d{1,2}(?:\.\d{1,3})?$/

/** Seconds; undefined for anything else than a number within the limits. */
export function parseWait(text: string): number | undefined {
  const value = seconds.test(text) ? Number(text) : Number.NaN
  return value >= waitLimits.least && value <= waitLimits.most ? value : undefined
}
