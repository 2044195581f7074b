/**
 * Manifest digest: the hash of everything a manifest says, whatever the order of its members.
 *
 * Two manifests say the same exactly when their digests are equal. Manifests never change, so each is hashed once.
 */
import { createHash } from 'node:crypto'
import { canonical } from '../contract/canonical-json.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'

const known = new WeakMap<CapabilityManifest, string>()

/** SHA-256 in hex. */
export function digestOf(manifest: CapabilityManifest): string {
  const digest = known.get(manifest) ?? createHash('sha256').update(canonical(manifest)).digest('hex')
  known.set(manifest, digest)
  return digest
}

/** Of one whose digest was worked out elsewhere. */
export const rememberDigest = (manifest: CapabilityManifest, digest: string): void => void known.set(manifest, digest)
