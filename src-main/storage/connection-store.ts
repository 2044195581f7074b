/** Connection store: the history of each server's connection. It affects no decisions. */
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import type { ConnectionStore } from '../gateway/ports/stores.js'
import type { StateDatabase } from './state-database.js'
import { parseJson } from './state-schema.js'

/** Days that an entry is kept. */
const retentionDays = 90

export function connectionStoreIn(state: StateDatabase, now: Date): ConnectionStore {
  const oldest = new Date(now.getTime() - retentionDays * 86_400_000).toISOString()
  state.soon(() => state.prepare('DELETE FROM connection_event WHERE at < ?').run(oldest))
  return {
    add: (serverId, moment, most) =>
      state.soon(() => {
        state
          .prepare('INSERT INTO connection_event (server_id, at, body) VALUES (?, ?, ?)')
          .run(serverId, moment.at, JSON.stringify(moment))
        state
          .prepare(
            `DELETE FROM connection_event WHERE server_id = ?1 AND sequence <=
              (SELECT sequence FROM connection_event WHERE server_id = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)`,
          )
          .run(serverId, most)
      }),
    read: (serverId, most) =>
      state
        .prepare('SELECT body FROM connection_event WHERE server_id = ? ORDER BY sequence DESC LIMIT ?')
        .all(serverId, most)
        .flatMap(({ body }) => eventOf(body)),
  }
}

const kinds = ['began', 'online', 'degraded', 'offline']

/** None for a damaged row. */
function eventOf(body: unknown): ConnectionEvent[] {
  const value = parseJson(body) as ConnectionEvent | null | undefined
  return value && kinds.includes(value.kind) && !Number.isNaN(Date.parse(value.at)) ? [value] : []
}
