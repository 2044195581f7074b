/**
 * Client changes: a person's changes of keys and rights, as audit events. See docs/protocol.md#audit.
 *
 * Whoever changes the store adds the event in the same transaction. The program with the audit trail copies it there
 * and deletes it. So changes by the command line are recorded even when no program was running.
 */
import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import type { Client, ClientIdentity, Rights } from '@shared/clients/client.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import type { StateDatabase } from './state-database.js'

/** `capabilityId` in the audit trail. */
export const changeIds = {
  add: 'system.client.add',
  edit: 'system.client.edit',
  renew: 'system.client.renew',
  revoke: 'system.client.revoke',
} as const

/** The name of the person who did it, as the audit trail names them. */
export type ChangeActor = string

type Access = Rights & Partial<Pick<Client, 'callsPerMinute' | 'waitSeconds'>>

export interface ClientEvent {
  readonly doing: keyof typeof changeIds
  readonly client: ClientIdentity
  readonly before?: Access
  readonly after?: Access
}

/** Adds the event, in the caller's transaction. */
export function addChangeEvent(
  state: StateDatabase,
  { doing, client, before, after }: ClientEvent,
  by: ChangeActor,
  at: Date,
): void {
  const { id, name } = client
  const event: AuditEvent = {
    id: randomUUID(),
    timestamp: at.toISOString(),
    eventType: doing === 'revoke' ? 'reject' : 'approve',
    capabilityId: changeIds[doing],
    caller: { type: 'user', id: by, name: by },
    request: {
      client: { id, ...(name !== undefined && { name }) },
      ...(before && { before: accessOf(before) }),
      ...(after && { after: accessOf(after) }),
    },
  }
  state.prepare('INSERT INTO unrecorded_change VALUES (?, ?)').run(event.id, JSON.stringify(event))
}

const accessOf = ({ role, roles, permissions, callsPerMinute, waitSeconds }: Access): Access => ({
  role,
  roles,
  permissions,
  ...(callsPerMinute !== undefined && { callsPerMinute }),
  ...(waitSeconds !== undefined && { waitSeconds }),
})

/**
 * Copies pending events to the audit trail, oldest first. After a crash one may be recorded twice, but never lost.
 *
 * @throws Error when the trail or the store cannot be written
 */
export function recordChanges(state: StateDatabase, audit: Pick<AuditLog, 'append'>): void {
  for (const { id, body } of state.prepare('SELECT id, body FROM unrecorded_change ORDER BY rowid').all()) {
    const event = eventOf(String(body))
    if (event) audit.append({ ...event, id: randomUUID() })
    state.prepare('DELETE FROM unrecorded_change WHERE id = ?').run(String(id))
  }
}

/** The owner can edit the file; invalid events are skipped. */
function eventOf(body: string): AuditEvent | undefined {
  try {
    const event = JSON.parse(body) as AuditEvent
    return Object.values<string>(changeIds).includes(event.capabilityId) ? event : undefined
  } catch {
    return undefined
  }
}
