/**
 * Connection store: the history of each server's connection, in SQLite.
 *
 * It affects no decisions, so an unusable file costs only the history.
 */
import path from 'node:path'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'
import type { ConnectionStore } from '../gateway/ports/stores.js'
import { createPrivately, type Database, openDatabase } from './sqlite.js'

export const connectionsFile = 'connections.sqlite'

/** Days that an entry is kept. */
const retentionDays = 90

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = NORMAL;
  CREATE TABLE IF NOT EXISTS moment (
    sequence INTEGER PRIMARY KEY,
    server_id TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS moment_of_server ON moment (server_id, sequence);
`

/** Opens or creates the store in a profile. Never throws. */
export function openConnectionStore(profile: string, clock: Clock, log: Log): ConnectionStore {
  const file = path.join(profile, connectionsFile)
  let database: Database | undefined
  try {
    createPrivately(file)
    database = openDatabase(file, schema)
    const oldest = new Date(clock.now().getTime() - retentionDays * 86_400_000).toISOString()
    database.prepare('DELETE FROM moment WHERE at < ?').run(oldest)
    return storeIn(database)
  } catch (error) {
    database?.close()
    log.warn('the history of connections cannot be kept', { file, error: `${error}` })
    return memoryConnectionStore()
  }
}

/** An in-memory store. */
export function memoryConnectionStore(): ConnectionStore {
  const stored = new Map<string, readonly ConnectionEvent[]>()
  return {
    add: (serverId, moment, most) =>
      void stored.set(serverId, [moment, ...(stored.get(serverId) ?? [])].slice(0, most)),
    read: (serverId, most) => (stored.get(serverId) ?? []).slice(0, most),
    close: () => {},
  }
}

function storeIn(database: Database): ConnectionStore {
  const insert = database.prepare('INSERT INTO moment (server_id, at, body) VALUES (?, ?, ?)')
  const trim = database.prepare(
    `DELETE FROM moment WHERE server_id = ?1 AND sequence <=
       (SELECT sequence FROM moment WHERE server_id = ?1 ORDER BY sequence DESC LIMIT 1 OFFSET ?2)`,
  )
  const select = database.prepare('SELECT body FROM moment WHERE server_id = ? ORDER BY sequence DESC LIMIT ?')
  return {
    add(serverId, moment, most) {
      insert.run(serverId, moment.at, JSON.stringify(moment))
      trim.run(serverId, most)
    },
    read: (serverId, most) =>
      select.all(serverId, most).flatMap(({ body }) => {
        const moment = parsed(body)
        return moment ? [moment] : []
      }),
    close: () => database.close(),
  }
}

const kinds = ['began', 'online', 'degraded', 'offline']

/** The file is ours, but may be damaged. */
function parsed(body: unknown): ConnectionEvent | undefined {
  try {
    const value = JSON.parse(String(body)) as ConnectionEvent
    return kinds.includes(value.kind) && !Number.isNaN(Date.parse(value.at)) ? value : undefined
  } catch {
    return undefined
  }
}
