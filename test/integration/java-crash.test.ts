/**
 * Crashes around backups and undos of Java servers: saving is never left off, no undo is left half done without a record.
 *
 * First in a fast model whose process stops at any step, then with real processes that are really killed.
 * `GATEHOUSE_JAVA_CRASHES=10000` and `GATEHOUSE_JAVA_KILLS=300` try more of them, `GATEHOUSE_CRASH_SEED=N` others.
 */
import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import { type AddressInfo, createServer, type Server } from 'node:net'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import * as esbuild from 'esbuild'
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { mulberry32 } from '../../agents/kit/simulator/mulberry32.js'
import { readManifest } from '../../src-main/providers/java/backup/backup-manifest.js'
import { BackupService } from '../../src-main/providers/java/backup/backup-service.js'
import { openServerFolder } from '../../src-main/providers/java/folder/server-folder.js'
import type { Console } from '../../src-main/providers/java/ports.js'
import { BlockSnapshots } from '../../src-main/providers/java/snapshots/block-snapshots.js'
import { SnapshotStore } from '../../src-main/providers/java/snapshots/snapshot-store.js'
import { ConsoleWorldEditor } from '../../src-main/providers/java/snapshots/world-editor.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { RegionWorld } from '../fakes/java/region-world.js'
import { SavingServer } from '../fakes/java/saving-server.js'
import { RecordingLog } from '../fakes/recording-log.js'
import { folderForEach } from '../fixtures/for-each.js'

const crashes = Number(process.env.GATEHOUSE_JAVA_CRASHES ?? 80)
const kills = Number(process.env.GATEHOUSE_JAVA_KILLS ?? 6)
const seed = Number(process.env.GATEHOUSE_CRASH_SEED ?? 1)

const root = folderForEach()
let server = ''
beforeEach(() => {
  server = path.join(root(), 'server')
  mkdirSync(path.join(server, 'world', 'region'), { recursive: true })
  writeFileSync(path.join(server, 'server.properties'), 'level-name=world\nserver-port=1\n')
  writeFileSync(path.join(server, 'world', 'level.dat'), 'level')
})

const log = new RecordingLog()
const probes = { lockOf: async () => 'free' as const, isPortOpen: async () => false }
const overworld = 'minecraft:overworld'
const box = { min: { x: 0, y: 0, z: 0 }, max: { x: 15, y: 15, z: 15 } }
const before = { x: 3, y: 4, z: 5 }

/** A process that ends at one step: later commands do not reach the server. */
class Mortal implements Console {
  isDead = false
  #left: number
  readonly #console: Console

  constructor(console: Console, steps: number) {
    this.#console = console
    this.#left = steps
  }

  step(): void {
    if (this.isDead || this.#left-- <= 0) {
      this.isDead = true
      throw new Error('The process is dead.')
    }
  }

  async run(command: string): Promise<string> {
    this.step()
    const reply = await this.#console.run(command)
    this.step()
    return reply
  }
}

async function backups(console: Console, store: string, clock: FakeClock): Promise<BackupService> {
  const folder = await openServerFolder(server, { log })
  return new BackupService({
    folder,
    console,
    store,
    clock,
    log,
    probes,
    recordRemoval: () => undefined,
    retention: { maxBackups: 2, maxBytes: 1e9 },
  })
}

async function snapshots(console: Console, store: SnapshotStore): Promise<BlockSnapshots> {
  const folder = await openServerFolder(server, { log })
  return new BlockSnapshots({ folder, editor: new ConsoleWorldEditor(console), store, clock: new FakeClock(), log })
}

const everyBackupIsWhole = (store: string): boolean =>
  readdirSync(store)
    .filter((name) => /^\d{8}-/u.test(name))
    .every((name) => {
      const files = readManifest(path.join(store, name))?.files
      return files?.every(({ path: file, size }) => statSync(path.join(store, name, file)).size === size) ?? false
    })

