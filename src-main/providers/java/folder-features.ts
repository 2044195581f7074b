/**
 * Folder features: what the files and the log of a server add to its console: blocks, snapshots, weather and events.
 *
 * The caller handles a folder that cannot be used; see `folder-access.ts`.
 */
import path from 'node:path'
import type { LogReading } from '@shared/servers/log-reading.js'
import type { AccountCheck } from '@shared/servers/server.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { ServerBackups } from './backup/server-backups.js'
import type { FolderReading, Snapshots } from './capabilities/java-capability.js'
import type { DialectTraits } from './dialects/dialect.js'
import { type GameVersion, isInRange } from './dialects/game-version.js'
import type { ListedPlayer } from './dialects/player-list.js'
import { openServerFolder, type ServerFolder } from './folder/server-folder.js'
import type { SoftwareFacts } from './folder/server-software.js'
import type { JavaLogEvent } from './log/log-events.js'
import { JavaLogFollower, type LogSource, logOf, pushedLog } from './log/log-follower.js'
import type { LogTail } from './log/log-tail.js'
import type { Console, ServerWay } from './ports.js'
import { BlockSnapshots } from './snapshots/block-snapshots.js'
import { SnapshotGroups } from './snapshots/snapshot-groups.js'
import { SnapshotStore } from './snapshots/snapshot-store.js'
import { TakenSnapshots } from './snapshots/taken-snapshots.js'
import { ConsoleWorldEditor } from './snapshots/world-editor.js'

export interface FolderFeaturesOptions {
  /** With files, a log, or both. */
  readonly way: Pick<ServerWay, 'openFiles' | 'openLog' | 'power'>
  /** Folder in the profile for the data of this server. */
  readonly store: string
  readonly address: string
  /** Outlives this connection. */
  readonly backups: ServerBackups
  readonly clock: Clock
  readonly log: Log
}

/** Whether a way adds anything to a console. */
export const isReadable = ({ openFiles, openLog }: ServerWay): boolean =>
  openFiles !== undefined || openLog !== undefined

export interface LogListeners {
  readonly onEvent: (event: JavaLogEvent) => void
  readonly tail: LogTail
}

export interface FolderFeatureSet {
  readonly reading?: FolderReading
  readonly snapshots?: Snapshots
}

export class FolderFeatures {
  readonly #options: FolderFeaturesOptions
  /** Undefined where only the log can be read. */
  readonly #folder: ServerFolder | undefined
  #follower: JavaLogFollower | undefined

  private constructor(options: FolderFeaturesOptions, folder?: ServerFolder) {
    this.#options = options
    this.#folder = folder
  }

  /** Also repairs the folder after a crash. @throws GatewayError when the folder cannot be used */
  static async open(options: FolderFeaturesOptions): Promise<FolderFeatures> {
    const { way, log, backups } = options
    if (!way.openFiles) return new FolderFeatures(options)
    const folder = await openServerFolder(await way.openFiles(), { log })
    await backups.serve(folder, way.power)
    return new FolderFeatures(options, folder)
  }

  /**
   * Call before each connection: the server may have started with another world. @throws GatewayError when its settings
   * cannot be read
   */
  async reload(): Promise<void> {
    await this.#folder?.reload()
  }

  /** The software, and the version of the last saved world. Never rejects. */
  async software(): Promise<SoftwareFacts> {
    return (await this.#folder?.software()) ?? {}
  }

  /**
   * Reads and snapshots over a console with a known dialect. Blocks have names from 1.13 on.
   *
   * @param console absent: files are read as they were last saved, and nothing can be undone
   */
  featuresOver(console: Console | undefined, { version, prefix }: DialectTraits): FolderFeatureSet {
    const { clock, log } = this.#options
    const folder = this.#folder
    if (!folder) return {}
    if (!console) return { reading: { folder, flush: () => Promise.resolve() } }
    const editor = new ConsoleWorldEditor(console, prefix)
    const reading: FolderReading = { folder, flush: (signal) => editor.flush(signal) }
    if (!isInRange(version, { since: '1.13' })) return { reading }
    const store = new SnapshotStore(path.join(this.#options.store, 'snapshots'))
    const blocks = new BlockSnapshots({ folder, editor, store, clock, log, prefix })
    const groups = new SnapshotGroups({ blocks, store, folder, editor, address: () => this.#options.address })
    const taken = new TakenSnapshots(blocks, log)
    return { reading, snapshots: { blocks, store, taken, groups, folder, editor } }
  }

  /** @param version of the game, according to its console */
  follow(version: GameVersion, { onEvent, tail }: LogListeners): void {
    const { clock, log } = this.#options
    const source = this.#logSource()
    if (!source) return
    this.#follower ??= new JavaLogFollower({
      source,
      clock,
      onEvent,
      tail,
      onProblem: (problem) => problem && log.warn('the log of a server cannot be read', { code: problem.code }),
      onSkipped: (bytes) => log.warn('the log of a server grows faster than it is read', { skipped: bytes }),
      onEncoding: (encoding) => log.info('the log of a server is not in UTF-8', { encoding }),
    })
    this.#follower.setVersion(version)
    this.#follower.start()
  }

  #logSource(): LogSource | undefined {
    const { openLog } = this.#options.way
    if (openLog) return pushedLog(openLog)
    return this.#folder && logOf(this.#folder.files)
  }

  /** @param moved names of players who came or went without a word of another source */
  setOnline(players: readonly ListedPlayer[], moved: readonly string[]): void {
    this.#follower?.setOnline(players, moved)
  }

  /** The UUID of a player who is online, as far as the log or a list said it. */
  uuidOf(player: string): string | undefined {
    return this.#follower?.uuidOf(player)
  }

  /** Whether the server checks the accounts of its players, according to its settings. */
  get accounts(): AccountCheck {
    // As the game reads it: any other text, also with a space at the end, is off.
    const mode = this.#folder?.properties.get('online-mode')?.toLowerCase()
    return mode === 'true' ? 'checked' : mode === undefined ? 'unknown' : 'offline-mode'
  }

  /** How much of the log is understood; undefined before it is followed. */
  get logReading(): LogReading | undefined {
    return this.#follower?.reading
  }

  async stop(): Promise<void> {
    await this.#follower?.stop()
    this.#follower = undefined
  }
}
