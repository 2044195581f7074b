/** Server abilities: what a connected server can do here, from its replies, its files and what its way adds. */
import type { Clock } from '../../gateway/ports/runtime.js'
import type { ServerBackups } from './backup/server-backups.js'
import type { JavaBuilds } from './build/java-builds.js'
import type { JavaAbilities, Sight } from './capabilities/java-capability.js'
import type { JavaProbeResult } from './dialects/probe.js'
import type { FolderFeatureSet } from './folder-features.js'
import type { ServerWay } from './ports.js'

interface ServerFilesHere {
  /** Undefined while its files cannot be used. */
  readonly features: FolderFeatureSet | undefined
  /** What is needed where its files are not read. */
  readonly needsFiles: 'folder' | 'files'
}

interface ServerParts {
  readonly way: Pick<ServerWay, 'console' | 'management'>
  readonly backups?: ServerBackups
  readonly sight?: Sight
  readonly builds?: JavaBuilds
  readonly clock: Pick<Clock, 'now'>
}

export function abilitiesOf(
  { dialect, reads }: Pick<JavaProbeResult, 'dialect' | 'reads'>,
  { features, needsFiles }: ServerFilesHere,
  { way: { console, management }, backups, sight, builds, clock }: ServerParts,
): JavaAbilities {
  return {
    dialect,
    reads,
    ...(features?.reading ? { files: features.reading } : { needsFiles }),
    ...(features && { hasLog: true }),
    ...(features?.snapshots && { snapshots: features.snapshots }),
    ...(features?.reading && console && backups && { backups }),
    ...(features?.snapshots && builds && { builds }),
    ...(management && { management }),
    ...(sight && { sight }),
    now: () => clock.now(),
  }
}
