/**
 * People store: the people who approve on their own phone.
 *
 * Guards invariants 2 and 8: it contains no keys, and an invalid row lets nobody approve.
 */
import type { PeopleStore, StoredPerson } from '../gateway/ports/people.js'
import { isPersonName } from '../policy/rights/new-person.js'
import type { StateDatabase } from './state-database.js'

export const peopleStoreIn = (state: StateDatabase): PeopleStore => ({
  all: () => peopleIn(state),
  add({ id, name, keyHash, pairedAt }) {
    state
      .prepare('INSERT INTO person (id, name, key_hash, paired_at) VALUES (?, ?, ?, ?)')
      .run(id, name, keyHash, pairedAt)
  },
  touch: (id, at) => void state.prepare('UPDATE person SET last_seen_at = ? WHERE id = ?').run(at, id),
  remove: (id) => void state.prepare('DELETE FROM person WHERE id = ?').run(id),
})

const peopleIn = (state: StateDatabase): StoredPerson[] =>
  state.prepare('SELECT * FROM person ORDER BY paired_at, id').all().flatMap(personOf)

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
