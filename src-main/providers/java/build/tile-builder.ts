/**
 * Tile builder: sets one tile of a build on a connected server, as fast as the server takes it, and reads it again.
 *
 * What it sends is the difference between the world and the plan: a tile that was interrupted goes on where it was. The
 * parts in which a player stands are left out, and the tile is then not done.
 */
import type { BuildWait } from '@shared/build/build-state.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { isAir } from '../../../policy/build/block-state.js'
import type { BuildPlan } from '../../../policy/build/plan.js'
import type { JavaAbilities, Snapshots } from '../capabilities/java-capability.js'
import { type BlockEntity, type BlockVolume, type Box, volumeOf } from '../folder/block-volume.js'
import { operationProblem } from '../operation-problem.js'
import { commandsOf, type EditCommandOptions, maxCommandBytes } from '../snapshots/edit-commands.js'
import { isSameData, maxPerFill, planUndo, type UndoStep } from '../snapshots/undo-plan.js'
import { isNotLoaded, TooManyBlocks } from '../snapshots/world-editor.js'
import type { BuildPace } from './build-pace.js'
import type { TileCounts } from './build-run.js'
import { type Bystander, bystandersIn, isTouching } from './bystanders.js'
import type { LoadedChunks } from './loaded-chunks.js'
import type { TickMeter } from './tick-meter.js'
import { countsOf, targetOf } from './tile-target.js'

/** A server that is connected. */
export interface BuildSite {
  readonly abilities: JavaAbilities
  readonly snapshots: Snapshots
  readonly pace: BuildPace
  readonly meter: TickMeter
  readonly chunks: LoadedChunks
}

export interface TileWork {
  readonly plan: BuildPlan
  readonly groupId: string
  readonly dimension: string
  readonly tile: number
  /** It was interrupted: its saved blocks stay as they are. */
  readonly isBegun: boolean
  /** Aborts between two commands. */
  readonly signal: AbortSignal
  /** Called before the first command of the tile. */
  readonly onBegin: () => void
  /** Part of the tile that is set, 0 up to 1. */
  readonly onProgress: (part: number) => void
  readonly onCommand: () => void
  readonly onWait: (wait: BuildWait | undefined) => void
}

export type TileResult =
  | { readonly kind: 'done'; readonly counts: TileCounts }
  | { readonly kind: 'blocked'; readonly names: readonly string[] }

/** Rounds after the first repair blocks that fell, flowed or broke meanwhile. */
const maxRounds = 4
/** Milliseconds between two looks at who stands in the tile. */
const lookEveryMs = 2_000
/** Milliseconds between two readings of a server that is too slow. */
const recoverEveryMs = 1_000
/** How often, and after how many milliseconds, a command is sent again whose chunks are not loaded yet. */
const loadTries = 20
const loadPauseMs = 250
/** Milliseconds for which blocks that were read count as current. */
const freshMs = 2_000

export class TileBuilder {
  readonly #site: BuildSite
  readonly #clock: Clock
  readonly #log: Log
  #most = maxPerFill
  /** The next tile, read with the last one. */
  #ahead: { readonly box: Box; readonly volume: BlockVolume; readonly at: number } | undefined

  constructor(site: BuildSite, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#site = site
    this.#clock = clock
    this.#log = log
  }

