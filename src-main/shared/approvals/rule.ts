/**
 * Rule: a stored decision of a person. It allows, asks about or denies matching calls until it expires or is removed.
 *
 * Guards invariant 2: a rule allows only what it names expressly.
 */

import type { JsonObject } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { Person } from './approval.js'
import type { ArgumentFact, CoverageId } from './coverage.js'

export type RuleId = string

export type RuleEffect = 'allow' | 'ask' | 'deny'

export interface RuleClient {
  readonly id: string
  /**
   * Shown name. If the client chose the name, the rule applies only while the client uses it. An empty name is for
   * `ask` and `deny` rules and matches any name.
   */
  readonly name: string
  /** The program declared the name itself, as behind the bridge, where another program may use it too. */
  readonly claimed?: true
}

/**
 * The client of an `allow` rule that the owner chose in the list "What AI may do": every AI client, of now and of later. A
 * rule without a client never allows.
 */
export const everyAi: RuleClient = { id: 'every-ai', name: 'every AI' }

/** Which arguments a rule covers. */
export type RuleCoverage =
  | { readonly id: 'any' }
  | {
      readonly id: 'exactly' | 'narrow'
      readonly facts: readonly ArgumentFact[]
      /** JSON Schema of the arguments, generated from the facts. Only absent in rules that are shown. */
      readonly schema?: JsonObject
    }

/** The coverage and the duration of a rule. An omitted member covers everything of its kind. */
export interface RuleTerms {
  readonly effect: RuleEffect
  readonly client?: RuleClient
  readonly server?: string
  /** Id of a capability, or for `ask` and `deny` a pattern such as `world.**`. */
  readonly capability: string
  /** Version that was shown when the rule was created. */
  readonly version?: string
  /** SHA-256 of the manifest's risk and parameters at that time; an `allow` rule applies to no other. */
  readonly manifest?: string
  /** Which arguments. Absent where `arguments` says it, and where an `ask` or `deny` covers any. */
  readonly what?: RuleCoverage
  /**
   * Exactly these arguments, when they contain a secret or are too large for `what`. `shown` is redacted, `hash` is the
   * SHA-256 of their canonical form.
   */
  readonly arguments?: { readonly hash: string; readonly shown: JsonObject }
  /** Maximum risk of the calls that an `allow` rule covers. */
  readonly maxRisk: RiskLevel
  /** An `allow` rule that also holds after its client has read text of others: the person answered such a request. */
  readonly afterText?: true
  /** ISO 8601. */
  readonly expiresAt?: string
  readonly sessionId?: string
  /** Maximum number of calls that an `allow` rule allows. */
  readonly maxUses?: number
  readonly note?: string
}

export interface Rule extends RuleTerms {
  readonly id: RuleId
  readonly createdBy: Pick<Person, 'id' | 'name' | 'kind'>
  /** ISO 8601. */
  readonly createdAt: string
  /** Number of calls that the rule decided. */
  readonly uses: number
  /** ISO 8601. */
  readonly lastUsedAt?: string
}

/** A change of an existing rule; `null` removes a member. */
export interface RuleChange {
  readonly effect?: RuleEffect
  readonly expiresAt?: string | null
  readonly maxUses?: number | null
  readonly note?: string | null
}

/** The coverage of a rule, from any version of its format. */
export const coverageIdOf = ({ what, arguments: exactly }: Pick<RuleTerms, 'what' | 'arguments'>): CoverageId =>
  what?.id ?? (exactly ? 'exactly' : 'any')

/** Whether a rule that allows states which arguments it covers. */
export const hasStatedCoverage = ({ effect, what, arguments: exactly }: RuleTerms): boolean =>
  effect !== 'allow' || what !== undefined || exactly !== undefined

/** The rule as shown and recorded: its facts are equivalent to its schema, and can be masked for a stream. */
export const withoutSchema = <T extends Pick<RuleTerms, 'what'>>(rule: T): T =>
  rule.what && 'facts' in rule.what ? { ...rule, what: { id: rule.what.id, facts: rule.what.facts } } : rule

/** All rules. `damaged`: some cannot be read, so every call needs an approval. */
export interface Rules {
  readonly rules: readonly Rule[]
  readonly damaged: boolean
}

export const ruleLimits = { rules: 2_000, note: 256, pattern: 128, maxUses: 1_000_000 } as const
