/** Approval request: the input and the result of an approval. */

import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { StoredApprover } from '../../policy/approvals/approval.js'
import type { CoveredFacts } from '../../policy/rules/coverage.js'
import type { ApprovalSubject, CallOutcome } from '../ports/calls.js'

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

/** The known details of a call when it ends. */
interface Subject {
  readonly manifest?: CapabilityManifest
  readonly risk?: { readonly level: string }
}

/**
 * The details of the call in an approval error. See docs/protocol.md#errors-approval.
 *
 * Each approval error contains the capability and the risk, and `approvalId` when there was a request.
 *
 * The same outcome with its subject added.
 */
export function withSubject(outcome: CallOutcome, { manifest, risk }: Subject): CallOutcome {
  const level = risk?.level ?? manifest?.risk?.level
  if (!manifest || !isOfApproval(outcome)) return outcome
  const subject: ApprovalSubject = { capabilityId: manifest.id, ...(level && { riskLevel: level }) }
  return outcome.kind === 'failed'
    ? { ...outcome, error: outcome.error.withDetails({ ...subject }) }
    : { ...outcome, about: subject }
}

type OfApproval = Extract<CallOutcome, { kind: 'denied' | 'expired' | 'withdrawn' | 'failed' }>

/** A server's own error stays unchanged. */
const isOfApproval = (outcome: CallOutcome): outcome is OfApproval => {
  if (outcome.kind !== 'failed') return ['denied', 'expired', 'withdrawn'].includes(outcome.kind)
  const { code, hasProviderText } = outcome.error
  return !hasProviderText && (code === 'PERMISSION.APPROVAL_REQUIRED' || code.startsWith('RISK.'))
}
