/**
 * Bedrock build site: saves the tiles of a build in one connected game, and keeps them loaded meanwhile.
 *
 * No command reads blocks, so nothing is taken for granted: a place counts as loaded when the game tests a block in each
 * of its chunks, and only then it is saved.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { Extent } from '../../../policy/build/plan.js'
import type { BuildPlace, BuildSite, SiteBuilder } from '../../minecraft/build/build-site.js'
import { operationProblem } from '../../minecraft/operation-problem.js'
import { type BedrockAbilities, runOrThrow } from '../capabilities/bedrock-capability.js'
import { blockText } from '../capabilities/world-capabilities.js'
import { literal } from '../command-text.js'
import { statusCodes } from '../wire/frame.js'
import { inWorld } from '../worlds.js'
import { BedrockTileBuilder, type TileSite } from './bedrock-tile-builder.js'
import { kindsOf } from './build-steps.js'
import { markWorld } from './game-world.js'
import { type SavedBoxes, structureName } from './saved-boxes.js'

/** How often, and after how many milliseconds, the game is asked again whether a place is loaded. */
const loadTries = 20
const loadPauseMs = 500
const area = literal('gatehouse_build')
/** Kinds of blocks that the game is asked for at once. */
const testedAtOnce = 8
/** Blocks along one side of a chunk. */
const chunk = 16

export interface BedrockBuildSiteOptions {
  readonly abilities: BedrockAbilities
  readonly saved: SavedBoxes
  readonly clock: Clock
  /** Undefined while it is not marked: nothing was built in it. */
  readonly world: string | undefined
}

export class BedrockBuildSite implements BuildSite, TileSite {
  /** No command tells it. */
  readonly tps = undefined
  readonly abilities: BedrockAbilities
  readonly saved: SavedBoxes
  readonly #clock: Clock
  #world: string | undefined
  /** The box that was loaded last. */
  #loaded: string | undefined

  constructor({ abilities, saved, clock, world }: BedrockBuildSiteOptions) {
    this.abilities = abilities
    this.saved = saved
    this.#clock = clock
    this.#world = world
  }

  get world(): string | undefined {
    return this.#world
  }

