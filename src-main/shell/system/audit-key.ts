/**
 * Audit key: signs the head of the audit trail; the seal records that it was signed.
 *
 * Detects a head that was replaced by an unsigned one: when the key is older than this start, a signed head must exist,
 * even if the seal is missing.
 */
import { randomBytes } from 'node:crypto'
import type { ChatKeyStore } from '../../gateway/clients/chat-logins.js'
import type { SecretStore } from '../../gateway/ports/client-access.js'
import type { CheckpointSeal } from '../../storage/audit/checkpoint.js'

const [keyName, sealName] = ['audit-head', 'audit-head-sequence']

export interface AuditKey {
  readonly key: string
  readonly seal: CheckpointSeal
}

/** Created when missing; undefined where it could not be stored. */
export function auditKeyOf(secrets: SecretStore): AuditKey | undefined {
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

const name = 'chat-key'

/** Stored in the credential store, so that players keep their pseudonyms across starts (invariant 8). */
export const chatKeyIn = (secrets: Pick<SecretStore, 'get' | 'set'>): ChatKeyStore => ({
  read: () => secrets.get(name),
  write: (key) => void secrets.set(name, key),
})
