/** Audit outcome: how an event ended; used by both the search and the screen. */

import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { AuditOutcome } from './audit.js'
import type { RefusalReason } from './live.js'

/** Why it was refused without a person's denial. */
export function refusalOf({ metadata = {}, approvalInfo = {} }: AuditEvent): RefusalReason | undefined {
  const { needed, present } = approvalInfo
  if (metadata.refused !== undefined && metadata.refused !== 'too-few') return { why: metadata.refused }
  if (needed !== undefined && present !== undefined) return { why: 'too-few', needed, present }
  return approvalInfo.outcome === 'denied' && approvalInfo.approvedBy === 'system.panic'
    ? { why: 'stopped' }
    : undefined
}

const noes = { denied: 'denied', expired: 'expired', withdrawn: 'withdrawn' } as const

export function outcomeOf({ eventType, metadata = {}, approvalInfo = {}, response = {} }: AuditEvent): AuditOutcome {
  if (metadata.phase === 'intent') return 'intent'
  if (response.outcome === 'unknown') return 'unknown'
  if (eventType === 'error') return response.outcome === 'denied' ? 'denied' : 'failed'
  if (metadata.dryRun) return 'foreseen'
  const no = noes[(approvalInfo.outcome ?? response.outcome) as keyof typeof noes]
  if (no) return no
  return eventType === 'approve' ? 'approved' : eventType === 'reject' ? 'denied' : 'done'
}
