/**
 * Fingerprint: a hash of the subject of a person's answer. For an approval: capability, version, risk, parameters,
 * server, caller and arguments.
 *
 * Guards invariant 3. Two calls have the same fingerprint only when a person would read the same request.
 */
import { createHash } from 'node:crypto'
import type { Caller, JsonObject } from '@contract/call.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import { canonical } from '@contract/json/canonical-json.js'
import { knownDigest, rememberDigest } from '../../policy/trust/manifest-digest.js'

export interface Bound {
  readonly manifest: Pick<CapabilityManifest, 'id' | 'version' | 'risk' | 'parameters'>
  readonly serverId: string
  /** Includes the shown name, because several programs behind the bridge share one id. */
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

/** Manifests are replaced and never changed, so their hash can be cached. */
const manifestHashes = new WeakMap<object, string>()

/** SHA-256 in hex of the part of a manifest that a rule covers: its risk and parameters. */
export function manifestHashOf(manifest: Pick<CapabilityManifest, 'id' | 'type' | 'risk' | 'parameters'>): string {
  const known = manifestHashes.get(manifest)
  if (known !== undefined) return known
  const { id, type, risk, parameters } = manifest
  const hash = createHash('sha256').update(canonical({ id, type, risk, parameters })).digest('hex')
  manifestHashes.set(manifest, hash)
  return hash
}

/** SHA-256 in hex. */
export const argumentsHashOf = (given: JsonObject): string =>
  createHash('sha256').update(canonical(given)).digest('hex')

/** The shown data of a capability waiting for acceptance: the server, its offer, and the accepted version. */
export interface SeenOffer {
  readonly serverId: string
  readonly offered: CapabilityManifest
  readonly accepted: CapabilityManifest | undefined
}

/** SHA-256 in hex of a whole manifest. */
export function manifestDigestOf(manifest: CapabilityManifest): string {
  const digest = knownDigest(manifest) ?? createHash('sha256').update(canonical(manifest)).digest('hex')
  rememberDigest(manifest, digest)
  return digest
}

/** Whether two manifests are equal, in any key order. */
export const isSameManifest = (one: CapabilityManifest, other: CapabilityManifest | undefined): boolean =>
  one === other || (other !== undefined && manifestDigestOf(one) === manifestDigestOf(other))

/** SHA-256 in hex. Guards invariant 4: only what was shown is accepted. */
export const shownFingerprintOf = ({ serverId, offered, accepted }: SeenOffer): string =>
  createHash('sha256')
    .update(canonical([serverId, manifestDigestOf(offered), accepted ? manifestDigestOf(accepted) : null]))
    .digest('hex')
