/**
 * Approval: a question to a person, as every screen and every recorder sees it.
 *
 * Guards invariant 3: the arguments shown here are the arguments that will be sent.
 */

import type { Caller, JsonObject, ServerReference } from './call.js'
import type { RiskLevel } from './generated/capability-manifest.js'
import type { Undoability } from './undo.js'

export type ApprovalId = string

export type Decision = 'approve' | 'deny'

/** How a question ended. Only `approved` lets the call run. */
export type ApprovalOutcome = 'approved' | 'denied' | 'expired' | 'withdrawn'

/** A question that waits for a person. */
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
  /** What the caller says about why; its words, not checked. */
  readonly reason?: string
  readonly risk: RiskLevel
  readonly riskReason?: string
  /** What the paired context reads now, where the capability has one. */
  readonly before?: JsonObject
  /** Whether it can be undone; absent where nothing would be changed. */
  readonly undo?: Undoability
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601; after it the answer is no. */
  readonly expiresAt: string
}
