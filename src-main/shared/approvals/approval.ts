/**
 * Approval: a request to a person, as screens show it and the audit trail records it.
 *
 * Guards invariant 3: the arguments shown here are the arguments that will be sent.
 */

import type { Caller, JsonObject, ServerReference } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { RaisedBy } from '@contract/risk-rule.js'
import type { PersonRole } from '../clients/person-role.js'
import type { Undoability } from '../trail/undo.js'
import type { BuiltInRuleId } from './built-in-rule.js'
import type { Coverage, CoverageId } from './coverage.js'

export type ApprovalId = string

export type Decision = 'approve' | 'deny'

/** How a request ended. Only `approved` lets the call run. `superseded`: the request became invalid. */
export type ApprovalOutcome = 'approved' | 'denied' | 'expired' | 'withdrawn' | 'superseded'

/**
 * A person who may answer, and where. `control`: the person who started the headless program, over its stdin. `remote`:
 * in the window of another computer. `audience`: the viewers of a stream, who count as one of several people where the
 * owner chose so, and never alone.
 */
export interface Person {
  /** The same for every answer of this person, wherever they give it; a quorum counts ids. */
  readonly id: string
  readonly name: string
  readonly kind: 'desktop' | 'player' | 'phone' | 'control' | 'audience' | 'remote' | 'discord'
  /** An owner when it is absent. */
  readonly role?: PersonRole
  /** Ids of the servers of a moderator; all when it is absent. */
  readonly servers?: readonly string[]
  /** Callers that are known to be this person, who cannot approve their own requests. */
  readonly callers?: readonly string[]
}

/** How long an answer lasts. Everything but `once` becomes a rule; `session` lasts until the client disconnects. */
export type Duration = 'once' | 'session' | '5-minutes' | '15-minutes' | '60-minutes' | 'always'

export const durations: readonly Duration[] = ['once', 'session', '5-minutes', '15-minutes', '60-minutes', 'always']

/** The coverage and the duration of an answer. */
export interface AnswerScope {
  readonly duration: Duration
  readonly what: CoverageId
}

/** The choices of a person; the narrowest and the shortest come first and are the default. */
export interface OfferedScopes {
  readonly durations: readonly Duration[]
  /** For every duration except `once`, which covers only this request. */
  readonly coverages: readonly Coverage[]
}

/** The titles of an argument and of its chosen value from the schema of a capability. Text of the provider. */
export interface ArgumentLabel {
  readonly title?: string
  readonly chosen?: string
}

/** Text of others that the caller read shortly before its request. Untrusted. */
export interface ReadText {
  /** The read or the event that contained it. */
  readonly capabilityId: string
  /** ISO 8601. */
  readonly at: string
  /** One line, shortened; empty when it is not known. */
  readonly text: string
  /** The player who wrote it, where the server said so. */
  readonly by?: string
}

/** A request that waits for a person. */
export interface OpenApproval {
  readonly id: ApprovalId
  readonly requestId: string
  readonly capabilityId: string
  readonly capabilityVersion: string
  /** Name of the capability from its manifest. */
  readonly capabilityName: string
  readonly server: ServerReference
  readonly caller: Caller
  readonly arguments: JsonObject
  /** Labels by the name of the argument, or `outer.inner`. */
  readonly labels?: Readonly<Record<string, ArgumentLabel>>
  /** The reason that the caller declares. Untrusted. */
  readonly reason?: string
  readonly risk: RiskLevel
  readonly riskReason?: string
  /** Why the risk is higher than in the manifest; the highest level first. */
  readonly raisedBy?: readonly RaisedBy[]
  /** The latest text of others that the caller read: it may follow it. */
  readonly readText?: ReadText
  /** The built-in rule without which this call would run without an approval. */
  readonly builtIn?: BuiltInRuleId
  /** The current data of the paired context, if the capability has one. */
  readonly before?: JsonObject
  /** Distinct people who must agree. */
  readonly needed: number
  /** Names of the people who agreed. */
  readonly agreed: readonly string[]
  /** The possible coverages and durations of an approval and of a denial. */
  readonly offered: Readonly<Record<Decision, OfferedScopes>>
  /** The text that a sole approver must type: the name of the player, the object or the server. */
  readonly mustType?: string
  /** Equal for requests of one client for one capability. */
  readonly group: string
  /** Equal for requests about the same target, from any client. */
  readonly alike: string
  /** Whether the action can be undone; absent when the call changes nothing. */
  readonly undo?: Undoability
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601; the request is denied then. */
  readonly expiresAt: string
  /** A person is reading the request, so the countdown is paused; `expiresAt` is then the latest possible time. */
  readonly held?: true
}
