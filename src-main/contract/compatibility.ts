/**
 * Compatibility: whether a new manifest of a capability still works for callers of the old one.
 *
 * Pure. See docs/protocol.md#versions-compatibility; `compatibility/` has the rules.
 */
import { type Level, levelOf, type SchemaChange } from './compatibility/change.js'
import { compareManifests } from './compatibility/manifest-change.js'
import type { CapabilityManifest } from './generated/capability-manifest.js'

export { isAllowedBump, neededVersion } from './compatibility/bump.js'
export type { Level, SchemaChange } from './compatibility/change.js'

export interface Compared {
  readonly level: Level
  readonly changes: readonly SchemaChange[]
}

/** How much changed from one manifest to another. The schemas of both are bounded and refer to nothing. */
export function compare(from: CapabilityManifest, to: CapabilityManifest): Compared {
  const changes = compareManifests(from, to)
  return { level: levelOf(changes), changes }
}
