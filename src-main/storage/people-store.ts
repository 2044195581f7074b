/**
 * People store: the people who approve on their own phone, in SQLite.
 *
 * Guards invariants 2 and 8: it contains no keys, and an invalid row lets nobody approve.
 */
import path from 'node:path'
import type { PeopleStore, StoredPerson } from '../gateway/ports/people.js'
import type { Log } from '../gateway/ports/runtime.js'
import { isPersonName } from '../policy/rights/new-person.js'
import { createPrivately, type Database, openDatabase, openToRead } from './sqlite.js'

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

/** Opens or creates the store of a profile. Undefined when it cannot be used. */
export function openPeopleStore(profile: string, log: Log): PeopleStore | undefined {
  const file = path.join(profile, peopleFile)
  let database: Database | undefined
  try {
    createPrivately(file)
    database = openDatabase(file, schema)
    return new SqlitePeopleStore(database)
  } catch (error) {
    database?.close()
    log.error('who approves on a phone cannot be read: nobody does until the file is repaired or removed', {
      file,
      error: `${error}`,
    })
    return undefined
  }
}

/** The people of a profile, read-only. @throws Error when they cannot be read */
export function readPeople(profile: string): StoredPerson[] {
  const database = openToRead(path.join(profile, peopleFile), 'alone')
  try {
    return peopleIn(database)
  } finally {
    database.close()
  }
}

class SqlitePeopleStore implements PeopleStore {
  readonly #database: Database

  constructor(database: Database) {
    this.#database = database
  }

  all(): StoredPerson[] {
    return peopleIn(this.#database)
  }

  add({ id, name, keyHash, pairedAt }: StoredPerson): void {
    this.#database
      .prepare('INSERT INTO person (id, name, key_hash, paired_at) VALUES (?, ?, ?, ?)')
      .run(id, name, keyHash, pairedAt)
  }

  touch(id: string, at: string): void {
    this.#database.prepare('UPDATE person SET last_seen_at = ? WHERE id = ?').run(at, id)
  }

  remove(id: string): void {
    this.#database.prepare('DELETE FROM person WHERE id = ?').run(id)
  }

  close(): void {
    this.#database.close()
  }
}

const peopleIn = (database: Database): StoredPerson[] =>
  database.prepare('SELECT * FROM person ORDER BY paired_at, id').all().flatMap(personOf)

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
