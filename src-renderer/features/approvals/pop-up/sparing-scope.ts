/**
 * Sparing scope: how far a yes may reach at one press, where a call is asked only because its client has read what players
 * wrote. Such questions come again and again, and people who are asked too often stop reading.
 *
 * Guards invariant 2: it is offered only where main offers that reach, and nothing else makes the call dangerous.
 */
import type { Duration, OpenApproval } from '../../../../src-main/contract/approval.js'

/** What is offered first: as long as the session, or an hour where the client has none. */
const sparing = ['session', '60-minutes'] as const satisfies readonly Duration[]

export type SparingScope = (typeof sparing)[number]

export function sparingScopeOf({
  raisedBy,
  offered,
  mustType,
}: Pick<OpenApproval, 'raisedBy' | 'offered' | 'mustType'>): SparingScope | undefined {
  const isAll = raisedBy?.length === 1 && raisedBy[0]?.rule === 'tainted' && !raisedBy[0].owners
  return isAll && mustType === undefined
    ? sparing.find((scope) => offered.approve.durations.includes(scope))
    : undefined
}
