/** Own event: an event about the trail itself. */
import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { chainBreakEventId } from './chain.js'

export const gapId = 'system.audit.gap'

export const ownEvent = (now: Date, capabilityId: string, request: Record<string, unknown>): AuditEvent => ({
  id: randomUUID(),
  timestamp: now.toISOString(),
  eventType: capabilityId === chainBreakEventId || capabilityId === gapId ? 'error' : 'invoke',
  capabilityId,
  caller: { type: 'system', id: 'gatehouse', name: 'Gatehouse' },
  request,
})
