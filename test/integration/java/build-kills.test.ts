/**
 * The built program, really killed at random points of builds and of their undos, against a model of a Java server over a
 * real RCON socket, with real region files. `GATEHOUSE_BUILD_KILLS=100` kills it more often, `GATEHOUSE_CRASH_SEED=N`
 * elsewhere.
 */
import { mkdirSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { Int8 } from 'nbtify'
import { afterEach, describe, expect, it } from 'vitest'
import { mulberry32 } from '../../../agents/kit/simulator/mulberry32.js'
import { ModelConsole } from '../../fakes/java/console/model-console.js'
import { MemoryWorld } from '../../fakes/java/console/model-world.js'
import { RconServer } from '../../fakes/java/rcon-server.js'
import { RegionWorld } from '../../fakes/java/region-world.js'
import { inProfileStores } from '../../fakes/profile-stores.js'
import { planPart } from '../../fixtures/plan-part.js'
import { CleanUp, dist, type Headless } from '../../fixtures/programs.js'

const kills = Number(process.env.GATEHOUSE_BUILD_KILLS ?? 8)
const seed = Number(process.env.GATEHOUSE_CRASH_SEED ?? 1)
const password = 'a-password-of-the-console'
/** Milliseconds after a command within which the program is killed. */
const maxDelay = 60
/** On cores that others use too. */
const patient = { milliseconds: 120_000 }
const aboutBlocks = /^(?:fill|setblock|save-|data (?:modify|remove))/u

const hut = {
  name: 'hut',
  world: 'world',
  origin: [4, 1, 4],
  parts: [
    planPart('floor', 'minecraft:cobblestone', [0, 0, 0], [36, 0, 12]),
    planPart('walls', 'minecraft:oak_planks', [0, 1, 0], [36, 4, 12]),
    planPart('box', 'minecraft:air', [1, 1, 1], [35, 4, 11]),
    ...[4, 8, 12, 16, 20, 24, 28].map((x) =>
      planPart('box', 'minecraft:glass', [x, 2, 0], [x + 1, 3, 0], { mirror: { z: 6 } }),
    ),
    { shape: 'sphere', block: 'minecraft:stone', center: [18, 9, 6], radius: 4 },
  ],
}

class Scene {
  readonly #cleanUp = new CleanUp()
  readonly profile = this.#cleanUp.folder()
  readonly server = this.#cleanUp.folder()
  readonly random = mulberry32(seed)
  readonly world = new MemoryWorld()
  readonly regions = new RegionWorld({
    regions: path.join(this.server, 'world', 'region'),
    packing: 'none',
    chunks: 4,
    sections: [0, 1],
  })
  /** Why a build was not even asked about. */
  readonly refusals: string[] = []
  rcon: RconServer | undefined
  #onCommand: () => void = () => undefined

  async start(): Promise<void> {
    mkdirSync(path.join(this.server, 'world', 'region'), { recursive: true })
    mkdirSync(path.join(this.server, 'logs'))
    writeFileSync(path.join(this.server, 'server.properties'), 'level-name=world\nserver-port=1\n')
    writeFileSync(path.join(this.server, 'logs', 'latest.log'), '')
    writeFileSync(path.join(this.server, 'world', 'level.dat'), 'level')
    for (let x = 0; x < 48; x++) this.regions.put(x, x % 5, 8, `minecraft:${x % 2 ? 'spruce_planks' : 'dirt'}`)
    const items = [{ Slot: new Int8(0), id: 'minecraft:diamond', count: new Int8(3) }]
    this.regions.put(9, 2, 9, 'minecraft:chest[facing=north]', { Items: items })
    await this.regions.save()
    const model = new ModelConsole({ version: '1.20.5', world: this.world })
    const run = async (command: string) => {
      this.#onCommand()
      return [await (aboutBlocks.test(command) ? this.regions.run(command) : model.run(command))]
    }
    this.rcon = await RconServer.start({ password, run })
  }

  async end(): Promise<void> {
    await this.#cleanUp.run()
    await this.rcon?.stop()
  }

  async program(): Promise<Headless> {
    const address = `rcon://127.0.0.1:${this.rcon?.port}`
    const args = ['--control', 'stdin', '--java', address, '--java-password', password, '--java-folder', this.server]
    const process = this.#cleanUp.program([path.join(dist, 'headless.cjs'), '--profile', this.profile, ...args])
    const { http, token } = await process.until(({ event }) => event === 'ready', patient)
    await process.until(({ event, state }) => event === 'server' && state === 'online', patient)
    return { process, profile: this.profile, endpoint: String(http), token: String(token) }
  }

  /** Kills the program some time after its n-th command from now on. */
  killAfter({ process }: Headless, count: number): Promise<void> {
    let left = count
    return new Promise((resolve) => {
      this.#onCommand = () => {
        if (left-- > 0) return
        this.#onCommand = () => undefined
        setTimeout(() => void process.end('SIGKILL').then(() => resolve()), this.random() * maxDelay)
      }
    })
  }

  /** Requests the build and approves it; it may end with the program. A console that is cut off is back soon. */
  async build(program: Headless): Promise<void> {
    for (let isAsked = false; !isAsked; ) {
      const after = program.process.lines.length
      program.process
        .until(({ event }) => event === 'approval', { after, ...patient })
        .then(({ id }) => {
          isAsked = true
          program.process.send({ approve: id })
        })
        .catch(() => undefined)
      const answer = await fetch(new URL('/api/v1/capabilities/ext.java.build/invoke', program.endpoint), {
        method: 'POST',
        headers: { authorization: `Bearer ${program.token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ parameters: hut }),
      }).catch(() => undefined)
      if (!answer) return
      if (!isAsked) this.refusals.push(await answer.text())
    }
  }

  get shown() {
    const { states, entities } = this.regions
    return JSON.stringify([[...states].sort(), [...entities].sort()])
  }

  /** Builds that have a record of their own. The oldest are dropped beyond twenty that are over. */
  get builds(): string {
    const folder = path.join(this.profile, 'java-servers')
    const [server = ''] = readdirSync(folder)
    return readdirSync(path.join(folder, server, 'builds'))
      .filter((name) => name.endsWith('.build'))
      .sort()
      .join(' ')
  }

  /** The build, once it is on record; requests that are undone are older. */
  get entry() {
    const { entries } = inProfileStores(this.profile, ({ undo }) => undo.page({}))
    return entries.find(({ capabilityId, state }) => capabilityId === 'ext.java.build' && state !== 'undone')
  }

  async undo(program: Headless, requestId: string): Promise<void> {
    for (;;) {
      const after = program.process.lines.length
      program.process.send({ undo: requestId, force: true })
      const isEnd = ({ event, undo }: { event?: unknown; undo?: unknown }) =>
        event === 'undone' || (event === 'failure' && undo === requestId)
      const { event } = await program.process.until(isEnd, { after, ...patient })
      if (event === 'undone') return
      // A console that was cut off on a busy machine comes back.
      await program.process.until(({ event: is, state }) => is === 'server' && state === 'online', {
        after,
        ...patient,
      })
    }
  }
}

describe('the program, killed at any time of a build', () => {
  const scene = new Scene()
  afterEach(() => scene.end())

  it('ends with the same building, and after an undo with the world as it was', async () => {
    await scene.start()
    const before = scene.shown
    let program = await scene.program()
    void scene.build(program)
    await expect.poll(() => scene.entry?.state, { timeout: patient.milliseconds }).toBe('done')
    const built = scene.shown
    expect(built).not.toBe(before)
    await scene.undo(program, scene.entry?.requestId ?? '')
    expect(scene.shown).toBe(before)

    const tally = { build: 0, undo: 0, begun: scene.builds }
    while (tally.build + tally.undo < kills) {
      const killed = scene.killAfter(program, 2 + Math.floor(scene.random() * 40))
      void scene.build(program)
      await killed
      tally.build++
      // It may be killed again while it continues.
      program = await scene.program()
      if (scene.builds === tally.begun) {
        // Killed between the record of its undo and its own: it never began, and its undo changes nothing.
        if (scene.entry) await scene.undo(program, scene.entry.requestId)
        expect(scene.shown).toBe(before)
      } else {
        tally.begun = scene.builds
        await expect.poll(() => scene.shown === built, { timeout: patient.milliseconds }).toBe(true)
        const isKilled = scene.killAfter(program, Math.floor(scene.random() * 25))
        const { requestId = '' } = scene.entry ?? {}
        scene.undo(program, requestId).catch(() => undefined)
        await isKilled
        tally.undo++
        program = await scene.program()
        if (scene.entry) await scene.undo(program, scene.entry.requestId)
        expect(scene.shown).toBe(before)
      }
      await expect.poll(() => [...scene.world.server.forced], { timeout: patient.milliseconds }).toEqual([])
    }
    console.info(`killed in ${tally.build} builds, ${tally.undo} undos`, ...scene.refusals)
  }, 3_600_000)
})
