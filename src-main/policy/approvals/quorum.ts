/**
 * Quorum: how many people must agree, who counts, and what a sole owner must do when there is no second person.
 *
 * Guards invariant 2: a setting can raise the required number. It lowers it only when the owner declared that they are
 * alone, or did not choose yet; they must then type the subject (`typed-subject.ts`). See docs/protocol.md#calls-risk.
 */

import type { Caller } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { Person } from '@shared/approvals/approval.js'
import { covers } from '../rights/permissions.js'

export interface QuorumSettings {
  /** People for a critical call: 1 for a sole owner; 0 means that the owner did not choose yet and counts as 1. */
  readonly criticalQuorum: number
  /** Capability id or pattern → minimum number of people. */
  readonly quorums: Readonly<Record<string, number>>
}

export const defaultQuorum: QuorumSettings = { criticalQuorum: 2, quorums: {} }

/** @param demanded number of people required by the risk; 0 when no approval is needed */
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

/** Whether the approver must type the subject: for a critical request that one person decides alone. */
export const isTyped = (risk: RiskLevel, needed: number): boolean => risk === 'critical' && needed === 1

/** Whether a person is the requester. The name that a model gives itself does not count. */
export const isRequester = (person: Person, caller: Pick<Caller, 'id' | 'name' | 'type'>): boolean =>
  person.id === caller.id ||
  Boolean(person.callers?.includes(caller.id)) ||
  (caller.type === 'user' && person.kind === 'player' && person.name.toLowerCase() === caller.name.toLowerCase())
