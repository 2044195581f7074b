/** Difference: what changed from one manifest to another, as a person is shown it. */
import type { CapabilityManifest } from '../generated/capability-manifest.js'
import type { ManifestDifference } from '../quarantine.js'
import type { Change } from './change.js'
import { compareManifests } from './manifest-change.js'

export const differenceOf = ({ path, level, from, to }: Change): ManifestDifference => ({
  path,
  kind: from === undefined ? 'added' : to === undefined ? 'removed' : 'changed',
  ...(from !== undefined && { before: from }),
  ...(to !== undefined && { after: to }),
  breaking: level === 'major',
})

/** Everything that differs, a version that only goes on too. */
export const differencesBetween = (from: CapabilityManifest, to: CapabilityManifest): readonly ManifestDifference[] =>
  compareManifests(from, to).map(differenceOf)