describe('a process that stops at any step', () => {
  it('never leaves saving off or half a backup', { timeout: 600_000 }, async () => {
    const random = mulberry32(seed)
    const game = new SavingServer()
    const store = path.join(root(), 'backups')
    const clock = new FakeClock()
    for (let crash = 0; crash < crashes; crash++) {
      const file = path.join(server, 'world', 'region', `r.0.${Math.floor(random() * 3)}.mca`)
      writeFileSync(file, `${crash}`)
      utimesSync(file, 1_000_000 + crash, 1_000_000 + crash)
      const process = new Mortal(game, Math.floor(random() * 14))
      const dying = await backups(process, store, clock)
      await dying.backup({ onProgress: () => process.step() }).catch(() => undefined)
      // The next start: its own connection may break off once more before it works.
      for (let tries = 0; ; tries++) {
        const next = new Mortal(game, tries === 0 ? Math.floor(random() * 4) : 100)
        const isRepaired = await (await backups(next, store, clock)).repairAfterCrash().then(
          () => true,
          () => false,
        )
        if (isRepaired) break
      }
      expect(game.isSaving).toBe(true)
      expect(readdirSync(store).filter((name) => name.endsWith('.part') || name.endsWith('.json'))).toEqual([])
      expect(everyBackupIsWhole(store)).toBe(true)
      await clock.advance(1_000)
    }
  })

  it('never leaves half an undo without a record', { timeout: 600_000 }, async () => {
    const random = mulberry32(seed)
    const world = new RegionWorld({ regions: path.join(server, 'world', 'region'), packing: 'none' })
    const store = new SnapshotStore(path.join(root(), 'snapshots'), { maxSnapshots: 3, maxBytes: 1e9 })
    const shown = () => JSON.stringify([...world.states].sort())
    for (let crash = 0; crash < Math.ceil(crashes / 4); crash++) {
      world.states.clear()
      const place = () => Math.floor(random() * 16)
      for (let block = 0; block < 6; block++) world.put(place(), place(), place(), `minecraft:wool_${block % 3}`)
      const old = shown()
      const { id } = await (await snapshots(world, store)).take(overworld, box)
      await world.run(`fill 0 0 0 15 15 ${place()} minecraft:stone`)
      const changed = shown()
      const process = new Mortal(world, Math.floor(random() * 24))
      const dying = await snapshots(process, store)
      await dying.restore(id, { onProgress: () => process.step() }).catch(() => undefined)
      const isListed = store.unfinished().some((one) => one.id === id)
      expect([old, changed].includes(shown()) || isListed).toBe(true)
      await (await snapshots(world, store)).restore(id)
      expect(shown()).toBe(old)
      expect(store.unfinished()).toEqual([])
    }
  })
})

