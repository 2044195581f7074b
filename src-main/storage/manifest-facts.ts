/**
 * Manifest facts: what the schema worker found out of a manifest, stored beside it.
 *
 * Guards that reading what a server offered last does not hold the program up: looking through the texts of the largest
 * offer takes more than a second.
 */
import { isMembers } from '../contract/compatibility/same.js'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { TextFinding, TextFindingKind } from '../contract/text-finding.js'
import { knownDigest, rememberDigest } from '../policy/manifest-digest.js'
import { knownFindings, rememberFindings } from '../policy/text-scan.js'

/** Digest and findings, null where nobody has worked them out. */
export const factsOf = (manifest: CapabilityManifest): readonly [string | null, readonly TextFinding[] | null] => [
  knownDigest(manifest) ?? null,
  knownFindings(manifest) ?? null,
]

/** Of what is no such fact nothing is remembered: it is worked out again where it is needed. */
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
