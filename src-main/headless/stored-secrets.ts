/**
 * Stored secrets: where a program without a desktop keeps secrets, which is its memory, as it has no credential store.
 *
 * Guards invariant 8: what the desktop program stored under a name is deleted when the secret of that name goes or changes.
 */
import { memorySecrets, type SecretStore } from '../gateway/ports/client-access.js'
import { readSecretsFile, writeSecretsFile } from '../storage/secrets-file.js'

/**
 * Secrets of servers in memory. What the desktop program stored under the name is obsolete then, and is deleted: it
 * would be sent to a server that was removed or has another address now.
 */
export function memoryServerSecrets(profile: string): SecretStore {
  const secrets = memorySecrets()
  const deleteStored = (name: string) => {
    const { [name]: stored, ...others } = readSecretsFile(profile)
    if (stored !== undefined) writeSecretsFile(profile, others)
  }
  return {
    get: secrets.get,
    set(name, secret) {
      deleteStored(name)
      return secrets.set(name, secret)
    },
    delete(name) {
      deleteStored(name)
      secrets.delete(name)
    },
  }
}