describe('a process that is killed', () => {
  let bundle = ''
  beforeAll(async () => {
    bundle = mkdtempSync(path.join(tmpdir(), 'java-crash-child-'))
    await esbuild.build({
      entryPoints: [path.resolve(import.meta.dirname, '../fixtures/java-crash-child.ts')],
      outfile: path.join(bundle, 'child.mjs'),
      bundle: true,
      platform: 'node',
      format: 'esm',
      // Packages in CommonJS require modules of Node.
      banner: { js: "import { createRequire } from 'node:module'; const require = createRequire(import.meta.url);" },
      logLevel: 'warning',
    })
  })
  afterAll(() => rmSync(bundle, { recursive: true, force: true }))

  /** Serves a console to one process, and calls back with each command before it is run. */
  async function serve(console: Console, onCommand: (count: number) => void): Promise<Server> {
    const listening = createServer((socket) => {
      let count = 0
      socket.on('error', () => undefined)
      const lines = createInterface({ input: socket }).on('line', (command) => {
        onCommand(count++)
        void console.run(command).then((reply) => socket.write(`${JSON.stringify(reply)}\n`))
      })
      // A process that is killed resets its connection.
      lines.on('error', () => undefined)
    })
    listening.listen(0, '127.0.0.1')
    await once(listening, 'listening')
    return listening
  }

  /** Runs the child until it ends or, at the given command, is killed after some milliseconds. */
  async function runAndKill(console: Console, args: readonly string[], at: number, delay: number): Promise<boolean> {
    let child: ChildProcess | undefined
    const kill = () => child?.kill('SIGKILL')
    const listening = await serve(console, (count) => {
      if (count === at) setTimeout(kill, delay)
    })
    child = spawn(
      process.execPath,
      [path.join(bundle, 'child.mjs'), `${(listening.address() as AddressInfo).port}`, ...args],
      {
        stdio: ['ignore', 'ignore', 'pipe'],
      },
    )
    let complained = ''
    child.stderr?.on('data', (text) => {
      complained += text
    })
    const [code, signal] = await once(child, 'exit')
    listening.close()
    await once(listening, 'close')
    if (code !== 0 && signal !== 'SIGKILL') throw new Error(`The child failed: ${complained}`)
    return signal === 'SIGKILL'
  }

  it('never leaves saving off or half a backup', { timeout: 600_000 }, async () => {
    const random = mulberry32(seed)
    const game = new SavingServer()
    const store = path.join(root(), 'backups')
    let killed = 0
    for (let index = 0; index < 40; index++) {
      writeFileSync(path.join(server, 'world', 'region', `r.${index}.0.mca`), Buffer.alloc(200_000, index))
    }
    for (let kill = 0; kill < kills; kill++) {
      const isKilled = await runAndKill(game, ['backup', server, store], Math.floor(random() * 3), random() * 40)
      if (isKilled) killed++
      await (await backups(game, store, new FakeClock())).repairAfterCrash()
      expect(game.isSaving).toBe(true)
      expect(everyBackupIsWhole(store)).toBe(true)
    }
    expect(killed).toBeGreaterThan(0)
  })

  it('never leaves half an undo without a record', { timeout: 600_000 }, async () => {
    const random = mulberry32(seed)
    const world = new RegionWorld({ regions: path.join(server, 'world', 'region'), packing: 'none' })
    const store = new SnapshotStore(path.join(root(), 'snapshots'))
    const shown = () => JSON.stringify([...world.states].sort())
    for (let x = 0; x < 16; x++) world.put(x, x, before.z, `minecraft:wool_${x % 5}`)
    const old = shown()
    const { id } = await (await snapshots(world, store)).take(overworld, box)
    for (let kill = 0; kill < kills; kill++) {
      await world.run('fill 0 0 0 15 15 15 minecraft:stone')
      const changed = shown()
      await runAndKill(
        world,
        ['undo', server, path.join(root(), 'snapshots'), id],
        Math.floor(random() * 20),
        random() * 10,
      )
      const isListed = store.unfinished().some((one) => one.id === id)
      expect([old, changed].includes(shown()) || isListed).toBe(true)
      await (await snapshots(world, store)).restore(id)
      expect(shown()).toBe(old)
    }
    expect(readFileSync(path.join(root(), 'snapshots', `${id}.blocks`)).length).toBeGreaterThan(0)
  })

  it('leaves whole worlds when it is killed while it restores', { timeout: 600_000 }, async () => {
    const random = mulberry32(seed)
    const store = path.join(root(), 'backups')
    const files = Array.from({ length: 40 }, (_, index) => path.join(server, 'world', 'region', `r.${index}.0.mca`))
    for (const file of files) writeFileSync(file, Buffer.alloc(200_000, 'a'))
    const { id } = await (await backups(new SavingServer(), store, new FakeClock())).backup()
    for (let kill = 0; kill < kills; kill++) {
      for (const file of files) writeFileSync(file, Buffer.alloc(200_000, 'b'))
      await runAndKill(new SavingServer(), ['restore', server, store, id], 0, random() * 120)
      await (await backups(new SavingServer(), store, new FakeClock())).repairAfterCrash()
      const kinds = new Set(files.map((file) => readFileSync(file, 'latin1').charAt(0)))
      expect(kinds.size).toBe(1)
      expect(readdirSync(server).filter((name) => name.endsWith('.restoring'))).toEqual([])
      for (const name of readdirSync(server).filter((one) => one.includes('.before-'))) {
        rmSync(path.join(server, name), { recursive: true })
      }
    }
  })
})
