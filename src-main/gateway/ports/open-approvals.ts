/** Open approvals: reads the open requests and how they end. It can decide nothing. */

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
  /** The people who decided; empty when nobody did. */
  readonly by: readonly string[]
  /** What the deciding answer covers, and for how long; absent when no person answered. */
  readonly scope?: DecidedScope
}

export interface OpenApprovals {
  open(): OpenApproval[]
  readonly onDidOpen: Subscribe<OpenApproval>
  readonly onDidChange: Subscribe<OpenApproval>
  readonly onDidClose: Subscribe<ApprovalResolution>
}
