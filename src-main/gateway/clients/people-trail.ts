/** People trail: what is recorded about people and their ways, with the person who ordered it. */
import { randomUUID } from 'node:crypto'
import type { Person } from '@shared/approvals/approval.js'
import type { AuditLog } from '../ports/audit-log.js'
import type { Clock } from '../ports/runtime.js'

/** `capabilityId` in the audit trail. */
export const peopleIds = {
  /** A phone may be paired now. */
  offer: 'system.person.offer',
  add: 'system.person.add',
  change: 'system.person.change',
  remove: 'system.person.remove',
  addWay: 'system.person.link',
  removeWay: 'system.person.unlink',
} as const

export interface PeopleTrail {
  readonly audit: Pick<AuditLog, 'append'>
  readonly clock: Pick<Clock, 'now'>
}

/** @throws Error when it cannot be stored */
export function recordOfPeople(
  { audit, clock }: PeopleTrail,
  doing: keyof typeof peopleIds,
  by: Pick<Person, 'id' | 'name'>,
  request: Record<string, unknown>,
): void {
  audit.append({
    id: randomUUID(),
    timestamp: clock.now().toISOString(),
    eventType: doing === 'remove' || doing === 'removeWay' ? 'reject' : 'approve',
    capabilityId: peopleIds[doing],
    caller: { type: 'user', id: by.id, name: by.name },
    request,
  })
}
