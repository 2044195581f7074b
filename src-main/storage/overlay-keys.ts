/**
 * Overlay keys: validates the key of the overlay.
 *
 * Guards invariant 8: only the SHA-256 of the key is stored, and an unreadable row accepts no key.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import type { OverlayKeys } from '../gateway/ports/client-access.js'
import type { StateDatabase } from './state-database.js'

export function overlayKeysIn(state: StateDatabase): OverlayKeys {
  let stored = storedHashIn(state)
  return {
    exists: () => stored !== undefined,
    isKey: (key) => stored !== undefined && timingSafeEqual(hashOf(key), stored),
    store(key) {
      const hash = hashOf(key)
      state.prepare('INSERT OR REPLACE INTO overlay_key VALUES (1, ?)').run(hash.toString('hex'))
      stored = hash
    },
  }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

function storedHashIn(state: StateDatabase): Buffer | undefined {
  const keyHash = state.prepare('SELECT key_hash FROM overlay_key').get()?.key_hash
  return typeof keyHash === 'string' && /^[0-9a-f]{64}$/u.test(keyHash) ? Buffer.from(keyHash, 'hex') : undefined
}
