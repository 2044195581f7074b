/** Audit outcome: how an event ended; used by both the search and the screen. */

import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditOutcome } from './audit.js'
import { isRefusalCode, type RefusalReason } from './live.js'

/** Why it was refused without a person's denial. */
export function refusalOf({ metadata = {}, approvalInfo = {} }: AuditEvent): RefusalReason | undefined {
  const { needed, present } = approvalInfo
  if (metadata.refused !== undefined && metadata.refused !== 'too-few') return { why: metadata.refused }
  if (needed !== undefined && present !== undefined) return { why: 'too-few', needed, present }
  return approvalInfo.outcome === 'denied' && approvalInfo.approvedBy === 'system.panic'
    ? { why: 'stopped' }
    : undefined
}

const errorCodeOf = ({ error }: NonNullable<AuditEvent['response']>): unknown =>
  (error as { readonly code?: unknown } | undefined)?.code

const noes = { denied: 'denied', expired: 'expired', withdrawn: 'withdrawn' } as const

export function outcomeOf({ eventType, metadata = {}, approvalInfo = {}, response = {} }: AuditEvent): AuditOutcome {
  if (metadata.phase === 'intent') return 'intent'
  if (response.outcome === 'unknown') return 'unknown'
  if (eventType === 'error') return isRefusalCode(errorCodeOf(response)) ? 'denied' : 'failed'
  if (metadata.dryRun) return 'foreseen'
  const no = noes[(approvalInfo.outcome ?? response.outcome) as keyof typeof noes]
  if (no) return no
  return eventType === 'approve' ? 'approved' : eventType === 'reject' ? 'denied' : 'done'
}
