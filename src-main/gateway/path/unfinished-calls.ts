/**
 * Unfinished calls: closes requests and calls of the previous run when the program starts.
 *
 * Guards invariant 1 (every intent gets an outcome, at the latest at the next start) and invariant 3: none of them is
 * requested or run again. The audit trail is written before the approval store, so that every closed request is
 * recorded.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { type ApprovalEvent, nextApproval } from '../../policy/approvals/approval.js'
import type { AuditLog } from '../ports/audit-log.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { ApprovalRecord, ApprovalStore } from '../ports/stores.js'

export interface UnfinishedDependencies {
  readonly store: ApprovalStore
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
}

/** Never throws: calls whose end cannot be stored are closed at the next start. */
export function closeUnfinished(deps: UnfinishedDependencies): void {
  closeApprovals(deps)
  closeIntents(deps)
}

function closeApprovals({ store, audit, clock, log }: UnfinishedDependencies): void {
  for (const record of store.unfinished()) {
    const at = clock.now().toISOString()
    try {
      const outcome = record.state.phase === 'executing' ? audit.outcomeOf(record.requestId) : undefined
      const event: ApprovalEvent = outcome ? endOf(outcome) : { kind: 'restarted' }
      const closed = { ...record, state: nextApproval(record.state, event), changedAt: at }
      if (!outcome) audit.append(eventOf(closed))
      store.write(closed)
    } catch (error) {
      log.error('a question of the last run could not be closed', { approvalId: record.id, error: `${error}` })
    }
  }
}

/** Records the outcome of interrupted actions as unknown: they may or may not have run. */
function closeIntents({ audit, clock, log }: UnfinishedDependencies): void {
  for (const { id: _id, approvalInfo, metadata, ...intent } of audit.openIntents()) {
    try {
      audit.append({
        ...intent,
        id: randomUUID(),
        timestamp: clock.now().toISOString(),
        eventType: 'error',
        response: { outcome: 'unknown', error: unknown.toContract() },
        metadata: { ...metadata, phase: 'outcome' },
        ...(approvalInfo && { approvalInfo }),
      })
    } catch (error) {
      log.error('an action of the last run could not be closed', { requestId: metadata?.requestId, error: `${error}` })
    }
  }
}

/** Maps the recorded outcome of a call to the end of its approval. */
function endOf({ eventType, response }: AuditEvent): ApprovalEvent {
  if (eventType !== 'error') return { kind: 'done' }
  const { code = '' } = (response?.error ?? {}) as { readonly code?: string }
  return { kind: 'failed', unknown: !String(code).startsWith('BUSINESS.') }
}

const unknown = new GatewayError('SYSTEM.INTERNAL_ERROR', {
  message: 'Gatehouse stopped while the action was running.',
  suggestion: 'It may have been done. Read the state before you try again.',
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
    ...(wasBegun && { response: { outcome: 'unknown', error: unknown.toContract() } }),
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
