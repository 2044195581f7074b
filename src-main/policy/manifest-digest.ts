/**
 * Manifest digests: hashes of everything a manifest says, remembered by the manifest, which never changes.
 *
 * The schema worker works them out; whoever compares manifests asks here before hashing one on the main thread.
 */
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'

const known = new WeakMap<CapabilityManifest, string>()

/** SHA-256 in hex of its canonical JSON; undefined while nobody has worked it out. */
export const knownDigest = (manifest: CapabilityManifest): string | undefined => known.get(manifest)

export const rememberDigest = (manifest: CapabilityManifest, digest: string): void => void known.set(manifest, digest)
