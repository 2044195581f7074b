/**
 * Builds and undos of a program that stops at any step, in a fast model. `GATEHOUSE_BUILD_CRASHES=10000` stops it more
 * often, `GATEHOUSE_CRASH_SEED=N` elsewhere.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Int8 } from 'nbtify'
import { describe, expect, it } from 'vitest'
import { mulberry32 } from '../../../../../agents/kit/simulator/mulberry32.js'
import type { Console } from '../../../../../src-main/providers/java/ports.js'
import type { BuildRecord } from '../../../../../src-main/providers/minecraft/build/build-run.js'
import { BuildServer, planFrom, startProgram } from '../../../../fakes/java/build-scene.js'
import { folderForEach } from '../../../../fixtures/for-each.js'

const crashes = Number(process.env.GATEHOUSE_BUILD_CRASHES ?? 60)
const seed = Number(process.env.GATEHOUSE_CRASH_SEED ?? 1)
const root = folderForEach()

const air = 'minecraft:air'
const chest = 'minecraft:chest[facing=north]'
const states = ['minecraft:stone', 'minecraft:glass', 'minecraft:oak_log[axis=x]', air]
const side = 8
const overworld = 'minecraft:overworld'
const never = new AbortController().signal

/** A program that stops at one step: later commands do not reach the server. */
class Mortal implements Console {
  isDead = false
  onDeath = () => {}
  #left: number
  readonly #server: BuildServer

  constructor(server: BuildServer, steps: number) {
    this.#server = server
    this.#left = steps
  }

  async run(command: string): Promise<string> {
    this.#step()
    const reply = await this.#server.run(command)
    this.#step()
    return reply
  }

  #step(): void {
    if (!this.isDead && this.#left-- > 0) return
    this.isDead = true
    this.onDeath()
    throw new Error('The program has stopped.')
  }
}

class Scene {
  readonly server: BuildServer
  readonly profile: string
  readonly random: () => number
  readonly cells = new Map<string, string>()
  /** Number of the first command after a tile was done → its corner. */
  readonly doneTiles = new Map<string, number>()

  constructor(profile: string, random: () => number) {
    this.profile = profile
    this.random = random
    mkdirSync(profile, { recursive: true })
    this.server = new BuildServer(path.join(profile, 'world'))
    for (let block = 0; block < 40; block++) {
      const id = block % 5 === 0 ? chest : this.#state()
      const data =
        id === chest
          ? { Items: [{ Slot: new Int8(0), id: `minecraft:item_${block}`, count: new Int8(block) }] }
          : undefined
      this.server.blocks.put(this.#place(), this.#place(), this.#place(), id, data)
    }
    const planned = 1 + Math.floor(random() * 60)
    for (let block = 0; block < planned; block++)
      this.cells.set(`${this.#place()} ${this.#place()} ${this.#place()}`, this.#state())
    for (let x = 0; x < 16; x++) this.cells.set(`${x} ${this.#place()} 3`, 'minecraft:stone')
  }

  readonly #place = () => Math.floor(this.random() * 16)
  readonly #state = () => states[Math.floor(this.random() * states.length)] ?? air

  get plan() {
    return planFrom(this.cells, { side })
  }

  get shown() {
    const { blocks } = this.server
    return {
      states: Object.fromEntries([...blocks.states].sort()),
      entities: JSON.parse(JSON.stringify(Object.fromEntries([...blocks.entities].sort()))),
    }
  }

  start(console: Console) {
    return startProgram(this.server, this.profile, () => this.plan, { console })
  }

  get record(): BuildRecord | undefined {
    const folder = path.join(this.profile, 'builds')
    const [file] = readdirSync(folder).filter((name) => name.endsWith('.build'))
    return file === undefined ? undefined : (JSON.parse(readFileSync(path.join(folder, file), 'utf8')) as BuildRecord)
  }

  /** What is done now must not be set again. */
  note(): void {
    this.record?.tiles.forEach((mark, tile) => {
      const { min } = this.plan.tiles[tile] ?? {}
      const key = `${min?.x} ${min?.y} ${min?.z}`
      if (mark === 'done' && !this.doneTiles.has(key)) this.doneTiles.set(key, this.server.commands.length)
    })
  }

  setAgain(): readonly string[] {
    return [...this.doneTiles].flatMap(([corner, since]) => {
      const [x = 0, y = 0, z = 0] = corner.split(' ').map(Number)
      return this.server.commands.slice(since).filter((command) => {
        const [, cx, cy, cz] = /^(?:fill|setblock) (-?\d+) (-?\d+) (-?\d+) /u.exec(command) ?? []
        const isIn = (one: string | undefined, low: number) =>
          one !== undefined && Number(one) >= low && Number(one) < low + side
        return isIn(cx, x) && isIn(cy, y) && isIn(cz, z)
      })
    })
  }

  async eventually(isSo: () => boolean): Promise<void> {
    while (!isSo()) await this.server.clock.advance(200)
  }

  async settle(): Promise<void> {
    for (let turn = 0; turn < 12; turn++) await new Promise((resolve) => setImmediate(resolve))
  }
}

/** Runs `act` in programs that die, until one lives long enough. @returns how often one died */
async function throughCrashes(
  scene: Scene,
  most: number,
  act: (program: ReturnType<Scene['start']>, isDead: () => boolean) => Promise<void>,
): Promise<number> {
  for (let died = 0; ; died++) {
    const steps = died < most ? 1 + Math.floor(scene.random() * 60) : Number.POSITIVE_INFINITY
    const console = new Mortal(scene.server, steps)
    const program = scene.start(console)
    console.onDeath = () => program.builds.lost()
    program.builds.connect(program.abilities)
    await act(program, () => console.isDead)
    await scene.settle()
    scene.note()
    if (!console.isDead) return died
  }
}

describe('a program that stops at any step of a build', () => {
  it('ends with the world as planned and sets no tile again; undone, the world is as before', {
    timeout: 3_600_000,
  }, async () => {
    const random = mulberry32(seed)
    for (let crashed = 0; crashed < crashes; ) {
      const scene = new Scene(path.join(root(), `${crashed}`), random)
      const before = scene.shown
      let groupId: string | undefined
      crashed += await throughCrashes(scene, 3, async ({ builds, groups }, isDead) => {
        if (builds.list().length === 0) {
          groupId = groups.plan(overworld, scene.plan.tiles)
          builds.build({ requestId: 'r1', caller: { id: 'ai', name: 'AI' }, given: {}, groupId }).catch(() => undefined)
        }
        await scene.eventually(() => isDead() || builds.list()[0]?.phase === 'done')
      })
      for (const [key, state] of scene.cells)
        expect([key, scene.server.blocks.states.get(key) ?? air]).toEqual([key, state])
      const untouched = Object.entries(before.states).filter(([key]) => !scene.cells.has(key))
      expect(scene.shown.states).toMatchObject(Object.fromEntries(untouched))
      expect(scene.setAgain()).toEqual([])
      crashed += await throughCrashes(scene, 2, async ({ builds }, isDead) => {
        let isOver = false
        builds.undo(groupId ?? '', undefined, never).then(
          () => (isOver = true),
          () => (isOver = true),
        )
        await scene.eventually(() => isDead() || isOver)
      })
      expect(scene.shown).toEqual(before)
      expect(scene.record?.phase).toBe('undone')
      expect([...scene.server.people.server.forced]).toEqual([])
      rmSync(scene.profile, { recursive: true })
    }
  })
})
