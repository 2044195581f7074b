/**
 * Quorum: how many people must agree, who of them counts, and what a lone owner must do instead of asking a second one.
 *
 * Guards invariant 2: a setting may raise what the risk demands, and lowers it in one place only, where the owner said
 * that they are alone or was not asked yet. One person alone types whom or what it hits (`typed-subject.ts`). See
 * docs/protocol.md#calls-risk.
 */
import type { Person } from '../contract/approval.js'
import type { Caller } from '../contract/call.js'
import type { RiskLevel } from '../contract/generated/capability-manifest.js'
import { covers } from './permissions.js'

export interface QuorumSettings {
  /** People for a critical call: 1 for a lone owner; 0, until the owner has said who decides, counts as 1. */
  readonly criticalQuorum: number
  /** Capability id or pattern → people at least. */
  readonly quorums: Readonly<Record<string, number>>
}

export const defaultQuorum: QuorumSettings = { criticalQuorum: 2, quorums: {} }

/** @param demanded people that the risk demands; 0 when nobody is asked */
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

/** Whether a person is the one who asks. What a model calls itself makes it nobody. */
export const isRequester = (person: Person, caller: Pick<Caller, 'id' | 'name' | 'type'>): boolean =>
  person.id === caller.id ||
  Boolean(person.callers?.includes(caller.id)) ||
  (caller.type === 'user' && person.kind === 'player' && person.name.toLowerCase() === caller.name.toLowerCase())