  /** @throws GatewayError when it cannot go on; what is set stays, and the tile can be built again */
  async build(work: TileWork): Promise<TileResult> {
    const { groups } = this.#site.snapshots
    const { plan, tile, groupId } = work
    const box = plan.tiles[tile]
    const saved = await groups.before(groupId, tile)
    if (!box || !saved) throw notSaved()
    await this.#site.chunks.hold(work.dimension, box)
    let current = await this.#current(work.dimension, box)
    const before = work.isBegun ? saved : current
    if (!work.isBegun && !isSameVolume(saved, current)) await groups.keepAgain(groupId, tile, current)
    const drawn = plan.draw(box, before)
    const blocked = new Set<string>()
    for (let round = 0; round < maxRounds; round++) {
      const { steps, differing } = await planUndo(current, targetOf(current, drawn, round > 0), this.#most)
      if (differing === 0) break
      if (round > 0) this.#log.info('a tile of a build needs another round', { tile, round, differing })
      blocked.clear()
      const isWhole = await this.#set(steps, { work, box, isFirst: round === 0 }, blocked)
      current = await this.#readWithNext(work, box)
      if (blocked.size > 0) return { kind: 'blocked', names: [...blocked].sort() }
      // The limit of a fill was lower than thought: that was no round of its own.
      if (!isWhole) round--
    }
    work.onBegin()
    await groups.saveAfter(groupId, tile, current)
    return { kind: 'done', counts: countsOf(before, current, drawn) }
  }

  /** What was set of a tile that is not finished: so that its undo leaves later changes of players. */
  async leave({ dimension, groupId, tile, plan }: Pick<TileWork, 'dimension' | 'groupId' | 'tile' | 'plan'>) {
    const box = plan.tiles[tile]
    if (box) await this.#site.snapshots.groups.saveAfter(groupId, tile, await this.#read(dimension, box))
  }

  /** @returns whether all was sent; `blocked` gets the names of those who stand in the way */
  async #set(
    steps: readonly UndoStep[],
    { work, box, isFirst }: { readonly work: TileWork; readonly box: Box; readonly isFirst: boolean },
    blocked: Set<string>,
  ): Promise<boolean> {
    const { abilities } = this.#site
    const form = this.#form(work.dimension, abilities)
    let [bystanders, lookedAt]: [readonly Bystander[], number] = [[], Number.NEGATIVE_INFINITY]
    for (const [number, step] of steps.entries()) {
      await this.#turn(work)
      if (this.#clock.elapsed() - lookedAt >= lookEveryMs) {
        bystanders = await bystandersIn(work.dimension, box, abilities)
        lookedAt = this.#clock.elapsed()
      }
      const inTheWay = bystanders.filter(({ body }) => isBuried(body, step))
      for (const { name } of inTheWay) blocked.add(name)
      if (inTheWay.length > 0) continue
      work.onBegin()
      try {
        for (const command of commandsOf(step, form)) await this.#send(command, work, blocksOf(step))
      } catch (error) {
        if (!(error instanceof TooManyBlocks) || error.most < 1 || error.most >= this.#most) throw error
        this.#most = error.most
        return false
      }
      if (isFirst) work.onProgress((number + 1) / steps.length)
    }
    return true
  }

  async #send(command: string, work: TileWork, blocks: number): Promise<void> {
    const { snapshots, pace, meter } = this.#site
    for (let tries = 1; ; tries++) {
      try {
        await snapshots.editor.edit(command)
        break
      } catch (thrown) {
        if (!isNotLoaded(thrown)) throw thrown
        if (tries >= loadTries) throw notLoaded()
        await this.#sleep(loadPauseMs, work.signal)
      }
    }
    work.onCommand()
    meter.sent()
    pace.spent(blocks, this.#clock.elapsed())
  }

  /** Waits until the server can take the next command. @throws the reason of the signal */
  async #turn({ signal, onWait }: TileWork): Promise<void> {
    const { pace, meter } = this.#site
    signal.throwIfAborted()
    if (meter.isDue) pace.read(await meter.read())
    while (pace.isStopped) {
      onWait({ why: 'slow-server', tps: Math.round((pace.tps ?? 0) * 10) / 10 })
      await this.#sleep(recoverEveryMs, signal)
      pace.read(await meter.read())
      if (!pace.isStopped) onWait(undefined)
    }
    const wait = pace.waitMs(this.#clock.elapsed())
    if (wait > 0) await this.#sleep(wait, signal)
    signal.throwIfAborted()
  }

  async #current(dimension: string, box: Box): Promise<BlockVolume> {
    const ahead = this.#ahead
    this.#ahead = undefined
    if (ahead && ahead.box === box && this.#clock.elapsed() - ahead.at <= freshMs) return ahead.volume
    return this.#read(dimension, box)
  }

  async #read(dimension: string, box: Box): Promise<BlockVolume> {
    const { editor, folder } = this.#site.snapshots
    await editor.flush()
    return folder.blocks(dimension, box)
  }

  /** Saving the world is the dearest step, so the next tile is read from the same save. */
  async #readWithNext({ dimension, plan, tile }: TileWork, box: Box): Promise<BlockVolume> {
    const { folder } = this.#site.snapshots
    const volume = await this.#read(dimension, box)
    const next = plan.tiles[tile + 1]
    const at = this.#clock.elapsed()
    const read = next && (await folder.blocks(dimension, next).catch(() => undefined))
    this.#ahead = next && read && { box: next, volume: read, at }
    return volume
  }

  #form(dimension: string, { dialect }: JavaAbilities): EditCommandOptions {
    // Only states are set, so the version of the data does not matter.
    return { prefix: dialect.traits.prefix, dimension, dataVersion: 0, maxBytes: maxCommandBytes }
  }

  #sleep(ms: number, signal: AbortSignal): Promise<void> {
    return new Promise((resolve, reject) => {
      const cancel = this.#clock.after(ms, () => {
        signal.removeEventListener('abort', abort)
        resolve()
      })
      const abort = () => {
        cancel()
        reject(signal.reason)
      }
      if (signal.aborted) abort()
      else signal.addEventListener('abort', abort, { once: true })
    })
  }
}

/** Whether the step would put a block where the body is. */
function isBuried(body: Box, step: UndoStep): boolean {
  if (step.kind === 'data' || isAir(step.state)) return false
  return isTouching(body, step.kind === 'fill' ? step.box : { min: step.at, max: step.at })
}

const blocksOf = (step: UndoStep): number => (step.kind === 'fill' ? volumeOf(step.box) : 1)

/** Both are of the same box. */
function isSameVolume(one: BlockVolume, other: BlockVolume): boolean {
  const same = one.palette.map((state) => other.palette.indexOf(state))
  for (let index = 0; index < one.indices.length; index++)
    if (same[one.indices[index] ?? 0] !== other.indices[index]) return false
  const isSameAt = (entity: BlockEntity) => isSameData(entity.data, other.blockEntityAt(entity)?.data ?? {})
  return one.blockEntities.length === other.blockEntities.length && one.blockEntities.every(isSameAt)
}

const notSaved = () =>
  operationProblem(
    'build-not-saved',
    'The saved blocks of this place are no longer there, so nothing more was built.',
    'What stands stays. Build the rest with a new call.',
  )

const notLoaded = () =>
  operationProblem(
    'build-not-loaded',
    'The place is not loaded on the server.',
    'Send a player there, then call again. What stands stays, and undo puts everything back.',
  )
