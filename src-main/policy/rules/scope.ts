/**
 * Scope: what an answer can cover, how long it lasts, and the rule created from it.
 *
 * Guards invariant 2 (a critical request, or one that needs several people, is approved only once) and invariant 3 (a
 * rule covers what the person chose; by default exactly this request's arguments).
 */

import type { Caller } from '@contract/call.js'
import {
  type AnswerScope,
  type Decision,
  type Duration,
  durations,
  type OfferedScopes,
  type OpenApproval,
  type Person,
} from '@shared/approvals/approval.js'
import type { ArgumentFact, Coverage } from '@shared/approvals/coverage.js'
import type { RuleClient, RuleTerms } from '@shared/approvals/rule.js'
import { bridge } from '@shared/clients/client.js'
import type { CoveredFacts } from './coverage.js'
import { schemaOf } from './coverage-schema.js'

const minutes: Readonly<Partial<Record<Duration, number>>> = { '5-minutes': 5, '15-minutes': 15, '60-minutes': 60 }

export interface ScopeTarget {
  readonly risk: OpenApproval['risk']
  readonly needed: number
  /** A session that can be distinguished from the client's other sessions. */
  readonly sessionId?: string | undefined
  /** Whether every call needs an approval, whatever was decided before. */
  readonly eachTime: boolean
  readonly facts: CoveredFacts
  /** Whether it runs any console command: approving "any arguments" would approve every command. */
  readonly runsCommands: boolean
  /** A plan is approved once; only builds inside an area may follow without being asked. */
  readonly builds: boolean
}

export function offeredFor({
  risk,
  needed,
  sessionId,
  eachTime,
  facts,
  runsCommands,
  builds,
}: ScopeTarget): OpenApproval['offered'] {
  const all = {
    durations: durations.filter((duration) => duration !== 'session' || sessionId !== undefined),
    coverages: [
      { id: 'exactly' },
      ...(facts.narrow ? [{ id: 'narrow' as const, facts: facts.narrow }] : []),
      { id: 'any' },
    ] satisfies Coverage[],
  }
  const isOnceOnly = risk === 'critical' || needed > 1 || eachTime || (builds && !facts.narrow)
  return {
    approve: isOnceOnly ? onceOnly : runsCommands || builds ? withoutAny(all) : all,
    deny: all,
  }
}

const withoutAny = ({ durations, coverages }: OfferedScopes): OfferedScopes => ({
  durations,
  coverages: coverages.filter(({ id }) => id !== 'any'),
})

const withoutLasting = ({ durations, coverages }: OfferedScopes): OfferedScopes =>
  withoutAny({ durations: durations.filter((duration) => duration !== 'always'), coverages })

type Answerer = Pick<Person, 'kind' | 'role'>

const onceOnly: OfferedScopes = { durations: ['once'], coverages: [{ id: 'exactly' }] }

/**
 * The scopes that this person can choose: "any use" only in a window and as an owner, "always" only as an owner, and in
 * the game and on Discord only "once".
 */
export function offeredTo(
  offered: OpenApproval['offered'],
  { kind, role = 'owner' }: Answerer,
): OpenApproval['offered'] {
  if (kind === 'player' || kind === 'audience' || kind === 'discord') return { approve: onceOnly, deny: onceOnly }
  if (role !== 'owner') return { approve: withoutLasting(offered.approve), deny: withoutLasting(offered.deny) }
  if (kind !== 'phone') return offered
  return { ...offered, approve: withoutAny(offered.approve) }
}

/** Whether a scope can be chosen. An answer that covers more than this request must also last longer. */
export const isOffered = ({ duration, what }: AnswerScope, { durations, coverages }: OfferedScopes): boolean =>
  durations.includes(duration) && coverages.some(({ id }) => id === what) && (duration !== 'once' || what === 'exactly')

/** The inputs of a rule that are not shown to a person. */
export interface RuleInputs {
  /** SHA-256 of the manifest's risk and parameters. */
  readonly manifest: string
  /** SHA-256 of the canonical arguments. */
  readonly argumentsHash: string
  /** The arguments without values that are secret by schema or name. */
  readonly shown: OpenApproval['arguments']
  readonly facts: CoveredFacts
}

/** The rule created from an answer; undefined for `once`. @param now milliseconds since 1970 */
export function ruleFor(
  asked: OpenApproval,
  matter: RuleInputs,
  decision: Decision,
  scope: AnswerScope,
  now: number,
): RuleTerms | undefined {
  const { duration } = scope
  if (duration === 'once') return undefined
  const { caller, server, capabilityId, capabilityVersion, risk } = asked
  const lasts = minutes[duration]
  return {
    effect: decision === 'approve' ? 'allow' : 'deny',
    client: clientFor(caller, decision, duration),
    server: server.id,
    capability: capabilityId,
    version: capabilityVersion,
    ...(decision === 'approve' && { manifest: matter.manifest }),
    maxRisk: risk,
    ...(decision === 'approve' && asked.readText && { afterText: true as const }),
    ...argumentsFor(scope, matter),
    ...(duration === 'session' && caller.sessionId !== undefined && { sessionId: caller.sessionId }),
    ...(lasts !== undefined && { expiresAt: new Date(now + lasts * 60_000).toISOString() }),
  }
}

/**
 * Programs without their own key are one group: a denial of one applies to all, because a program could avoid it with
 * another name. An allowance, or a denial until disconnection, applies to the program that the person read.
 */
const clientFor = ({ id, name, namedByOwner }: Caller, decision: Decision, duration: Duration): RuleClient =>
  id === bridge.id && decision === 'deny' && duration !== 'session'
    ? { id, name: '' }
    : { id, name, ...(!namedByOwner && { claimed: true }) }

function argumentsFor(
  { what }: AnswerScope,
  { facts, argumentsHash, shown }: RuleInputs,
): Pick<RuleTerms, 'what' | 'arguments'> {
  if (what === 'any') return { what: { id: 'any' } }
  const covered = facts[what]
  return covered ? { what: withSchema(what, covered) } : { arguments: { hash: argumentsHash, shown } }
}

const withSchema = (id: 'exactly' | 'narrow', facts: readonly ArgumentFact[]) => ({
  id,
  facts,
  schema: schemaOf(facts),
})
