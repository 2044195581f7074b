/**
 * Manifest digests: cached hashes of immutable manifests.
 *
 * The schema worker computes them; comparisons look here before hashing on the main thread.
 */
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'

const known = new WeakMap<CapabilityManifest, string>()

/** SHA-256 in hex of its canonical JSON; undefined when it is not computed yet. */
export const knownDigest = (manifest: CapabilityManifest): string | undefined => known.get(manifest)

export const rememberDigest = (manifest: CapabilityManifest, digest: string): void => void known.set(manifest, digest)
