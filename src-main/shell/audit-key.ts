/**
 * Audit key: what signs the head of the audit trail, and the seal that says that it was signed.
 *
 * Guards against a head that is put back without a signature: with a key that is older than this start, there was a
 * signed one, also where the seal itself is gone.
 */
import { randomBytes } from 'node:crypto'
import type { SecretStore } from '../gateway/ports.js'
import type { HeadSeal } from '../storage/audit/kept-head.js'

const [keyName, sealName] = ['audit-head', 'audit-head-sequence']

export interface AuditKey {
  readonly key: string
  readonly seal: HeadSeal
}

/** Made when there is none; undefined where it would not be kept. */
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
