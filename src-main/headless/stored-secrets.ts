/**
 * Stored secrets: where a program without a desktop keeps secrets. With a key that is not in the profile they are
 * encrypted there; without one they are in memory, as there is no credential store.
 *
 * Guards invariant 8: what the desktop program stored under a name is deleted when the secret of that name goes or changes.
 */
import { realpathSync } from 'node:fs'
import path from 'node:path'
import { memorySecrets, type SecretStore } from '../gateway/ports/client-access.js'
import type { Log } from '../gateway/ports/runtime.js'
import { openEncryptedSecrets, refuseEncryptedSecrets } from '../storage/encrypted-secrets.js'
import { readSecretsFile, writeSecretsFile } from '../storage/secrets-file.js'
import type { SecretsKey } from './secrets-key.js'

export interface StoredSecrets {
  readonly secrets: SecretStore
  /** Whether they outlive the program. */
  readonly arePersistent: boolean
}

/** @throws Error with a sentence when what is stored needs another key, or the key lies in the profile */
export function openStoredSecrets(profile: string, key: SecretsKey | undefined, log: Log): StoredSecrets {
  if (key === undefined) {
    refuseEncryptedSecrets(profile)
    log.warn(
      'Tokens and passwords that are entered now are forgotten when the program ends. To keep them, start with --secrets-key-file FILE.',
    )
    return { secrets: memoryServerSecrets(profile), arePersistent: false }
  }
  if (key.file !== undefined && isInside(key.file, profile))
    throw new Error(
      `The key ${key.file} lies in the profile: a copy of the profile would contain it. Move it elsewhere, and start with its new --secrets-key-file.`,
    )
  return { secrets: openEncryptedSecrets(profile, key.key, log), arePersistent: true }
}

const isInside = (file: string, folder: string): boolean =>
  realpathSync(file).startsWith(`${realpathSync(folder)}${path.sep}`)

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
