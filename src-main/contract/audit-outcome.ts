/** Audit outcome: how an event ended, by the same reading for the search and for the screen. */
import type { AuditOutcome } from './audit.js'
import type { AuditEvent } from './generated/audit-event.js'

const noes = { denied: 'denied', expired: 'expired', withdrawn: 'withdrawn' } as const

export function outcomeOf({ eventType, metadata = {}, approvalInfo = {}, response = {} }: AuditEvent): AuditOutcome {
  if (metadata.phase === 'intent') return 'intent'
  if (eventType === 'error') return 'failed'
  if (metadata.dryRun) return 'foreseen'
  const no = noes[(approvalInfo.outcome ?? response.outcome) as keyof typeof noes]
  if (no) return no
  return eventType === 'approve' ? 'approved' : eventType === 'reject' ? 'denied' : 'done'
}
