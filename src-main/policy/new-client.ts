/**
 * New client: what a person may call a client, and grant it.
 *
 * Guards that a name people trust is one they can tell from every other, and that a pattern grants what it seems to.
 */
import { clientLimits, type NewClient } from '../contract/client.js'
import { cleanText } from './untrusted-text.js'

/** A part stands for itself, `*` for any one, `**` at the end for all that follow. */
const grantPattern = /^mcp(?:\.(?:[a-z0-9-]+|\*))*\.(?:[a-z0-9-]+|\*\*?)$/u

export const isGrant = (grant: string): boolean => grant.length <= clientLimits.grant && grantPattern.test(grant)

export const isRate = (callsPerMinute: number): boolean => {
  const { least, most } = clientLimits.callsPerMinute
  return Number.isInteger(callsPerMinute) && callsPerMinute >= least && callsPerMinute <= most
}

/** Whether it is visible as it is, from its first character to its last. */
export const isClientName = (name: string): boolean =>
  name !== '' && name === cleanText(name, clientLimits.name).trim() && !/[\t\n]/u.test(name)

/** Names that a person would take for one another. */
export const looksLike = (one: string, other: string): boolean => folded(one) === folded(other)

const folded = (name: string): string => name.normalize('NFKC').replace(/\s+/gu, ' ').toLowerCase()

/** A sentence about what is wrong; undefined when nothing is. */
export function problemOf({ name, grants = [], callsPerMinute }: NewClient): string | undefined {
  if (!isClientName(name)) return `A name has 1 to ${clientLimits.name} visible characters on one line.`
  if (grants.length > clientLimits.grants) return `A client has ${clientLimits.grants} grants at most.`
  const wrong = grants.find((grant) => !isGrant(grant))
  if (wrong !== undefined) {
    return `"${cleanText(wrong, 64)}" is no permission. Write it as mcp.context.** or mcp.action.world.time.set.`
  }
  if (callsPerMinute === undefined || isRate(callsPerMinute)) return undefined
  const { least, most } = clientLimits.callsPerMinute
  return `A rate is a whole number of calls a minute, from ${least} to ${most}.`
}
