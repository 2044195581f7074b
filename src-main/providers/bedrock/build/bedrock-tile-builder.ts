/**
 * Bedrock tile builder: sets tiles of a build with fills, at a bounded rate, and proves with the same fills that they are
 * there: the game says how many blocks each of them changed.
 *
 * A tile that was interrupted is set again. One whose parts look at the world is put back first.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import { isAir } from '../../../policy/build/block-state.js'
import type { Extent } from '../../../policy/build/plan.js'
import { volumeOf } from '../../../policy/build/plan-volume.js'
import { isTouching } from '../../minecraft/build/body.js'
import type { TileCounts } from '../../minecraft/build/build-run.js'
import type { SiteBuilder, TilePlace, TileResult, TileSent, TileWork } from '../../minecraft/build/build-site.js'
import { operationProblem } from '../../minecraft/operation-problem.js'
import { type BedrockAbilities, failureOf } from '../capabilities/bedrock-capability.js'
import { blockText } from '../capabilities/world-capabilities.js'
import { resourceId } from '../command-text.js'
import { statusCodes } from '../wire/frame.js'
import { inWorld } from '../worlds.js'
import { bedrockBlock } from './bedrock-block.js'
import { type Body, bodiesIn } from './bodies.js'
import { type BuildStep, looksAtWorld, stepsOf } from './build-steps.js'

/** The ticks of the game cannot be read: at most so much a second, and half of the time nothing. */
export const commandsPerSecond = 20
export const blocksPerSecond = 65_536
/** Milliseconds between two looks at who stands in the tile. */
const lookEveryMs = 500
/** How often a fill is sent again that the game refuses, and after how many milliseconds. */
const refusedTries = 4
const refusedPauseMs = 500
/** Rounds after the first repair blocks that fell, flowed or broke meanwhile. */
const maxRounds = 3

/** The connected game whose places it sets; see `bedrock-build-site.ts`. */
export interface TileSite {
  readonly abilities: BedrockAbilities
  load(dimension: string, box: Extent, signal: AbortSignal): Promise<void>
  forgetLoaded(): void
  restoreBox(groupId: string, tile: number, signal: AbortSignal): Promise<void>
  sleep(ms: number, signal: AbortSignal): Promise<void>
}

interface OpenTile {
  readonly work: TileWork
  readonly steps: readonly BuildStep[]
  readonly counts: TileCounts
}

const whole: TileCounts = { built: 0, changed: 0, skipped: 0 }

export class BedrockTileBuilder implements SiteBuilder {
  readonly #site: TileSite
  readonly #clock: Clock
  readonly #open = new Map<number, OpenTile>()
  #freeAt = 0

  constructor(site: TileSite, clock: Clock) {
    this.#site = site
    this.#clock = clock
  }

