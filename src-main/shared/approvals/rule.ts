/**
 * Rule: a standing answer of a person. It lets a call pass, has it asked, or denies it, until it expires or is removed.
 *
 * Guards invariant 2: what a rule does not name expressly, it does not allow.
 */

import type { JsonObject } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { Person } from './approval.js'
import type { ArgumentFact, CoverageId } from './coverage.js'

export type RuleId = string

export type RuleEffect = 'allow' | 'ask' | 'deny'

/** Whose calls. */
export interface RuleClient {
  readonly id: string
  /**
   * Shown name. If the client chose the name, the rule applies only while the client uses it. An empty name is for
   * `ask` and `deny` rules and matches any name.
   */
  readonly name: string
  /** The name is the program's own claim, as behind the bridge: another program there may claim it too. */
  readonly claimed?: true
}

/** Which arguments a rule covers. */
export type RuleCoverage =
  | { readonly id: 'any' }
  | {
      readonly id: 'exactly' | 'narrow'
      readonly facts: readonly ArgumentFact[]
      /** JSON Schema over the arguments, generated from the facts. Only absent where the rule is shown. */
      readonly schema?: JsonObject
    }

/** What a rule covers and for how long. A member that is left out covers everything of its kind. */
export interface RuleTerms {
  readonly effect: RuleEffect
  readonly client?: RuleClient
  /** Id of a server. */
  readonly server?: string
  /** Id of a capability, or for `ask` and `deny` a pattern such as `world.**`. */
  readonly capability: string
  /** Version that was shown when the rule was made. */
  readonly version?: string
  /** SHA-256 of the manifest's risk and parameters then; an `allow` counts for no other. */
  readonly manifest?: string
  /** Which arguments. Absent where `arguments` says it, and where an `ask` or `deny` covers any. */
  readonly what?: RuleCoverage
  /** Exactly these arguments, where they hold a secret or are too large for `what`. `shown` is redacted, `hash` is SHA-256 of their canonical form. */
  readonly arguments?: { readonly hash: string; readonly shown: JsonObject }
  /** An `allow` covers calls up to this risk. */
  readonly maxRisk: RiskLevel
  /** ISO 8601. */
  readonly expiresAt?: string
  readonly sessionId?: string
  /** Calls an `allow` lets pass in all. */
  readonly maxUses?: number
  readonly note?: string
}

export interface Rule extends RuleTerms {
  readonly id: RuleId
  readonly createdBy: Pick<Person, 'id' | 'name' | 'kind'>
  /** ISO 8601. */
  readonly createdAt: string
  /** Calls it decided. */
  readonly uses: number
  /** ISO 8601. */
  readonly lastUsedAt?: string
}

/** What a person may change of a rule that is there; `null` takes a member away. */
export interface RuleChange {
  readonly effect?: RuleEffect
  readonly expiresAt?: string | null
  readonly maxUses?: number | null
  readonly note?: string | null
}

/** What a rule covers, however it is stored. */
export const coverageIdOf = ({ what, arguments: exactly }: Pick<RuleTerms, 'what' | 'arguments'>): CoverageId =>
  what?.id ?? (exactly ? 'exactly' : 'any')

/** Whether a rule that allows states which arguments it covers. */
export const hasStatedCoverage = ({ effect, what, arguments: exactly }: RuleTerms): boolean =>
  effect !== 'allow' || what !== undefined || exactly !== undefined

/** The rule as it is shown and recorded: its facts say the same as its schema, and a stream can mask them. */
export const withoutSchema = <T extends Pick<RuleTerms, 'what'>>(rule: T): T =>
  rule.what && 'facts' in rule.what ? { ...rule, what: { id: rule.what.id, facts: rule.what.facts } } : rule

/** Every rule there is. `damaged`: some cannot be read, so that everything is asked. */
export interface Rules {
  readonly rules: readonly Rule[]
  readonly damaged: boolean
}

export const ruleLimits = { rules: 2_000, note: 256, pattern: 128, maxUses: 1_000_000 } as const
