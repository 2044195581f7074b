/**
 * Tile builder: sets tiles of a build on a connected server, as fast as the server takes them, and reads them again.
 *
 * What it sends is the difference between the world and the plan: a tile that was interrupted goes on where it was. The
 * parts in which a player stands are left out, and the tile is then not done. What players did meanwhile in a tile that
 * was interrupted stays, and its undo keeps it.
 */
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import type { Drawn } from '../../../policy/build/plan.js'
import type { SiteBuilder, TilePlace, TileResult, TileSent, TileWork } from '../../minecraft/build/build-site.js'
import type { JavaAbilities, Snapshots } from '../capabilities/java-capability.js'
import { type BlockEntity, type BlockVolume, type Box, volumeOf } from '../folder/block-volume.js'
import { operationProblem } from '../operation-problem.js'
import { commandsOf, type EditCommandOptions, maxCommandBytes } from '../snapshots/edit-commands.js'
import { isSameData, maxPerFill, planUndo, type UndoStep } from '../snapshots/undo-plan.js'
import { isNotLoaded, TooManyBlocks } from '../snapshots/world-editor.js'
import type { BuildPace } from './build-pace.js'
import { around, type Bystander, bystandersIn, isBuried } from './bystanders.js'
import { lookEveryMs } from './command-estimate.js'
import { countPlayers } from './entity-count.js'
import type { LoadedChunks } from './loaded-chunks.js'
import { drawnWithout, playersWork, volumeWithout } from './players-work.js'
import type { TickMeter } from './tick-meter.js'
import { countsOf, targetOf } from './tile-target.js'

/** Of a server that is connected. */
export interface ServerTools {
  readonly abilities: JavaAbilities
  readonly snapshots: Snapshots
  readonly pace: BuildPace
  readonly meter: TickMeter
  readonly chunks: LoadedChunks
}

/** A tile whose commands were sent. */
interface OpenTile {
  readonly work: TileWork
  readonly box: Box
  readonly before: BlockVolume
  readonly drawn: Drawn
  readonly kept: KeptBlocks
}

/** Players' work in a tile that was interrupted. */
interface KeptBlocks {
  /** The blocks as they were before it. */
  readonly was: BlockVolume
  readonly isLeft: Uint8Array
}

interface PreparedTile extends Omit<OpenTile, 'work'> {
  readonly steps: readonly UndoStep[]
  /** Players changed it since it was saved. */
  readonly isKeptAgain: boolean
}

/** Rounds after the first repair blocks that fell, flowed or broke meanwhile. */
const maxRounds = 4
/** Milliseconds between two readings of a server that is too slow. */
const recoverEveryMs = 1_000
/** How often, and after how many milliseconds, a command is sent again whose chunks are not loaded yet. */
const loadTries = 20
const loadPauseMs = 250
/** Milliseconds for which a save of the world counts as current. */
const freshMs = 10_000
/** Blocks that a player moves in that time. */
const nearby = 64

export class TileBuilder implements SiteBuilder {
  readonly #site: ServerTools
  readonly #clock: Clock
  readonly #log: Log
  #most = maxPerFill
  /** When the world was saved last, in milliseconds. */
  #savedAt = Number.NEGATIVE_INFINITY
  readonly #open = new Map<number, OpenTile>()
  /** Of tiles to which commands were sent that `leave` has not saved. */
  readonly #changed = new Map<number, KeptBlocks>()
  /** Tiles to which nothing was sent since `leave` saved them. */
  readonly #left = new Set<number>()
  #ahead:
    | {
        readonly tile: number
        readonly savedAt: number
        readonly most: number
        readonly prepared: Promise<PreparedTile | undefined>
      }
    | undefined

  constructor(site: ServerTools, { clock, log }: { readonly clock: Clock; readonly log: Log }) {
    this.#site = site
    this.#clock = clock
    this.#log = log
  }