  get openTiles(): readonly number[] {
    return [...this.#open.keys()]
  }

  async set(work: TileWork): Promise<TileSent> {
    const { plan, tile, groupId, dimension, signal } = work
    const box = plan.tiles[tile]
    const steps = stepsOf(plan, tile)
    if (!box || steps.length === 0) {
      work.onBegin()
      this.#open.set(tile, { work, steps, counts: whole })
      return { kind: 'sent' }
    }
    await this.#site.load(dimension, box, signal)
    if (looksAtWorld(steps)) {
      // It cannot be set in pieces, because a later try would look at what an earlier one left.
      const there = await this.#inTheWay(work, box, steps)
      if (there.length > 0) return { kind: 'blocked', names: there }
      // What was there before may be where they stand now.
      if (work.isBegun) await this.#site.restoreBox(groupId, tile, signal)
    }
    const { names, changed, matched } = await this.#send(work, box, steps, true)
    if (names.length > 0) return { kind: 'blocked', names }
    this.#open.set(tile, { work, steps, counts: { built: matched, changed, skipped: 0 } })
    return { kind: 'sent' }
  }

  async verify(signal: AbortSignal, onEnd: (tile: number, result: TileResult) => void): Promise<void> {
    for (const [tile, { work: given, steps, counts }] of this.#open) {
      const work = { ...given, signal }
      const box = work.plan.tiles[tile]
      let missing = 0
      let names: readonly string[] = []
      // The fills of a tile that looks at the world are no proof: a later layer replaces blocks of an earlier one.
      if (box && steps.length > 0 && !looksAtWorld(steps)) {
        await this.#site.load(work.dimension, box, signal)
        for (let round = 1; round <= maxRounds; round++) {
          const again = await this.#send(work, box, steps, false)
          names = again.names
          missing = again.changed
          if (missing === 0 || names.length > 0) break
        }
      }
      this.#open.delete(tile)
      if (names.length > 0) onEnd(tile, { kind: 'blocked', names })
      else onEnd(tile, { kind: 'done', counts: { ...counts, built: counts.built - missing, skipped: missing } })
    }
  }

  forget(): void {
    this.#open.clear()
  }

  async leave({ tile }: TilePlace): Promise<void> {
    this.#open.delete(tile)
    this.#site.forgetLoaded()
  }

  /** Sends the fills but for those where somebody stands. @returns their names, and how many blocks changed */
  async #send(work: TileWork, box: Extent, steps: readonly BuildStep[], isFirst: boolean) {
    const { dimension, signal } = work
    const names = new Set<string>()
    let [changed, matched] = [0, 0]
    let [bodies, lookedAt]: [readonly Body[], number] = [[], Number.NEGATIVE_INFINITY]
    for (const [number, step] of steps.entries()) {
      if (this.#clock.elapsed() - lookedAt >= lookEveryMs) {
        bodies = await bodiesIn(dimension, box, this.#site.abilities, signal)
        lookedAt = this.#clock.elapsed()
      }
      const there = bodies.filter((body) => isBuried(body, step))
      for (const { name } of there) names.add(name)
      if (there.length > 0) continue
      const did = await this.#step(step, work)
      changed += did
      matched += step.only ? did : volumeOf(step.box)
      if (isFirst) work.onProgress((number + 1) / steps.length)
    }
    if (names.size === 0) work.onBegin()
    return { names: [...names].sort(), changed, matched }
  }

  async #inTheWay({ dimension, isBegun, signal }: TileWork, box: Extent, steps: readonly BuildStep[]) {
    const bodies = await bodiesIn(dimension, box, this.#site.abilities, signal)
    const there = isBegun ? bodies : bodies.filter((body) => steps.some((step) => isBuried(body, step)))
    return there.map(({ name }) => name)
  }

  /** @returns blocks that changed */
  async #step({ box, state, only }: BuildStep, work: TileWork): Promise<number> {
    const line = `${inWorld(work.dimension)}fill ${blockText(box.min)} ${blockText(box.max)} ${bedrockBlock(state)}`
    if (!only) return this.#fill(line, box, work)
    let changed = 0
    for (const id of only) {
      // Bedrock has one air.
      if (isAir(id) && id !== 'minecraft:air') continue
      changed += await this.#fill(`${line} replace ${resourceId(id)}`, box, work)
    }
    return changed
  }

  async #fill(line: string, box: Extent, work: TileWork): Promise<number> {
    for (let tries = 1; ; tries++) {
      const wait = this.#freeAt - this.#clock.elapsed()
      if (wait > 0) await this.#site.sleep(wait, work.signal)
      work.signal.throwIfAborted()
      work.onBegin()
      const sentAt = this.#clock.elapsed()
      // Not aborted: its outcome is to be known.
      const reply = await this.#site.abilities.link.run(line)
      const now = this.#clock.elapsed()
      this.#freeAt = Math.max(
        now + (now - sentAt),
        sentAt + Math.max(1_000 / commandsPerSecond, (volumeOf(box) * 1_000) / blocksPerSecond),
      )
      work.onCommand()
      const count = countIn(reply.body.fillCount, volumeOf(box))
      // A game that changed nothing refuses, and says that it filled 0 blocks.
      if (count !== undefined) return count
      if (reply.statusCode >= 0) return volumeOf(box)
      const isWrong = reply.statusCode === statusCodes.syntax || tries >= refusedTries
      if (isWrong) throw refused(failureOf(reply, 'BUSINESS.OPERATION_FAILED'))
      await this.#site.sleep(refusedPauseMs, work.signal)
      this.#site.forgetLoaded()
      await this.#site.load(work.dimension, work.plan.tiles[work.tile] ?? box, work.signal)
    }
  }
}

const isBuried = ({ box }: Body, step: BuildStep): boolean => !isAir(step.state) && isTouching(box, step.box)

/** No fill changes more than it covers, whatever the game says. */
const countIn = (count: unknown, most: number): number | undefined =>
  typeof count === 'number' && Number.isSafeInteger(count) && count >= 0 ? Math.min(count, most) : undefined

const refused = (cause: ReturnType<typeof failureOf>) =>
  operationProblem(
    'build-refused',
    'The game refused to set blocks of the build.',
    'Read details.reply. What stands stays, and undo puts everything back.',
    { ...cause.details },
    cause,
  )