  /** @returns the name of the world that is open. @throws GatewayError when it cannot be marked */
  async mark(signal: AbortSignal): Promise<string> {
    if (this.#world !== undefined) return this.#world
    const world = await markWorld(this.abilities, signal)
    this.saved.addWorld(world)
    this.#world = world
    return world
  }

  async save({ plan, groupId, dimension }: BuildPlace, signal: AbortSignal): Promise<readonly number[]> {
    const [first] = plan.tiles
    if (first) await this.load(dimension, first, signal)
    const { blocks, planned } = await kindsOf(plan)
    if (first) await this.requireKnown(blocks, dimension, first.min, signal)
    for (const [tile, box] of plan.tiles.entries()) await this.saveBox(groupId, tile, { dimension, box }, signal)
    return planned
  }

  /** Asks the game for every kind of block, at a place that is loaded. @throws GatewayError that names those it does not know */
  async requireKnown(
    blocks: ReadonlySet<string>,
    dimension: string,
    at: Extent['min'],
    signal: AbortSignal,
  ): Promise<void> {
    const unknown: string[] = []
    const left = [...blocks]
    while (left.length > 0) {
      const some = left.splice(0, testedAtOnce)
      const known = await Promise.all(some.map((block) => this.#test(dimension, at, block, signal)))
      unknown.push(...some.filter((_block, number) => !known[number]))
    }
    if (unknown.length > 0) throw unknownBlocks(unknown)
  }

  /** Whether the game tests blocks there. */
  isLoadedAt(dimension: string, at: Extent['min'], signal: AbortSignal): Promise<boolean> {
    return this.#test(dimension, at, literal('air'), signal)
  }

  /** Once; what is saved stays as it is. @throws GatewayError */
  async saveBox(
    groupId: string,
    number: number,
    { dimension, box }: { readonly dimension: string; readonly box: Extent },
    signal: AbortSignal,
  ): Promise<void> {
    if (this.saved.find(groupId)?.saved.includes(number)) return
    await this.load(dimension, box, signal)
    const corners = `${blockText(box.min)} ${blockText(box.max)}`
    const line = `structure save ${structureName(groupId, number)} ${corners} false disk true`
    await runOrThrow(this.abilities, `${inWorld(dimension)}${line}`, signal)
    this.saved.mark(groupId, 'saved', number)
  }

  /** Puts the blocks before the build back. @throws GatewayError */
  async restoreBox(groupId: string, number: number, signal: AbortSignal): Promise<void> {
    const group = this.saved.find(groupId)
    const box = group?.boxes[number]
    if (!group?.saved.includes(number) || !box) throw notSaved()
    await this.load(group.dimension, box, signal)
    const line = `structure load ${structureName(groupId, number)} ${blockText(box.min)}`
    await runOrThrow(this.abilities, `${inWorld(group.dimension)}${line}`, signal)
  }

  touched(groupId: string): readonly number[] {
    return this.saved.find(groupId)?.touched ?? []
  }

  touch(groupId: string, tile: number): void {
    this.saved.mark(groupId, 'touched', tile)
  }

  builder(): SiteBuilder {
    return new BedrockTileBuilder(this, this.#clock)
  }

  /** Resolves when a place is loaded, and keeps it so where the game can. @throws GatewayError when it is not */
  async load(dimension: string, box: Extent, signal: AbortSignal): Promise<void> {
    const key = `${dimension} ${blockText(box.min)} ${blockText(box.max)}`
    if (this.#loaded === key) return
    await this.release()
    if (!this.abilities.unknown.has('tickingarea') && this.#world !== undefined) {
      const corners = `${blockText(box.min)} ${blockText(box.max)}`
      this.saved.hold(this.#world, dimension)
      // Refused when the world has ten areas: then somebody must be near.
      await this.abilities.link.run(`${inWorld(dimension)}tickingarea add ${corners} ${area}`, { signal })
    }
    for (let tries = 1; !(await this.#isLoaded(dimension, box, signal)); tries++) {
      if (tries >= loadTries) throw notLoaded()
      await this.sleep(loadPauseMs, signal)
    }
    this.#loaded = key
  }

  /** It is looked at again whether the place is loaded. */
  forgetLoaded(): void {
    this.#loaded = undefined
  }

  async release(): Promise<void> {
    this.#loaded = undefined
    const world = this.#world
    const held = world === undefined ? undefined : this.saved.heldIn(world)
    if (world === undefined || held === undefined) return
    // Refused when it is not there.
    await this.abilities.link.run(`${inWorld(held)}tickingarea remove ${area}`)
    this.saved.hold(world, undefined)
  }

  /** @throws the reason of the signal */
  sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      if (signal.aborted) return reject(signal.reason)
      const cancel = this.#clock.after(ms, () => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
      const abort = () => {
        cancel()
        reject(signal.reason)
      }
      signal.addEventListener('abort', abort, { once: true })
    })
  }

  async #isLoaded(dimension: string, { min, max }: Extent, signal: AbortSignal): Promise<boolean> {
    const firstOf = (axis: 'x' | 'z', from: number) => Math.max(min[axis], from)
    for (let x = Math.floor(min.x / chunk) * chunk; x <= max.x; x += chunk) {
      for (let z = Math.floor(min.z / chunk) * chunk; z <= max.z; z += chunk) {
        for (const y of new Set([min.y, max.y])) {
          const at = { x: firstOf('x', x), y, z: firstOf('z', z) }
          if (!(await this.isLoadedAt(dimension, at, signal))) return false
        }
      }
    }
    return true
  }

  /** Whether the game looked at a block: it says whether it is this one. An unknown block or place is an error. */
  async #test(dimension: string, at: Extent['min'], block: string, signal: AbortSignal): Promise<boolean> {
    const line = `${inWorld(dimension)}testforblock ${blockText(at)} ${block}`
    const { statusCode, body } = await this.abilities.link.run(line, { signal })
    return statusCode >= 0 || (statusCode !== statusCodes.syntax && typeof body.matches === 'boolean')
  }
}

const notLoaded = () =>
  operationProblem(
    'build-not-loaded',
    'The place is not loaded in the game, or outside of its world.',
    'Send a player there, then call again. What stands stays, and undo puts everything back.',
  )

const notSaved = () =>
  operationProblem(
    'build-not-saved',
    'The saved blocks of this place are no longer there.',
    'What stands stays. Build the rest with a new call.',
  )

const unknownBlocks = (blocks: readonly string[]) =>
  operationProblem(
    'build-unknown-blocks',
    `The game does not know these blocks: ${blocks.slice(0, 8).join(', ')}. Nothing was built.`,
    'Use names and states of Bedrock. They differ from Java in part; stairs, slabs, logs and ladders may have those of Java.',
    { blocks: blocks.slice(0, 32) },
  )