  /** Sends the commands of a tile. @throws GatewayError when it cannot go on; what is set stays, and it can be set again */
  async set(work: TileWork): Promise<TileSent> {
    const { tile, groupId, dimension } = work
    if (this.#clock.elapsed() - this.#savedAt > freshMs) await this.#save()
    const first = await this.#takePrepared(work)
    await this.#site.chunks.hold(dimension, first.box)
    await this.#turn(work)
    const countedAt = this.#clock.elapsed()
    const area = around(first.box, nearby)
    const isAlone = (await countPlayers(dimension, area, this.#site.abilities, work.signal)) === 0
    // Items may have been put there since the world was saved.
    const mayHoldMore = !isAlone || first.before.blockEntities.length > 0
    const { steps, isKeptAgain, ...prepared } = mayHoldMore ? await this.#prepareAnew(work) : first
    if (isKeptAgain) await this.#site.snapshots.groups.keepAgain(groupId, tile, prepared.before)
    const opened: OpenTile = { work, ...prepared }
    const next = { ...work, tile: tile + 1, isBegun: false }
    if (next.plan.tiles[next.tile]) this.#prepareAhead(next)
    const names = await this.#send(opened, steps, false, isAlone ? countedAt : undefined)
    if (names.length > 0) {
      // A player is there: what they do from now on is theirs.
      await this.leave(work)
      return { kind: 'blocked', names }
    }
    this.#open.set(tile, opened)
    return { kind: 'sent' }
  }

  async #prepareAnew(work: TileWork): Promise<PreparedTile> {
    await this.#save()
    return this.#prepare(work)
  }

  /** From the last save: what changed since is found when the tile is read again. @throws as `set` */
  async #prepare({ plan, tile, groupId, dimension, isBegun }: TileWork): Promise<PreparedTile> {
    const { groups, folder } = this.#site.snapshots
    const box = plan.tiles[tile]
    const saved = await groups.before(groupId, tile)
    if (!box || !saved) throw notSaved()
    const current = await folder.blocks(dimension, box)
    const before = isBegun ? saved : current
    const drawn = plan.draw(box, before)
    const was = (isBegun && (await groups.after(groupId, tile))) || saved
    const isLeft = isBegun ? playersWork(current, saved, was, drawn) : new Uint8Array(current.indices.length)
    const { steps } = await planSteps(current, drawnWithout(drawn, isLeft), false, this.#most)
    return { box, before, drawn, steps, kept: { was, isLeft }, isKeptAgain: !isBegun && !isSameVolume(saved, current) }
  }

  /** While the commands of one tile run, the next is read and compared. */
  #prepareAhead(work: TileWork): void {
    const prepared = this.#prepare(work).catch(() => undefined)
    this.#ahead = { tile: work.tile, savedAt: this.#savedAt, most: this.#most, prepared }
  }

  async #takePrepared(work: TileWork): Promise<PreparedTile> {
    const ahead = this.#ahead
    this.#ahead = undefined
    const isFit = ahead?.tile === work.tile && ahead.savedAt === this.#savedAt && ahead.most === this.#most
    const prepared = isFit && !work.isBegun ? await ahead.prepared : undefined
    return prepared ?? this.#prepare(work)
  }

