/**
 * Kept secrets: what the program keeps in a credential store that outlives it, be it that of the system or the encrypted
 * file of a program without a desktop.
 *
 * The audit key signs the head of the audit trail; the seal records that it was signed. A head that was replaced by an
 * unsigned one is detected: when the key is older than this start, a signed head must exist, even if the seal is missing.
 */
import { randomBytes } from 'node:crypto'
import { serviceSecretPrefix } from '../connect/import/service-imports.js'
import type { ChatKeyStore } from '../gateway/clients/chat-logins.js'
import type { SecretStore } from '../gateway/ports/client-access.js'
import { chatSecretOf } from '../owner/orders/features.js'
import type { CheckpointSeal } from '../storage/audit/checkpoint.js'
import type { ComposeOptions } from './composed.js'

/** The options of a program whose secrets outlive it. */
export function keptSecrets(
  secrets: SecretStore,
): Pick<
  ComposeOptions,
  | 'auditKey'
  | 'chatKey'
  | 'chatKeyFor'
  | 'serviceSecretOf'
  | 'serviceTokens'
  | 'streamingSecrets'
  | 'telemetryHeaders'
  | 'xiaozhiAddresses'
> {
  const auditKey = auditKeyOf(secrets)
  return {
    chatKey: chatKeyIn(secrets),
    xiaozhiAddresses: secrets,
    streamingSecrets: secrets,
    telemetryHeaders: secrets,
    chatKeyFor: (origin) => secrets.get(chatSecretOf(origin)),
    serviceSecretOf: (name) => secrets.get(serviceSecretPrefix + name),
    serviceTokens: secrets,
    ...(auditKey && { auditKey }),
  }
}

const [keyName, sealName] = ['audit-head', 'audit-head-sequence']

interface AuditKey {
  readonly key: string
  readonly seal: CheckpointSeal
}

/** Created when missing; undefined where it could not be stored. */
function auditKeyOf(secrets: SecretStore): AuditKey | undefined {
  const known = secrets.get(keyName)
  const key = known ?? randomBytes(32).toString('base64url')
  if (known === undefined && !secrets.set(keyName, key)) return undefined
  return {
    key,
    seal: {
      read: () => (known === undefined ? undefined : sequenceIn(secrets.get(sealName))),
      write: (sequence) => void secrets.set(sealName, String(sequence)),
    },
  }
}

function sequenceIn(kept: string | undefined): number {
  const sequence = Number(kept)
  return Number.isSafeInteger(sequence) && sequence > 0 ? sequence : 0
}

const chatKeyName = 'chat-key'

/** Stored in the credential store, so that players keep their pseudonyms across starts (invariant 8). */
const chatKeyIn = (secrets: Pick<SecretStore, 'get' | 'set'>): ChatKeyStore => ({
  read: () => secrets.get(chatKeyName),
  write: (key) => void secrets.set(chatKeyName, key),
})
