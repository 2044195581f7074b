/** Connected builds: the builds of a server over any console, and over blocks that a test holds in memory. */
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { Clock, Log } from '../../../src-main/gateway/ports/runtime.js'
import { JavaBuilds, type JavaBuildsOptions } from '../../../src-main/providers/java/build/java-builds.js'
import type { JavaAbilities } from '../../../src-main/providers/java/capabilities/java-capability.js'
import { CommandDialect } from '../../../src-main/providers/java/dialects/dialect.js'
import { gameVersionOf } from '../../../src-main/providers/java/dialects/game-version.js'
import type { BlockVolume, Box } from '../../../src-main/providers/java/folder/block-volume.js'
import type { ServerFolder } from '../../../src-main/providers/java/folder/server-folder.js'
import type { Console } from '../../../src-main/providers/java/ports.js'
import { BlockSnapshots } from '../../../src-main/providers/java/snapshots/block-snapshots.js'
import { SnapshotGroups } from '../../../src-main/providers/java/snapshots/snapshot-groups.js'
import { type SnapshotLimits, SnapshotStore } from '../../../src-main/providers/java/snapshots/snapshot-store.js'
import { TakenSnapshots } from '../../../src-main/providers/java/snapshots/taken-snapshots.js'
import { ConsoleWorldEditor } from '../../../src-main/providers/java/snapshots/world-editor.js'

export interface ConnectedBuildsOptions extends Partial<Omit<JavaBuildsOptions, 'clock' | 'log' | 'store'>> {
  readonly console: Console
  readonly limits?: SnapshotLimits
  readonly version?: string
  readonly profile: string
  readonly clock: Clock
  readonly log: Log
  /** As they were saved last. */
  readonly blocks: (box: Box) => Promise<BlockVolume>
  readonly planOf: JavaBuildsOptions['planOf']
}

export interface ConnectedBuilds {
  readonly builds: JavaBuilds
  /** For `builds.connect`. */
  readonly abilities: JavaAbilities
  readonly groups: SnapshotGroups
}

export function connectBuilds(options: ConnectedBuildsOptions): ConnectedBuilds {
  const { console, version = '1.21.1', profile, clock, log, blocks: read, limits, ...more } = options
  mkdirSync(profile, { recursive: true })
  const dialect = new CommandDialect(console, { version: gameVersionOf(version) ?? [], prefix: '' })
  const editor = new ConsoleWorldEditor(console)
  const folder = { blocks: (_dimension: string, box: Box) => read(box) } as ServerFolder
  const store = new SnapshotStore(path.join(profile, 'snapshots'), limits)
  const blocks = new BlockSnapshots({ folder, editor, store, clock, log })
  const { address = () => 'rcon://127.0.0.1:25575' } = more
  const groups = new SnapshotGroups({ blocks, store, folder, editor, address })
  const taken = new TakenSnapshots(blocks, log)
  const builds = new JavaBuilds({
    serverId: 'server',
    halts: { state: () => 'none', onDidChange: () => () => undefined },
    areas: () => [],
    ...more,
    address,
    clock,
    log,
    store: path.join(profile, 'builds'),
  })
  const snapshots = { blocks, store, taken, groups, folder, editor }
  return { builds, groups, abilities: { dialect, reads: new Set(), snapshots, builds } }
}
