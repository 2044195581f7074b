/**
 * Approval subject: what a call was about, for the errors that tell its caller of an approval. See
 * docs/protocol.md#errors-approval.
 *
 * Each error of an approval says which capability and which risk it is about; `approvalId` stands there where a person
 * was asked.
 */
import type { Outcome } from './call-path.js'
import type { Reached } from './steps/record.js'

export interface ApprovalSubject {
  readonly capabilityId: string
  /** Absent when the call ended before its risk was known. */
  readonly riskLevel?: string
}

/** The same end, with what it was about. */
export function withSubject(outcome: Outcome, { manifest, risk }: Reached): Outcome {
  const level = risk?.level ?? manifest?.risk?.level
  if (!manifest || !isOfApproval(outcome)) return outcome
  const subject: ApprovalSubject = { capabilityId: manifest.id, ...(level && { riskLevel: level }) }
  return outcome.kind === 'failed'
    ? { ...outcome, error: outcome.error.withDetails({ ...subject }) }
    : { ...outcome, about: subject }
}

type OfApproval = Extract<Outcome, { kind: 'denied' | 'expired' | 'withdrawn' | 'failed' }>

/** What a server says in words of its own stays as it is. */
const isOfApproval = (outcome: Outcome): outcome is OfApproval => {
  if (outcome.kind !== 'failed') return ['denied', 'expired', 'withdrawn'].includes(outcome.kind)
  const { code, isTheirs } = outcome.error
  return !isTheirs && (code === 'PERMISSION.APPROVAL_REQUIRED' || code.startsWith('RISK.'))
}
