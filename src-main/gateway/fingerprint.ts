/**
 * Fingerprint: what a person's answer is about, as one hash. Of an approval: capability, version, risk, parameters,
 * server, caller and arguments.
 *
 * Guards invariant 3. Two calls have the same fingerprint only when a person would read the same question.
 */
import { createHash } from 'node:crypto'
import type { Caller, JsonObject } from '../contract/call.js'
import { canonical } from '../contract/canonical-json.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import { knownDigest, rememberDigest } from '../policy/manifest-digest.js'

export interface Bound {
  readonly manifest: Pick<CapabilityManifest, 'id' | 'version' | 'risk' | 'parameters'>
  readonly serverId: string
  /** With the name that is shown: behind the bridge stand several who share one id. */
  readonly caller: Pick<Caller, 'id' | 'name'>
  readonly given: JsonObject
}

/** SHA-256 in hex. */
export const fingerprintOf = ({
  manifest: { id, version, risk, parameters },
  serverId,
  caller: { id: callerId, name: callerName },
  given,
}: Bound): string =>
  createHash('sha256')
    .update(canonical({ id, version, risk, parameters, serverId, callerId, callerName, given }))
    .digest('hex')

/** SHA-256 in hex of what a standing answer counts for; with another risk or other parameters it is another capability. */
export const manifestHashOf = ({
  id,
  type,
  risk,
  parameters,
}: Pick<CapabilityManifest, 'id' | 'type' | 'risk' | 'parameters'>): string =>
  createHash('sha256').update(canonical({ id, type, risk, parameters })).digest('hex')

/** SHA-256 in hex. */
export const argumentsHashOf = (given: JsonObject): string =>
  createHash('sha256').update(canonical(given)).digest('hex')

/** What a person is shown of a capability that waits: the server, what it offers, what was accepted before. */
export interface Shown {
  readonly serverId: string
  readonly offered: CapabilityManifest
  readonly accepted: CapabilityManifest | undefined
}

/** SHA-256 in hex of everything a manifest says: two say the same exactly when it is the same. */
export function manifestDigestOf(manifest: CapabilityManifest): string {
  const digest = knownDigest(manifest) ?? createHash('sha256').update(canonical(manifest)).digest('hex')
  rememberDigest(manifest, digest)
  return digest
}

/** Whether two manifests say the same, in whatever order. */
export const isSameManifest = (one: CapabilityManifest, other: CapabilityManifest | undefined): boolean =>
  one === other || (other !== undefined && manifestDigestOf(one) === manifestDigestOf(other))

/** SHA-256 in hex. Guards invariant 4: what is accepted is what was shown. */
export const shownFingerprintOf = ({ serverId, offered, accepted }: Shown): string =>
  createHash('sha256')
    .update(canonical([serverId, manifestDigestOf(offered), accepted ? manifestDigestOf(accepted) : null]))
    .digest('hex')
