/**
 * Overlay keys: validates the key of the overlay. Its hash is stored in a separate file.
 *
 * Guards invariant 8: only the SHA-256 of the key is stored, and an unreadable file accepts no key.
 */
import { createHash, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'
import path from 'node:path'
import type { OverlayKeys } from '../gateway/ports/client-access.js'
import { writePrivateFile } from './profile.js'

export const overlayFile = 'overlay.json'

export function openOverlayKeys(profile: string): OverlayKeys {
  const file = path.join(profile, overlayFile)
  let stored = storedHashIn(file)
  return {
    exists: () => stored !== undefined,
    isKey: (key) => stored !== undefined && timingSafeEqual(hashOf(key), stored),
    store(key) {
      const hash = hashOf(key)
      writePrivateFile(file, `${JSON.stringify({ keyHash: hash.toString('hex') })}\n`)
      stored = hash
    },
  }
}

const hashOf = (key: string): Buffer => createHash('sha256').update(key).digest()

function storedHashIn(file: string): Buffer | undefined {
  try {
    const { keyHash } = JSON.parse(readFileSync(file, 'utf8')) as Readonly<Record<string, unknown>>
    return typeof keyHash === 'string' && /^[0-9a-f]{64}$/u.test(keyHash) ? Buffer.from(keyHash, 'hex') : undefined
  } catch {
    return undefined
  }
}
