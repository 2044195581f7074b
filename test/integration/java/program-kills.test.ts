/**
 * The built program, really killed at random points of backups, fills and undos, against a model of a Java server over a
 * real RCON socket. `GATEHOUSE_JAVA_PROGRAM_KILLS=300` kills it more often, `GATEHOUSE_CRASH_SEED=N` elsewhere.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, utimesSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { mulberry32 } from '../../../agents/kit/simulator/mulberry32.js'
import { readManifest } from '../../../src-main/providers/java/backup/backup-manifest.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { inProfileStores } from '../../fakes/profile-stores.js'
import { CleanUp, dist, type Headless } from '../../fixtures/programs.js'

const kills = Number(process.env.GATEHOUSE_JAVA_PROGRAM_KILLS ?? 25)
const seed = Number(process.env.GATEHOUSE_CRASH_SEED ?? 1)
const password = 'a-password-of-the-console'

/** Milliseconds after a command within which the program is killed. */
const maxDelay = 25

/** On cores that others use too. */
const patient = { milliseconds: 120_000 }

type Kind = 'backup' | 'fill' | 'undo'

class Scene {
  readonly #cleanUp = new CleanUp()
  readonly profile = this.#cleanUp.folder()
  readonly server = this.#cleanUp.folder()
  readonly random = mulberry32(seed)
  readonly regions = new RegionWorld({ regions: path.join(this.server, 'world', 'region'), packing: 'none' })
  readonly tally = { backup: 0, fill: 0, undo: 0, tooLate: 0 }
  /** Checks that found a folder of backups. */
  storesSeen = 0
  #rcon: RconServer | undefined
  #onCommand: (command: string) => void = () => undefined

  async start(): Promise<void> {
    mkdirSync(path.join(this.server, 'world', 'region'), { recursive: true })
    mkdirSync(path.join(this.server, 'logs'))
    writeFileSync(path.join(this.server, 'server.properties'), 'level-name=world\nserver-port=1\n')
    writeFileSync(path.join(this.server, 'logs', 'latest.log'), '')
    writeFileSync(path.join(this.server, 'world', 'level.dat'), 'level')
    for (let x = 0; x < 16; x++) this.regions.put(x, x % 3, 5, `minecraft:${x % 2 ? 'oak_planks' : 'stone'}`)
    await this.regions.save()
    const model = new ModelConsole({ version: '1.20.5', world: new MemoryWorld() })
    const run = async (command: string) => {
      if (!/^(?:fill|setblock|save-|data (?:modify|remove))/u.test(command)) return [await model.run(command)]
      this.#onCommand(command)
      return [await this.regions.run(command)]
    }
    this.#rcon = await RconServer.start({ password, run })
  }

  async end(): Promise<void> {
    await this.#cleanUp.run()
    await this.#rcon?.stop()
  }

  async program(): Promise<Headless> {
    const address = `rcon://127.0.0.1:${this.#rcon?.port}`
    const args = ['--control', 'stdin', '--java', address, '--java-password', password, '--java-folder', this.server]
    const headless = path.join(dist, 'headless.cjs')
    const process = this.#cleanUp.program([headless, '--profile', this.profile, ...args])
    const { http, token } = await process.until(({ event }) => event === 'ready', patient)
    await process.until(({ event, state }) => event === 'server' && state === 'online', patient)
    return { process, profile: this.profile, endpoint: String(http), token: String(token) }
  }

