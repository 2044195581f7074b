/**
 * Rules: selects the stored rule that applies to a call. Deny has priority over ask, and ask over allow, in any order.
 *
 * Guards invariant 2 (a rule that is expired, used up, unreadable or for another call does not count; no rule allows
 * a critical call) and invariant 3 (an allow rule covers only the manifest and the risk that a person saw).
 */
import type { Caller, JsonObject } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { CoverageId } from '@shared/approvals/coverage.js'
import { practiceId } from '@shared/approvals/practice.js'
import {
  coverageIdOf,
  everyAi,
  type Rule,
  type RuleClient,
  type RuleEffect,
  type RuleTerms,
} from '@shared/approvals/rule.js'
import { bridge } from '@shared/clients/client.js'
import { isChatPlayer, isChatSender } from '@shared/features/chat.js'
import { covers } from '../rights/permissions.js'
import { higherRisk } from '../risk/risk.js'

export interface RuleQuery {
  readonly caller: Caller
  readonly serverId: string
  readonly capabilityId: string
  /** SHA-256 of the manifest's risk and parameters. */
  readonly manifest: string
  /** SHA-256 of the canonical arguments. */
  readonly argumentsHash: string
  /** Whether the arguments match a JSON Schema of a rule. */
  readonly isValidFor: (schema: JsonObject) => boolean
  readonly risk: RiskLevel
  /** Whether it asks because its caller has just read text of others. */
  readonly isAfterText?: boolean
  /** Whether its caller has just read text of others, where the owner wants to be asked then: whatever the risk. */
  readonly hasReadText?: boolean
  /** Milliseconds since 1970. */
  readonly now: number
}

export interface RuleMatch {
  readonly effect: RuleEffect
  /** The most specific rule with this effect. */
  readonly rule: Rule
}

const strength: Readonly<Record<RuleEffect, number>> = { allow: 0, ask: 1, deny: 2 }

/** The effect of the rules on a call; undefined when none applies. */
export function matchRules(rules: readonly Rule[], call: RuleQuery): RuleMatch | undefined {
  const [rule] = rules.filter((one) => counts(one, call)).sort(byStrength)
  return rule && { effect: rule.effect, rule }
}

/** Whether a rule is expired or used up. */
export const isSpent = ({ expiresAt, maxUses, uses, effect }: Rule, now: number): boolean =>
  (expiresAt !== undefined && !(Date.parse(expiresAt) > now)) ||
  (effect === 'allow' && maxUses !== undefined && uses >= maxUses)

/** Milliseconds by which a computer corrects its clock without being asked. */
const clockCorrection = 60_000

/** Whether an allowance that ends was made later than now: a clock that was set back would make it last longer. */
const isAhead = ({ effect, createdAt, expiresAt }: Rule, now: number): boolean =>
  effect === 'allow' && expiresAt !== undefined && Date.parse(createdAt) > now + clockCorrection

/** A sentence that explains why a person cannot create this rule; undefined when they can. */
export function problemOf(terms: RuleTerms): string | undefined {
  if (terms.effect !== 'allow') return undefined
  if (terms.maxRisk === 'critical') return 'Critical actions always need approval.'
  if (!terms.client || !terms.server || terms.capability.includes('*') || terms.manifest === undefined) {
    return 'An allow rule needs one client, one server and one capability in its current version.'
  }
  return undefined
}

/**
 * Whether a change allows more than before. An allow rule is created from a request that a person read; later it can
 * only be narrowed.
 */
export function isWider(before: RuleTerms, after: RuleTerms): boolean {
  if (after.effect !== 'allow') return false
  return (
    before.effect !== 'allow' || isLater(before, after) || (after.maxUses ?? unlimited) > (before.maxUses ?? unlimited)
  )
}

const unlimited = Number.POSITIVE_INFINITY

const isLater = (before: RuleTerms, after: RuleTerms): boolean => endOf(after) > endOf(before)

const endOf = ({ expiresAt }: RuleTerms): number => (expiresAt === undefined ? unlimited : Date.parse(expiresAt))

function counts(rule: Rule, call: RuleQuery): boolean {
  if (isSpent(rule, call.now) || isAhead(rule, call.now) || !isAbout(rule, call)) return false
  return rule.effect !== 'allow' || allows(rule, call)
}

function isAbout({ effect, client, server, capability, sessionId, ...rule }: Rule, call: RuleQuery): boolean {
  return (
    (client === undefined || appliesToCaller(client, effect, call.caller)) &&
    (server === undefined || server === call.serverId) &&
    covers(capability, call.capabilityId) &&
    (sessionId === undefined || sessionId === call.caller.sessionId) &&
    coversArguments(rule, call)
  )
}

function coversArguments({ what, arguments: exactly }: Pick<Rule, 'what' | 'arguments'>, call: RuleQuery): boolean {
  if (exactly !== undefined && exactly.hash !== call.argumentsHash) return false
  if (what === undefined || what.id === 'any') return true
  return what.schema !== undefined && call.isValidFor(what.schema)
}

/**
 * An allow rule applies to the program whose name a person read, or to every AI client. Programs without their own key are one group: an ask or
 * deny rule for one of them applies to all, because a program could avoid it with another name.
 */
function appliesToCaller({ id, name }: RuleClient, effect: RuleEffect, caller: Caller): boolean {
  if (id === everyAi.id) return isAiClient(caller)
  if (id !== caller.id) return false
  if (effect !== 'allow' && (id === bridge.id || name === '')) return true
  return caller.namedByOwner === true || name === caller.name
}

/** A client of the owner. Players who ask the AI in chat are none, and neither is the person at this window. */
const isAiClient = (caller: Caller): boolean =>
  caller.type === 'model' && caller.id !== practiceId && !isChatPlayer(caller) && !isChatSender(caller)

function allows(rule: Rule, { manifest, risk, isAfterText, hasReadText }: RuleQuery): boolean {
  // The owner chose it in a list, without a request that a text could have caused.
  if (hasReadText && rule.client?.id === everyAi.id) return false
  if (isAfterText && !rule.afterText) return false
  if (risk === 'critical' || higherRisk(risk, rule.maxRisk) !== rule.maxRisk || problemOf(rule)) return false
  return rule.manifest === manifest
}

function byStrength(one: Rule, other: Rule): number {
  const [a, b] = [rankOf(one), rankOf(other)]
  const differs = a.findIndex((value, at) => value !== b[at])
  if (differs >= 0) return (b[differs] ?? 0) - (a[differs] ?? 0)
  return one.id < other.id ? -1 : 1
}

const narrowness: Readonly<Record<CoverageId, number>> = { exactly: 2, narrow: 1, any: 0 }

/** Ranks by effect, then by how specific the rule is. */
const rankOf = ({ effect, sessionId, client, server, capability, ...rule }: Rule): readonly number[] => [
  strength[effect],
  narrowness[coverageIdOf(rule)],
  sessionId ? 1 : 0,
  capability.includes('*') ? 0 : 1,
  capability.split('.').filter((part) => !part.startsWith('*')).length,
  client ? 1 : 0,
  server ? 1 : 0,
]
