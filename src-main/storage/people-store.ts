/**
 * People store: the people who approve on their own phone, in a file of its own. So a state database that is removed
 * or put back from a copy neither takes a phone away nor lets an old one in again.
 *
 * Guards invariants 2 and 8: it contains no keys, and an invalid row or file lets nobody approve.
 */
import path from 'node:path'
import type { PeopleStore, StoredPerson } from '../gateway/ports/people.js'
import { isPersonName } from '../policy/rights/new-person.js'
import { createPrivately, openDatabase } from './sqlite.js'

export const peopleFile = 'people.sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS person (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    key_hash TEXT NOT NULL,
    paired_at TEXT NOT NULL,
    last_seen_at TEXT
  ) STRICT;
`

export interface OpenPeopleStore extends PeopleStore {
  close(): void
}

/** Opens or creates the file of a profile; without one the store is in memory. @throws Error when it cannot be used */
export function openPeopleStore(profile?: string): OpenPeopleStore {
  const file = profile === undefined ? ':memory:' : path.join(profile, peopleFile)
  if (profile !== undefined) createPrivately(file)
  const database = openDatabase(file, schema)
  return {
    all: (): StoredPerson[] => database.prepare('SELECT * FROM person ORDER BY paired_at, id').all().flatMap(personOf),
    add({ id, name, keyHash, pairedAt }) {
      database
        .prepare('INSERT INTO person (id, name, key_hash, paired_at) VALUES (?, ?, ?, ?)')
        .run(id, name, keyHash, pairedAt)
    },
    touch: (id, at) => void database.prepare('UPDATE person SET last_seen_at = ? WHERE id = ?').run(at, id),
    remove: (id) => void database.prepare('DELETE FROM person WHERE id = ?').run(id),
    close: () => database.close(),
  }
}

/** Undefined for an invalid row. */
function personOf({
  id,
  name,
  key_hash: keyHash,
  paired_at: pairedAt,
  last_seen_at: lastSeenAt,
}: {
  readonly [column: string]: unknown
}): StoredPerson[] {
  if (typeof id !== 'string' || !/^phone:[0-9a-f]{8}$/u.test(id)) return []
  if (typeof name !== 'string' || !isPersonName(name, [])) return []
  if (typeof keyHash !== 'string' || !/^[0-9a-f]{64}$/u.test(keyHash) || !isTime(pairedAt)) return []
  return [{ id, name, keyHash, pairedAt, ...(isTime(lastSeenAt) && { lastSeenAt }) }]
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
