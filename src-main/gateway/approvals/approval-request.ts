/** Approval request: the input and the result of an approval. */
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { StoredApprover } from '../../policy/approval.js'
import type { CoveredFacts } from '../../policy/coverage.js'

/** Context that the approval service adds. */
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

/** What is requested. */
export interface ApprovalRequest extends Omit<OpenApproval, Derived> {
  /** Fingerprint of what the approval covers. */
  readonly bound: string
  /** SHA-256 of the manifest's risk and parameters. */
  readonly manifest: string
  /** The arguments without secrets (by schema or name), for storage (invariant 8). */
  readonly shown: OpenApproval['arguments']
  /** What a lasting answer can cover. */
  readonly facts: CoveredFacts
  /** Whether a person must be asked each time; an answer then covers only this call. */
  readonly eachTime: boolean
  /** People who have agreed by ordering it; they count. */
  readonly orderedBy?: StoredApprover
}
