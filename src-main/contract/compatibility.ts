/**
 * Compatibility: whether a new manifest of a capability still works for callers of the old one.
 *
 * See docs/protocol.md#versions-compatibility; `compatibility/` has the rules.
 */
import { type Level, levelOf, type SchemaChange } from './compatibility/change.js'
import { compareManifests } from './compatibility/manifest-change.js'
import type { CapabilityManifest } from './generated/capability-manifest.js'

export { isAllowedBump, neededVersion } from './compatibility/bump.js'
export type { Level, SchemaChange } from './compatibility/change.js'

export interface ManifestComparison {
  readonly level: Level
  readonly changes: readonly SchemaChange[]
}

/** The changes from one manifest to another. Both have bounded schemas without references. */
export function compare(from: CapabilityManifest, to: CapabilityManifest): ManifestComparison {
  const changes = compareManifests(from, to)
  return { level: levelOf(changes), changes }
}
