/**
 * Client changes: what a person did with keys and rights, as it goes into the audit trail. See docs/protocol.md#audit.
 *
 * Whoever writes the store writes this down with it, in one transaction; the program that has the trail takes it in and
 * strikes it out. So nothing is missing there that the command line did while no program ran.
 */
import { randomUUID } from 'node:crypto'
import type { Client, ClientIdentity, Rights } from '../contract/client.js'
import type { AuditEvent } from '../contract/generated/audit-event.js'
import type { AuditLog } from '../gateway/ports.js'
import type { Database } from './sqlite.js'

/** Under what it stands in the audit trail. */
export const changeIds = {
  add: 'system.client.add',
  edit: 'system.client.edit',
  renew: 'system.client.renew',
  revoke: 'system.client.revoke',
} as const

/** Who did it, as the audit trail names them. */
export type Person = 'desktop' | 'command-line'

type Access = Rights & Partial<Pick<Client, 'callsPerMinute'>>

export interface ClientEvent {
  readonly doing: keyof typeof changeIds
  readonly client: ClientIdentity
  readonly before?: Access
  readonly after?: Access
}

/** Writes it down, in the transaction of the caller. */
export function noteChange(
  database: Database,
  { doing, client, before, after }: ClientEvent,
  by: Person,
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
  database.prepare('INSERT INTO unrecorded_change VALUES (?, ?)').run(event.id, JSON.stringify(event))
}

const accessOf = ({ role, roles, permissions, callsPerMinute }: Access): Access => ({
  role,
  roles,
  permissions,
  ...(callsPerMinute !== undefined && { callsPerMinute }),
})

/**
 * Takes what is noted into the trail, the oldest first. A crash between leaves it noted: told twice rather than never.
 *
 * @throws Error when the trail or the store cannot be written
 */
export function recordChanges(database: Database, audit: Pick<AuditLog, 'append'>): void {
  for (const { id, body } of database.prepare('SELECT id, body FROM unrecorded_change ORDER BY rowid').all()) {
    const event = eventOf(String(body))
    if (event) audit.append({ ...event, id: randomUUID() })
    database.prepare('DELETE FROM unrecorded_change WHERE id = ?').run(String(id))
  }
}

/** The file is the owner's; what is no event is not taken in. */
function eventOf(body: string): AuditEvent | undefined {
  try {
    const event = JSON.parse(body) as AuditEvent
    return Object.values<string>(changeIds).includes(event.capabilityId) ? event : undefined
  } catch {
    return undefined
  }
}
