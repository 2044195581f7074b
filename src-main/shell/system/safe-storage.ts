/**
 * Safe storage: secrets encrypted with a key of the operating system (invariant 8).
 *
 * Without a key store of the system, a secret is kept in memory only.
 */
import { safeStorage } from 'electron'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { readSecretsFile, writeSecretsFile } from '../../storage/secrets-file.js'

export function openSafeStorage(profile: string, log: Log): SecretStore {
  const encrypted = readSecretsFile(profile)
  const unsaved = new Map<string, string>()
  const save = () => writeSecretsFile(profile, encrypted)

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
      if (!hasKeychain()) {
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
export const hasKeychain = (): boolean =>
  safeStorage.isEncryptionAvailable() &&
  (process.platform !== 'linux' || safeStorage.getSelectedStorageBackend() !== 'basic_text')
