/**
 * Approval subject: the details of the call in an approval error. See docs/protocol.md#errors-approval.
 *
 * Each approval error contains the capability and the risk, and `approvalId` when there was a request.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { ApprovalSubject, CallOutcome } from '../ports/calls.js'

/** The known details of a call when it ends. */
interface Subject {
  readonly manifest?: CapabilityManifest
  readonly risk?: { readonly level: string }
}

/** The same outcome with its subject added. */
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
