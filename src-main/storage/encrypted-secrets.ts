/**
 * Encrypted secrets: the secrets of a program without a desktop, in the secrets file of the profile.
 *
 * Guards invariant 8: each is encrypted with AES-256-GCM and bound to its name; the key never lies in the profile. Fails
 * closed: with another key, without one, or with a file that cannot be read, nothing opens and the file stays as it is.
 */
import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { SecretStore } from '../gateway/ports/client-access.js'
import type { Log } from '../gateway/ports/runtime.js'
import { loadSecretsFile, readSecretsFile, secretsFileOf, writeSecretsFile } from './secrets-file.js'

/** `FORMAT:KEY ID:BASE64 of the nonce, the tag and the text`. The desktop program writes plain base64. */
const format = 'aes-256-gcm'
const cipher = 'aes-256-gcm'
/** In bytes. */
const [keyLength, idLength, nonceLength, tagLength] = [32, 8, 12, 16]

/**
 * @param key a random text, at least 128 bits of it
 * @throws Error with a sentence when the file cannot be read, or was encrypted with another key
 */
export function openEncryptedSecrets(profile: string, key: string, log: Log): SecretStore {
  const encryption = encryptionWith(key)
  const encrypted = new Map(Object.entries(loaded(profile)))
  if ([...encrypted.values()].some((value) => isEncrypted(value) && !encryption.isOwn(value)))
    throw new Error(`The secrets in ${secretsFileOf(profile)} were encrypted with another key. ${whatToDo}`)
  const save = () => writeSecretsFile(profile, Object.fromEntries(encrypted))

  return {
    get(name) {
      const value = encrypted.get(name)
      // A secret that the desktop program stored is not ours to read.
      if (value === undefined || !encryption.isOwn(value)) return undefined
      const secret = encryption.decrypt(name, value)
      if (secret === undefined) log.warn('a secret could not be decrypted: it must be entered again', { name })
      return secret
    },
    set(name, secret) {
      encrypted.set(name, encryption.encrypt(name, secret))
      try {
        save()
        return true
      } catch (error) {
        log.error('a secret could not be saved: it is forgotten when the program ends', { name, reason: `${error}` })
        return false
      }
    },
    delete(name) {
      if (encrypted.delete(name)) save()
    },
  }
}

/** @throws Error with a sentence when there are secrets that need a key */
export function refuseEncryptedSecrets(profile: string): void {
  if (Object.values(readSecretsFile(profile)).some(isEncrypted))
    throw new Error(`The secrets in ${secretsFileOf(profile)} are encrypted, and no key was given. ${whatToDo}`)
}

const whatToDo =
  'Nothing was changed. Start with the right --secrets-key-file. If that key is lost, delete this file and enter the tokens again.'

const isEncrypted = (value: string): boolean => value.startsWith(`${format}:`)

function loaded(profile: string): Record<string, string> {
  try {
    return loadSecretsFile(profile)
  } catch (error) {
    const reason = (error as NodeJS.ErrnoException).code ?? 'it is damaged'
    throw new Error(
      `The secrets in ${secretsFileOf(profile)} can't be read (${reason}). Nothing was changed. Put back a copy, or delete this file and enter the tokens again.`,
    )
  }
}

function encryptionWith(secret: string) {
  const derived = Buffer.from(hkdfSync('sha256', secret, '', 'gatehouse secrets', keyLength + idLength))
  const key = derived.subarray(0, keyLength)
  const prefix = `${format}:${derived.subarray(keyLength).toString('hex')}:`
  return {
    isOwn: (value: string): boolean => value.startsWith(prefix),
    encrypt(name: string, text: string): string {
      const nonce = randomBytes(nonceLength)
      const encrypting = createCipheriv(cipher, key, nonce).setAAD(Buffer.from(name))
      const body = Buffer.concat([encrypting.update(text, 'utf8'), encrypting.final()])
      return prefix + Buffer.concat([nonce, encrypting.getAuthTag(), body]).toString('base64')
    },
    /** Undefined when it was changed, or belongs to another name. */
    decrypt(name: string, value: string): string | undefined {
      const bytes = Buffer.from(value.slice(prefix.length), 'base64')
      const [nonce, tag] = [bytes.subarray(0, nonceLength), bytes.subarray(nonceLength, nonceLength + tagLength)]
      try {
        const decrypting = createDecipheriv(cipher, key, nonce, { authTagLength: tagLength })
        decrypting.setAAD(Buffer.from(name)).setAuthTag(tag)
        const body = bytes.subarray(nonceLength + tagLength)
        return Buffer.concat([decrypting.update(body), decrypting.final()]).toString('utf8')
      } catch {
        return undefined
      }
    },
  }
}
