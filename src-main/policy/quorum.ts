/**
 * Quorum: how many people must agree, who counts, and what a sole owner must do instead of asking a second person.
 *
 * Guards invariant 2: a setting can raise the required number. It lowers it only where the owner said that they are
 * alone, or was not asked yet; they must then type the subject (`typed-subject.ts`). See docs/protocol.md#calls-risk.
 */

import type { Caller } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { Person } from '@shared/approvals/approval.js'
import { covers } from './permissions.js'

export interface QuorumSettings {
  /** People for a critical call: 1 for a lone owner; 0, until the owner has said who decides, counts as 1. */
  readonly criticalQuorum: number
  /** Capability id or pattern → people at least. */
  readonly quorums: Readonly<Record<string, number>>
}

export const defaultQuorum: QuorumSettings = { criticalQuorum: 2, quorums: {} }

/** @param demanded number of people required by the risk; 0 when nobody is asked */
export function quorumOf(
  call: { readonly capabilityId: string; readonly risk: RiskLevel; readonly demanded: number },
  { criticalQuorum, quorums }: QuorumSettings,
): number {
  const base = call.risk === 'critical' ? Math.max(1, criticalQuorum) : call.demanded
  return Object.entries(quorums).reduce(
    (most, [pattern, people]) => (covers(pattern, call.capabilityId) ? Math.max(most, people) : most),
    base,
  )
}

/** Whether a person must type what they approve: one alone decides about something critical. */
export const isTyped = (risk: RiskLevel, needed: number): boolean => risk === 'critical' && needed === 1

/** Whether a person is the requester. The name a model uses for itself does not count. */
export const isRequester = (person: Person, caller: Pick<Caller, 'id' | 'name' | 'type'>): boolean =>
  person.id === caller.id ||
  Boolean(person.callers?.includes(caller.id)) ||
  (caller.type === 'user' && person.kind === 'player' && person.name.toLowerCase() === caller.name.toLowerCase())
