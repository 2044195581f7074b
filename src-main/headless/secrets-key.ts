/**
 * Secrets key: the key with which a program without a desktop encrypts the secrets of its profile.
 *
 * Guards invariant 8: it comes from a file, the environment or standard input, never from the command line.
 */
import { existsSync } from 'node:fs'
import path from 'node:path'
import { givenSecret, type Secrets } from './secrets.js'

/** The name of the credential of a systemd service. */
const credentialName = 'gatehouse-key'
/** Characters of a key with at least 128 random bits: `openssl rand -base64 32` writes 44. */
const minKeyLength = 32

export interface SecretsKey {
  readonly key: string
  /** Where it was read. */
  readonly file?: string
}

/** Undefined when no key is given. @throws Error with a sentence when it cannot be used */
export function secretsKeyOf(
  given: string | undefined,
  secrets: Secrets,
  environment: Readonly<Record<string, string | undefined>>,
): SecretsKey | undefined {
  const file = given ?? credentialIn(environment.CREDENTIALS_DIRECTORY)
  const key = secrets.one('secrets-key', givenSecret(undefined, file))
  if (key === undefined) return undefined
  if (key.length < minKeyLength)
    throw new Error(
      `The key for secrets needs at least ${minKeyLength} characters. Make one with: openssl rand -base64 32`,
    )
  return { key, ...(file !== undefined && { file }) }
}

/** systemd puts the credentials of a service there. */
function credentialIn(folder: string | undefined): string | undefined {
  const file = folder && path.join(folder, credentialName)
  return file && existsSync(file) ? file : undefined
}
