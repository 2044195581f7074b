/**
 * Safe storage: secrets encrypted with a key of the operating system (invariant 8).
 *
 * Without a key store of the system, a secret is kept in memory only.
 */
import { readFileSync } from 'node:fs'
import path from 'node:path'
import { safeStorage } from 'electron'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { writePrivateFile } from '../../storage/profile.js'

const secretsFile = 'secrets.json'

export function openSafeStorage(profile: string, log: Log): SecretStore {
  const file = path.join(profile, secretsFile)
  const encrypted = readStored(file)
  const unsaved = new Map<string, string>()
  const save = () => writePrivateFile(file, JSON.stringify(encrypted))

  return {
    get(name) {
      const stored = encrypted[name]
      if (unsaved.has(name) || stored === undefined) return unsaved.get(name)
      try {
        return safeStorage.decryptString(Buffer.from(stored, 'base64'))
      } catch {
        log.warn('a secret could not be decrypted: it must be entered again', { name })
        return undefined
      }
    },
    set(name, secret) {
      if (!isSafe()) {
        unsaved.set(name, secret)
        log.warn('the system has no credential store: this one is forgotten when the program ends', { name })
        return false
      }
      encrypted[name] = safeStorage.encryptString(secret).toString('base64')
      save()
      return true
    },
    delete(name) {
      unsaved.delete(name)
      if (!(name in encrypted)) return
      delete encrypted[name]
      save()
    },
  }
}

/** On Linux without a keyring Electron would encrypt with a publicly known key. */
const isSafe = (): boolean =>
  safeStorage.isEncryptionAvailable() &&
  (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text')

function readStored(file: string): Record<string, string> {
  try {
    const value: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (typeof value !== 'object' || value === null) return {}
    return Object.fromEntries(
      Object.entries(value).filter((entry): entry is [string, string] => typeof entry[1] === 'string'),
    )
  } catch {
    return {}
  }
}
