/** Backup scene: the folder of a server with two worlds, a folder for backups, and a console that saves. */
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, utimesSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { asGatewayError } from '@contract/gateway-error.js'
import {
  BackupService,
  type BackupServiceOptions,
} from '../../../../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../../../../src-main/providers/java/folder/server-folder.js'
import type { RunningState } from '../../../../../src-main/providers/java/setup/server-running.js'
import { FakeClock } from '../../../../fakes/fake-clock.js'
import { SavingServer } from '../../../../fakes/java/saving-server.js'
import { RecordingLog } from '../../../../fakes/recording-log.js'

export class BackupScene {
  readonly root = mkdtempSync(path.join(tmpdir(), 'backup-service-'))
  readonly server = path.join(this.root, 'server')
  readonly store = path.join(this.root, 'backups')
  readonly game = new SavingServer()
  readonly clock = new FakeClock()
  readonly #running: () => RunningState

  constructor(running: () => RunningState) {
    this.#running = running
    this.put('server.properties', 'level-name=world\nserver-port=1\n')
    this.put('world/level.dat', 'level')
    this.put('world/session.lock', '')
    this.put('world/region/r.0.0.mca', 'a'.repeat(10_000))
    this.put('world/region/r.0.1.mca', 'b'.repeat(10_000))
    this.put('world_nether/DIM-1/region/r.0.0.mca', 'c'.repeat(500))
  }

  /** Long ago, as files of a world are between two saves. */
  put(name: string, text: string, age = 60): void {
    const file = path.join(this.server, name)
    mkdirSync(path.dirname(file), { recursive: true })
    writeFileSync(file, text)
    const at = Date.now() / 1_000 - age
    utimesSync(file, at, at)
  }

  async service(options: Partial<BackupServiceOptions> = {}): Promise<BackupService> {
    const { server, store, game, clock } = this
    const folder = await openServerFolder(server, { log: new RecordingLog() })
    const probes = {
      lockOf: async () => (({ running: 'held', stopped: 'free', unknown: 'unseen' }) as const)[this.#running()],
      isPortOpen: async () => false,
    }
    const parts = { folder, console: game, store, clock, log: new RecordingLog(), probes }
    return new BackupService({ ...parts, recordRemoval: () => undefined, ...options })
  }

  remove(): void {
    rmSync(this.root, { recursive: true, force: true })
  }
}

export const whyOf = async (act: Promise<unknown>) =>
  act.then(
    () => 'nothing was thrown',
    (error) => asGatewayError(error).details?.why ?? String(error),
  )
export const treeOf = (folder: string): Record<string, string> =>
  Object.fromEntries(
    readdirSync(folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => path.join(entry.parentPath, entry.name))
      .map((file) => [path.relative(folder, file), readFileSync(file, 'utf8')]),
  )
