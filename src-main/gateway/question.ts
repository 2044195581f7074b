/** Question and answer: what the approvals are asked, and what comes of it. */
import type { AnswerScope, ApprovalId, ApprovalOutcome, OpenApproval } from '../contract/approval.js'
import type { ArgumentFact } from '../contract/coverage.js'
import type { Answerer } from '../policy/approval.js'
import type { CoveredFacts } from '../policy/coverage.js'

/** What the approvals find out and add. */
type Derived =
  | 'id'
  | 'askedAt'
  | 'expiresAt'
  | 'held'
  | 'needed'
  | 'agreed'
  | 'offered'
  | 'mustType'
  | 'group'
  | 'alike'

/** What is asked. */
export interface Question extends Omit<OpenApproval, Derived> {
  /** Fingerprint of what the answer is about. */
  readonly bound: string
  /** SHA-256 of the manifest's risk and parameters. */
  readonly manifest: string
  /** The arguments without what the schema or a name calls a secret: what is kept of them (invariant 8). */
  readonly shown: OpenApproval['arguments']
  /** What an answer that lasts can cover. */
  readonly facts: CoveredFacts
  /** A person is asked each time: no answer reaches further than this call. */
  readonly eachTime: boolean
  /** Who has agreed by ordering it; they count. */
  readonly orderedBy?: Answerer
}

/** With the facts of a narrow answer. */
export interface GivenScope extends AnswerScope {
  readonly facts?: readonly ArgumentFact[]
}

export interface Answer {
  readonly approvalId: ApprovalId
  readonly outcome: ApprovalOutcome
  /** Who decided; empty when nobody did. */
  readonly by: readonly string[]
  /** What the answer that decided covers, and how long; absent when no person answered. */
  readonly scope?: GivenScope
}
