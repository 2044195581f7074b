/** Difference: the changes between two manifests, as shown to a person. */
import type { CapabilityManifest } from '../generated/capability-manifest.js'
import type { SchemaChange } from './change.js'
import { compareManifests } from './manifest-change.js'

/** One difference between the manifest that was accepted and the one that is offered. */
export interface ManifestDifference {
  /** JSON pointer into the manifest. */
  readonly path: string
  readonly kind: 'added' | 'removed' | 'changed'
  /** Absent when the member was added. */
  readonly before?: unknown
  /** Absent when the member was removed. */
  readonly after?: unknown
  /** Whether callers that work with the accepted manifest may fail with the offered one. */
  readonly breaking: boolean
}

export const differenceOf = ({ path, level, from, to }: SchemaChange): ManifestDifference => ({
  path,
  kind: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
  ...(from !== undefined && { before: from }),
  ...(to !== undefined && { after: to }),
  breaking: level === 'major',
})

/** Every difference, including a version that only increases. */
export const differencesBetween = (from: CapabilityManifest, to: CapabilityManifest): readonly ManifestDifference[] =>
  compareManifests(from, to).map(differenceOf)
