/**
 * Unfinished approvals: what was open or being done when the program ended, closed when it starts again.
 *
 * Guards invariant 3: nothing of it is asked, begun or done again. The trail says so before the store does, so that
 * what is closed is never silent.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '../contract/gateway-error.js'
import type { AuditEvent } from '../contract/generated/audit-event.js'
import { nextApproval } from '../policy/approval.js'
import type { ApprovalRecord, ApprovalStore, AuditLog, Clock, Log } from './ports.js'

export interface UnfinishedParts {
  readonly store: ApprovalStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

/** Never throws: what cannot be written down is closed with the next start. */
export function closeUnfinished({ store, audit, clock, log }: UnfinishedParts): void {
  for (const record of store.unfinished()) {
    const at = clock.now().toISOString()
    const closed = { ...record, state: nextApproval(record.state, { kind: 'restarted' }), changedAt: at }
    try {
      audit.append(eventOf(closed))
      store.write(closed)
    } catch (error) {
      log.error('a question of the last run could not be closed', { approvalId: record.id, error: `${error}` })
    }
  }
}

const unknown = new GatewayError('SYSTEM.INTERNAL_ERROR', {
  message: 'Gatehouse ended while it was being done.',
  suggestion: 'It may or may not have been done: read the state before trying again.',
})

function eventOf(record: ApprovalRecord): AuditEvent {
  const { state, caller, capabilityId, capabilityVersion, server, risk, requestId, bound } = record
  const wasBegun = state.phase === 'failed'
  const by = state.phase === 'open' ? [] : state.by.map(({ name }) => name)
  return {
    id: randomUUID(),
    timestamp: record.changedAt,
    eventType: wasBegun ? 'error' : 'reject',
    capabilityId,
    capabilityVersion,
    caller: { type: caller.type, id: caller.id, name: caller.name },
    request: record.arguments,
    riskLevel: risk,
    ...(wasBegun && { response: { error: unknown.toContract() } }),
    approvalInfo: {
      required: true,
      approvalId: record.id,
      outcome: wasBegun ? 'approved' : 'expired',
      fingerprint: bound,
      ...(by.length > 0 && { approvedBy: by.join(', ') }),
    },
    metadata: { phase: 'outcome', requestId, serverId: server.id },
  }
}
