/**
 * People store: the people who answer and their ways, in a file of its own. So a state database that is removed or put
 * back from a copy neither takes a way away nor lets an old one in again.
 *
 * Guards invariants 2 and 8: it contains no keys, and an invalid row or file lets nobody answer.
 */
import path from 'node:path'
import type { PersonTerms, PersonWay } from '@shared/clients/person.js'
import type { PeopleStore, StoredPerson, StoredWay } from '../gateway/ports/people.js'
import { areTerms, desktopId, isPersonId, isWay, isWayKind } from '../policy/rights/person-terms.js'
import { createPrivately, inTransaction, openDatabase } from './sqlite.js'

export const peopleFile = 'people.sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    role TEXT NOT NULL,
    servers TEXT,
    added_at TEXT NOT NULL
  ) STRICT;
  CREATE TABLE IF NOT EXISTS way (
    id TEXT PRIMARY KEY,
    person TEXT NOT NULL,
    kind TEXT NOT NULL,
    data TEXT NOT NULL,
    proof TEXT,
    added_at TEXT NOT NULL,
    last_seen_at TEXT
  ) STRICT;
`

type Row = { readonly [column: string]: unknown }

export interface OpenPeopleStore extends PeopleStore {
  close(): void
}

/** Opens or creates the file of a profile; without one the store is in memory. @throws Error when it cannot be used */
export function openPeopleStore(profile?: string): OpenPeopleStore {
  const file = profile === undefined ? ':memory:' : path.join(profile, peopleFile)
  if (profile !== undefined) createPrivately(file)
  const database = openDatabase(file, schema)
  const run = (sql: string, ...values: (string | null)[]): void => void database.prepare(sql).run(...values)
  return {
    people: () => database.prepare('SELECT * FROM person ORDER BY added_at, rowid').all().flatMap(personOf),
    isDamaged: () => {
      const rows = database.prepare('SELECT * FROM person').all()
      return rows.some((row) => personOf(row).length === 0)
    },
    ways: () => database.prepare('SELECT * FROM way ORDER BY added_at, rowid').all().flatMap(wayOf),
    put({ id, name, role, servers, addedAt }) {
      const chosen = servers ? JSON.stringify(servers) : null
      run(
        `INSERT INTO person (id, name, role, servers, added_at) VALUES (?, ?, ?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET name = excluded.name, role = excluded.role, servers = excluded.servers`,
        ...[id, name, role, chosen, addedAt],
      )
    },
    remove: (person) =>
      inTransaction(database, () => {
        run('DELETE FROM way WHERE person = ?', person)
        run('DELETE FROM person WHERE id = ?', person)
      }),
    addWay({ person, way, proof }) {
      const { id, kind, addedAt, ...data } = way
      run(
        'INSERT INTO way (id, person, kind, data, proof, added_at) VALUES (?, ?, ?, ?, ?, ?)',
        ...[id, person, kind, JSON.stringify(data), proof ?? null, addedAt],
      )
    },
    touch: (way, at) => run('UPDATE way SET last_seen_at = ? WHERE id = ?', at, way),
    removeWay: (way) => run('DELETE FROM way WHERE id = ?', way),
    close: () => database.close(),
  }
}

/** Empty for an invalid row. */
function personOf({ id, name, role, servers, added_at: addedAt }: Row): StoredPerson[] {
  const chosen = servers === null ? undefined : parsed(servers)
  if (!isPersonId(id) || typeof name !== 'string' || !isTime(addedAt)) return []
  if (chosen !== undefined && !(Array.isArray(chosen) && chosen.every((one) => typeof one === 'string'))) return []
  const terms = { name, role, ...(chosen && { servers: chosen }) } as PersonTerms
  return areTerms(terms, []) ? [{ id, ...terms, addedAt }] : []
}

/** Empty for an invalid row. */
function wayOf({ id, person, kind, data, proof, added_at: addedAt, last_seen_at: lastSeenAt }: Row): StoredWay[] {
  const more = parsed(data)
  if (typeof id !== 'string' || !isWayKind(kind) || !(person === desktopId || isPersonId(person))) return []
  if (typeof more !== 'object' || more === null || Array.isArray(more) || !isTime(addedAt)) return []
  const way = { ...more, kind, id, addedAt, ...(isTime(lastSeenAt) && { lastSeenAt }) } as PersonWay
  const proved = typeof proof === 'string' ? proof : undefined
  return isWay(way, proved) ? [{ person, way, ...(proved !== undefined && { proof: proved }) }] : []
}

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return null
  }
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
