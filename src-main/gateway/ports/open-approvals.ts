/** Open approvals: reads open requests and their results, without deciding them. */

import type { AnswerScope, ApprovalId, ApprovalOutcome, OpenApproval } from '@shared/approvals/approval.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import type { Subscribe } from './emitter.js'

/** With the facts of a narrow answer. */
export interface DecidedScope extends AnswerScope {
  readonly facts?: readonly ArgumentFact[]
}

export interface ApprovalResolution {
  readonly approvalId: ApprovalId
  readonly outcome: ApprovalOutcome
  /** The people who decided; empty when no person did. */
  readonly by: readonly string[]
  /** The coverage and the duration of the deciding answer; absent when no person answered. */
  readonly scope?: DecidedScope
}

export interface OpenApprovals {
  open(): OpenApproval[]
  readonly onDidOpen: Subscribe<OpenApproval>
  readonly onDidChange: Subscribe<OpenApproval>
  readonly onDidClose: Subscribe<ApprovalResolution>
}