  /** Does something, and kills the program some time after its n-th command about the world, or at its end. */
  async kill(program: Headless, kind: Kind, count: number, act: () => Promise<unknown>): Promise<void> {
    let left = count
    let isDone = false
    const killed = new Promise<void>((resolve) => {
      const kill = () => {
        this.tally[isDone ? 'tooLate' : kind]++
        void program.process.end('SIGKILL').then(() => resolve())
      }
      this.#onCommand = () => {
        if (left-- !== 0) return
        this.#onCommand = () => undefined
        setTimeout(kill, this.random() * maxDelay)
      }
    })
    await act()
    isDone = true
    if (left >= 0) await program.process.end('SIGKILL')
    else await killed
    this.#onCommand = () => undefined
  }

  /** Requests an action and approves it; ends when it is done or the program has ended. */
  async ask(program: Headless, id: string, given: object): Promise<boolean> {
    const after = program.process.lines.length
    const asked = fetch(new URL(`/api/v1/capabilities/${id}/invoke`, program.endpoint), {
      method: 'POST',
      headers: { authorization: `Bearer ${program.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({ parameters: given }),
    }).then(
      (response) => response.ok,
      () => false,
    )
    void program.process
      .until(({ event }) => event === 'approval', { after })
      .then(
        ({ id: question }) => program.process.send({ approve: question }),
        () => undefined,
      )
    return asked
  }

  get shown(): string {
    return JSON.stringify([...this.regions.states].sort())
  }

  /** Files of the world that the next backup copies again. */
  touch(): void {
    for (let index = 1; index <= 20; index++) {
      const file = path.join(this.server, 'world', 'region', `r.${index}.0.mca`)
      writeFileSync(file, Buffer.alloc(200_000, index))
      utimesSync(file, this.random() * 1e9, this.random() * 1e9)
    }
  }

  get store(): string {
    const folder = path.join(this.profile, 'java-servers')
    return path.join(folder, readdirSync(folder)[0] ?? '', 'backups')
  }

  async mustBeRepaired(): Promise<void> {
    await expect.poll(() => this.regions.isSaving, { timeout: patient.milliseconds }).toBe(true)
    // There is no store when the first backup was killed before its first file.
    if (!existsSync(path.join(this.profile, 'java-servers')) || !existsSync(this.store)) return
    this.storesSeen += 1
    const isLeft = () => readdirSync(this.store).filter((name) => name.endsWith('.part') || name.endsWith('.json'))
    await expect.poll(isLeft, { timeout: patient.milliseconds }).toEqual([])
    for (const name of readdirSync(this.store)) {
      const files = readManifest(path.join(this.store, name))?.files
      expect(files?.every(({ path: file, size }) => statSync(path.join(this.store, name, file)).size === size)).toBe(
        true,
      )
    }
  }

  /** The newest fill that is not undone. */
  fill() {
    const { entries } = inProfileStores(this.profile, ({ undo }) => undo.page({}))
    return entries.find(({ capabilityId, state }) => capabilityId === 'ext.java.blocks.fill' && state !== 'undone')
  }

  async undo(program: Headless, requestId: string): Promise<void> {
    const after = program.process.lines.length
    program.process.send({ undo: requestId, force: true })
    await program.process.until(({ event }) => event === 'undone', { after, ...patient })
  }
}

describe('the program, killed at any time', () => {
  const scene = new Scene()
  afterEach(() => scene.end())

  it('leaves saving on, whole backups, and a record of each change that can be undone', async () => {
    await scene.start()
    const { tally, random } = scene
    const before = scene.shown
    const fill = { from: { world: 'world', x: 0, y: 0, z: 0 }, to: { x: 15, y: 3, z: 15 }, type: 'gold_block' }
    let program = await scene.program()
    for (let turn = 0; turn < kills; turn++) {
      const kind = (['backup', 'fill', 'undo'] as const satisfies readonly Kind[])[turn % 3] ?? 'backup'
      if (kind === 'undo') await scene.ask(program, 'ext.java.blocks.fill', fill)
      if (kind === 'backup') scene.touch()
      const undone = scene.fill()?.requestId ?? ''
      await scene.kill(program, kind, Math.floor(random() * (kind === 'undo' ? 4 : 3)), async () => {
        if (kind === 'backup') return scene.ask(program, 'system.backup', {})
        if (kind === 'fill') return scene.ask(program, 'ext.java.blocks.fill', fill)
        return scene.undo(program, undone).catch(() => undefined)
      })

      program = await scene.program()
      if (kind === 'backup') await scene.mustBeRepaired()
      const record = scene.fill()
      // What changed the world is on record, whole or half done, and can be undone.
      if (scene.shown !== before) expect(record?.requestId).toEqual(expect.any(String))
      if (record) await scene.undo(program, record.requestId)
      expect(scene.shown).toBe(before)
    }
    const { backup, undo, tooLate } = tally
    expect(backup + tally.fill + undo).toBeGreaterThan(kills / 3)
    expect(scene.storesSeen).toBeGreaterThan(0)
    console.info(`killed in ${backup} backups, ${tally.fill} fills, ${undo} undos; ${tooLate} after their end`)
    expect(readFileSync(path.join(scene.server, 'world', 'level.dat'), 'utf8')).toBe('level')
  }, 3_600_000)
})
