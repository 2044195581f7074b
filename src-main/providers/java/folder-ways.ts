/**
 * Folder ways: what the folder of a server on this computer adds to its console: blocks, snapshots, weather, the log.
 *
 * A folder that cannot be opened costs only what needs it.
 */
import path from 'node:path'
import type { Clock, Log } from '../../gateway/ports.js'
import { BackupService } from './backup/backup-service.js'
import type { FolderReading, Snapshots } from './capabilities/java-capability.js'
import type { Console } from './console.js'
import type { DialectTraits } from './dialects/dialect.js'
import { isInRange } from './dialects/game-version.js'
import { openServerFolder, type ServerFolder } from './folder/server-folder.js'
import type { JavaLogEvent } from './log/log-events.js'
import { JavaLogFollower } from './log/log-follower.js'
import { BlockSnapshots } from './snapshots/block-snapshots.js'
import { SnapshotStore } from './snapshots/snapshot-store.js'
import { ConsoleWorldEditor } from './snapshots/world-editor.js'

export interface FolderWaysOptions {
  /** Absolute path of the server's folder. */
  readonly directory: string
  /** Folder in the profile for what is kept of this server alone: `snapshots/`, `backups/`. */
  readonly store: string
  readonly clock: Clock
  readonly log: Log
}

export interface WaysOfFolder {
  readonly reading: FolderReading
  readonly backups: BackupService
  readonly snapshots?: Snapshots
}

export class FolderWays {
  readonly #options: FolderWaysOptions
  readonly #folder: ServerFolder
  #follower: JavaLogFollower | undefined
  /** One over all connections, so that a repair never removes a backup that runs. */
  #backups: BackupService | undefined

  private constructor(options: FolderWaysOptions, folder: ServerFolder) {
    this.#options = options
    this.#folder = folder
  }

  /** Undefined when the folder cannot be used; the log says why. Never rejects. */
  static async open(options: FolderWaysOptions): Promise<FolderWays | undefined> {
    try {
      return new FolderWays(options, await openServerFolder(options.directory, { log: options.log }))
    } catch (error) {
      options.log.warn('the folder of a server cannot be used', { folder: options.directory, error: `${error}` })
      return undefined
    }
  }

  /** For example `1.21.4`, as the world was last saved. Never rejects. */
  async version(): Promise<string | undefined> {
    return (await this.#folder.software()).version
  }

  /** Reading and snapshots over a console whose dialect is known. Blocks have names from 1.13 on. */
  waysOver(console: Console, { version, prefix }: DialectTraits): WaysOfFolder {
    const { clock, log } = this.#options
    this.#backups ??= new BackupService({
      ...{ folder: this.#folder, console, clock, log, prefix },
      store: path.join(this.#options.store, 'backups'),
    })
    const backups = this.#backups
    const editor = new ConsoleWorldEditor(console, prefix)
    const reading: FolderReading = { folder: this.#folder, flush: (signal) => editor.flush(signal) }
    if (!isInRange(version, { since: '1.13' })) return { reading, backups }
    const store = new SnapshotStore(path.join(this.#options.store, 'snapshots'))
    const blocks = new BlockSnapshots({ folder: this.#folder, editor, store, clock, log, prefix })
    return { reading, backups, snapshots: { blocks, store } }
  }

  follow(onEvent: (event: JavaLogEvent) => void): void {
    const { clock, log } = this.#options
    this.#follower ??= new JavaLogFollower({
      folder: this.#folder.files,
      clock,
      onEvent,
      onProblem: (problem) => problem && log.warn('the log of a server cannot be read', { code: problem.code }),
    })
    this.#follower.start()
  }

  setOnline(players: readonly { readonly name: string; readonly uuid: string }[]): void {
    this.#follower?.setOnline(players)
  }

  async stop(): Promise<void> {
    await this.#follower?.stop()
    this.#follower = undefined
  }
}