  /** Tiles that were sent and not read again. */
  get openTiles(): readonly number[] {
    return [...this.#open.keys()]
  }

  /** Reads all that were sent again, after one save, and repairs what fell, flowed or broke meanwhile. @throws as `set` */
  async verify(signal: AbortSignal, onEnd: (tile: number, result: TileResult) => void): Promise<void> {
    const { groups, folder } = this.#site.snapshots
    for (let round = 1; this.#open.size > 0; round++) {
      await this.#save()
      for (const [tile, sent] of this.#open) {
        signal.throwIfAborted()
        const opened = { ...sent, work: { ...sent.work, signal } }
        const { work, box, before, drawn } = opened
        const current = await folder.blocks(work.dimension, box)
        const names = round < maxRounds ? await this.#repair(opened, current, round) : []
        if (names === 'sent') continue
        this.#open.delete(tile)
        if (names.length > 0) {
          await this.leave(work)
          onEnd(tile, { kind: 'blocked', names })
        } else {
          await groups.saveAfter(work.groupId, tile, volumeWithout(current, sent.kept.was, sent.kept.isLeft))
          this.#changed.delete(tile)
          onEnd(tile, { kind: 'done', counts: countsOf(before, current, drawn) })
        }
      }
    }
  }

  /** @returns `sent`, or the names of those who stand in the way; none when all is as planned */
  async #repair(opened: OpenTile, current: BlockVolume, round: number): Promise<'sent' | readonly string[]> {
    const { work, box } = opened
    const { differing, steps } = await planSteps(current, toSet(opened), true, this.#most)
    if (differing === 0) return []
    this.#log.info('a tile of a build needs another round', { tile: work.tile, round, differing })
    await this.#site.chunks.hold(work.dimension, box)
    const names = await this.#send(opened, steps, true)
    return names.length > 0 ? names : 'sent'
  }

  /** Interrupted work starts again, from the world as it is then. */
  forget(): void {
    this.#open.clear()
  }

  /**
   * Saves what was set of a tile that is not finished, once for each interruption: its undo keeps what players do after.
   */
  async leave({ dimension, groupId, tile, plan }: TilePlace): Promise<void> {
    const box = plan.tiles[tile]
    if (!box || this.#left.has(tile)) return
    const { groups } = this.#site.snapshots
    const current = await this.#read(dimension, box)
    const kept = this.#changed.get(tile) ?? (await this.#keptOf(current, { groupId, tile, plan }))
    if (kept) await groups.saveAfter(groupId, tile, volumeWithout(current, kept.was, kept.isLeft))
    this.#changed.delete(tile)
    // It is not read again as if nothing had happened since.
    this.#open.delete(tile)
    this.#left.add(tile)
  }

  /** Of a tile that an earlier connection, or an earlier run of the program, left. */
  async #keptOf(current: BlockVolume, { groupId, tile, plan }: Pick<TileWork, 'groupId' | 'tile' | 'plan'>) {
    const { groups } = this.#site.snapshots
    const saved = await groups.before(groupId, tile)
    if (!saved) return undefined
    const was = (await groups.after(groupId, tile)) ?? saved
    return { was, isLeft: playersWork(current, saved, was, plan.draw(current.box, saved)) }
  }

  /**
   * @param aloneAt when nobody was found there, in milliseconds
   * @returns the names of those who stand in the way of the rest
   */
  async #send(
    opened: OpenTile,
    steps: readonly UndoStep[],
    wasSet: boolean,
    aloneAt = Number.NEGATIVE_INFINITY,
  ): Promise<readonly string[]> {
    const { work, box, kept } = opened
    const { abilities } = this.#site
    const form = this.#form(work.dimension, abilities)
    const blocked = new Set<string>()
    let [bystanders, lookedAt]: [readonly Bystander[], number] = [[], aloneAt]
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
      this.#left.delete(work.tile)
      this.#changed.set(work.tile, kept)
      try {
        for (const command of commandsOf(step, form)) await this.#command(command, work, blocksOf(step))
      } catch (error) {
        if (!(error instanceof TooManyBlocks) || error.most < 1 || error.most >= this.#most) throw error
        // What was sent before counts: the rest is found by the next comparison.
        this.#most = error.most
        const current = await this.#read(work.dimension, box)
        const rest = await planSteps(current, toSet(opened), wasSet, this.#most)
        return this.#send(opened, rest.steps, wasSet)
      }
      if (!wasSet) work.onProgress((number + 1) / steps.length)
    }
    // A tile that is as planned already is done without a command.
    if (blocked.size === 0) work.onBegin()
    return [...blocked].sort()
  }

  async #command(command: string, work: TileWork, blocks: number): Promise<void> {
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

  async #read(dimension: string, box: Box): Promise<BlockVolume> {
    await this.#save()
    return this.#site.snapshots.folder.blocks(dimension, box)
  }

  /** The dearest step for a server, so it is done for several tiles at once. */
  async #save(): Promise<void> {
    await this.#site.snapshots.editor.flush()
    this.#savedAt = this.#clock.elapsed()
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

/** No command covers a block that the plan does not set: it may have changed since it was read. */
const planSteps = (current: BlockVolume, drawn: Drawn, wasSet: boolean, most: number) =>
  planUndo(
    current,
    targetOf(current, drawn, wasSet),
    most,
    Uint8Array.from(drawn.parts, (part) => (part ? 0 : 1)),
  )

const toSet = ({ drawn, kept }: OpenTile): Drawn => drawnWithout(drawn, kept.isLeft)

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
