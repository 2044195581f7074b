/** Approvers: decides open requests. Consumers, providers and the HTTP port may not import it (invariant 6). */

import type { GatewayError } from '@contract/gateway-error.js'
import type { ApprovalId, Decision, Duration, Person } from '@shared/approvals/approval.js'
import type { CoverageId } from '@shared/approvals/coverage.js'
import type { OpenApprovals } from './open-approvals.js'

export interface SubmittedDecision {
  readonly id: ApprovalId
  readonly decision: Decision
  readonly person: Person
  /** `once` when omitted. */
  readonly duration?: Duration
  /** `exactly` when omitted: an answer only covers more when this is stated. */
  readonly what?: CoverageId
  readonly typed?: string
}

/** Who reads a request, and on which kind of place. */
export type Reader = Pick<Person, 'id' | 'kind'>

export type DecisionResult = { readonly ok: true } | { readonly ok: false; readonly error: GatewayError }

/** The interface for an approver: the person at the computer, a player in the game, or a second person on a phone. */
export interface Approvers extends OpenApprovals {
  /**
   * Registers a person who can be asked; returns the function that removes them.
   *
   * @param person omitted when the name comes with each answer
   */
  attach(person?: Person): () => void
  /** The request is shown to this person there. */
  shown(id: ApprovalId, person: Reader): void
  /** A person's answer. One that covers more than this call becomes a rule. */
  decideAsPerson(given: SubmittedDecision): DecisionResult
  /**
   * One answer to many requests, each bound separately. A critical request cannot be approved with others.
   *
   * @returns the result of each, in order
   */
  answerMany(ids: readonly ApprovalId[], given: Omit<SubmittedDecision, 'id' | 'typed'>): DecisionResult[]
  /** Pauses the timeout while this person reads the request, up to a limit. Returns false when it is not open. */
  hold(id: ApprovalId, person: Reader): boolean
  /** Ends the pause of this person. Returns false when the request is not open. */
  release(id: ApprovalId, person: Reader): boolean
}
