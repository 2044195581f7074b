/**
 * Approval: a question to a person, as every screen and every recorder sees it.
 *
 * Guards invariant 3: the arguments shown here are the arguments that will be sent.
 */

import type { Caller, JsonObject, ServerReference } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { RaisedBy } from '@contract/risk-rule.js'
import type { Undoability } from '../trail/undo.js'
import type { BuiltInRuleId } from './built-in-rule.js'
import type { Coverage, CoverageId } from './coverage.js'

export type ApprovalId = string

export type Decision = 'approve' | 'deny'

/** How a request ended. Only `approved` lets the call run. `superseded`: the request became invalid. */
export type ApprovalOutcome = 'approved' | 'denied' | 'expired' | 'withdrawn' | 'superseded'

/** Somebody who may answer. `control`: whoever started the headless program, over its stdin. */
export interface Person {
  /** The same whenever this person answers; a quorum counts ids. */
  readonly id: string
  readonly name: string
  readonly kind: 'desktop' | 'player' | 'phone' | 'control'
  /** Callers that are known to be this person: who asks does not count among those who agree. */
  readonly callers?: readonly string[]
}

/** How long an answer lasts. Everything but `once` becomes a rule; `session` lasts until the client disconnects. */
export type Duration = 'once' | 'session' | '5-minutes' | '15-minutes' | '60-minutes' | 'always'

export const durations: readonly Duration[] = ['once', 'session', '5-minutes', '15-minutes', '60-minutes', 'always']

/** What an answer covers, and how long. */
export interface AnswerScope {
  readonly duration: Duration
  readonly what: CoverageId
}

/** What a person can choose; the narrowest and the shortest come first and are the default. */
export interface OfferedScopes {
  readonly durations: readonly Duration[]
  /** For every duration but `once`, which covers this request alone. */
  readonly coverages: readonly Coverage[]
}

/** A question that waits for a person. */
/** What the schema of a capability calls an argument, and the value that was chosen. Its provider's words. */
export interface ArgumentLabel {
  readonly title?: string
  readonly chosen?: string
}

export interface OpenApproval {
  readonly id: ApprovalId
  readonly requestId: string
  readonly capabilityId: string
  readonly capabilityVersion: string
  /** Name of the capability as its manifest gives it. */
  readonly capabilityName: string
  readonly server: ServerReference
  readonly caller: Caller
  readonly arguments: JsonObject
  /** By the name of the argument, or `outer.inner`. */
  readonly labels?: Readonly<Record<string, ArgumentLabel>>
  /** What the caller says about why; its words, not checked. */
  readonly reason?: string
  readonly risk: RiskLevel
  readonly riskReason?: string
  /** Why the risk is higher than the manifest says; worst first. */
  readonly raisedBy?: readonly RaisedBy[]
  /** The built-in rule without which this would run unasked. */
  readonly builtIn?: BuiltInRuleId
  /** What the paired context reads now, where the capability has one. */
  readonly before?: JsonObject
  /** Distinct people who must agree. */
  readonly needed: number
  /** Names of those who have. */
  readonly agreed: readonly string[]
  /** What an approval, and a denial, can cover and how long it can last. */
  readonly offered: Readonly<Record<Decision, OfferedScopes>>
  /** What a person must type to approve alone: the player's name, or that of the thing or the server. */
  readonly mustType?: string
  /** The same for questions of one client about one capability. */
  readonly group: string
  /** The same for questions about the same thing, whoever asks. */
  readonly alike: string
  /** Whether it can be undone; absent where nothing would be changed. */
  readonly undo?: Undoability
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601; after it the answer is no. */
  readonly expiresAt: string
  /** Somebody reads it, and the countdown stands still; `expiresAt` is then the latest it can be. */
  readonly held?: true
}
