/**
 * Manifest facts: what the schema worker computed from a manifest, stored with it.
 *
 * Guards startup time: scanning the texts of the largest offer takes more than a second.
 */
import { isMembers } from '@contract/compatibility/same.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { TextFinding, TextFindingKind } from '@shared/servers/text-finding.js'
import { knownFindings, rememberFindings } from '../policy/text/text-scan.js'
import { knownDigest, rememberDigest } from '../policy/trust/manifest-digest.js'

/** Digest and findings; null when not computed. */
export const factsOf = (manifest: CapabilityManifest): readonly [string | null, readonly TextFinding[] | null] => [
  knownDigest(manifest) ?? null,
  knownFindings(manifest) ?? null,
]

/** Invalid facts are ignored: they are computed again when needed. */
export function rememberFacts(manifest: CapabilityManifest, facts: unknown): void {
  if (!Array.isArray(facts)) return
  const [digest, findings]: readonly unknown[] = facts
  if (typeof digest === 'string') rememberDigest(manifest, digest)
  if (Array.isArray(findings) && findings.every(isFinding)) rememberFindings(manifest, findings)
}

const kinds: Readonly<Record<TextFindingKind, true>> = {
  instruction: true,
  hidden: true,
  ansi: true,
  lookalikes: true,
  link: true,
  encoded: true,
  'other-tool': true,
}

const isFinding = (value: unknown): value is TextFinding =>
  isMembers(value) &&
  typeof value.kind === 'string' &&
  Object.hasOwn(kinds, value.kind) &&
  typeof value.path === 'string' &&
  typeof value.excerpt === 'string'
