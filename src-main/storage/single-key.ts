/**
 * Single key: validates the one key of something: of the overlay, or of a Stream Deck.
 *
 * Guards invariant 8: only the SHA-256 of the key is stored, and an unreadable row accepts no key.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { SingleKey } from '../gateway/ports/client-access.js'
import type { StateDatabase } from './state-database.js'

type Table = 'overlay_key' | 'deck_key'

export function singleKeyIn(state: StateDatabase, table: Table): SingleKey {
  let stored = storedHashIn(state, table)
  return {
    exists: () => stored !== undefined,
    isKey: (key) => stored !== undefined && timingSafeEqual(hashOf(key), stored),
    store(key) {
      const hash = hashOf(key)
      state.prepare(`INSERT OR REPLACE INTO ${table} VALUES (1, ?)`).run(hash.toString('hex'))
      stored = hash
    },
  }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

function storedHashIn(state: StateDatabase, table: Table): Buffer | undefined {
  const keyHash = state.prepare(`SELECT key_hash FROM ${table}`).get()?.key_hash
  return typeof keyHash === 'string' && /^[0-9a-f]{64}$/u.test(keyHash) ? Buffer.from(keyHash, 'hex') : undefined
}
