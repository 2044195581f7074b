/** Approval request: the input and the result of an approval. */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { StoredApprover } from '../../policy/approvals/approval.js'
import type { CoveredFacts } from '../../policy/rules/coverage.js'

/** Members that the approval service adds. */
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

export interface ApprovalRequest extends Omit<OpenApproval, Derived> {
  /** Fingerprint of what the approval covers. */
  readonly bound: string
  /** SHA-256 of the manifest's risk and parameters. */
  readonly manifest: string
  /** The arguments without secrets (by schema or name), for storage (invariant 8). */
  readonly shown: OpenApproval['arguments']
  /** The facts that a rule can cover. */
  readonly facts: CoveredFacts
  /** Whether every call needs an approval; an answer then covers only this call. */
  readonly eachTime: boolean
  /** The person who issued the command, which counts as their agreement. */
  readonly orderedBy?: StoredApprover
}
