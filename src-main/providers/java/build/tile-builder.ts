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
import { type BlockEntity, type BlockVolume, type Box, hull } from '../folder/block-volume.js'
import { operationProblem } from '../operation-problem.js'
import { commandsOf, type EditCommandOptions, maxCommandBytes } from '../snapshots/edit-commands.js'
import { blocksIn, isSameData, maxPerFill, planUndo, type UndoStep } from '../snapshots/undo-plan.js'
import { isNotLoaded, TooManyBlocks } from '../snapshots/world-editor.js'
import { around, type Bystander, bystandersIn, isBuried } from './bystanders.js'
import { lookEveryMs } from './command-estimate.js'
import { countPlayers } from './entity-count.js'
import { chunksIn, type LoadedChunks, maxHeldChunks } from './loaded-chunks.js'
import type { PacedCommands } from './paced-commands.js'
import { drawnWithout, playersWork, volumeWithout } from './players-work.js'
import { countsOf, targetOf } from './tile-target.js'

/** Of a server that is connected. */
export interface ServerTools {
  readonly abilities: JavaAbilities
  readonly snapshots: Snapshots
  readonly commands: PacedCommands
  readonly chunks: LoadedChunks
}

/** A tile whose commands were sent. */
interface OpenTile {
  readonly work: TileWork
  /** How often it was sent. */
  readonly round: number
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

/** A tile that was read again. */
interface CheckedTile {
  readonly current: BlockVolume
  readonly isDone: boolean
}

interface PreparedTile extends Omit<OpenTile, 'work' | 'round'> {
  readonly steps: readonly UndoStep[]
  /** Players changed it since it was saved. */
  readonly isKeptAgain: boolean
}

/** Rounds after the first repair blocks that fell, flowed or broke meanwhile. */
const maxRounds = 4
/** Tiles that are set between two saves of the world: saving is the dearest step for a server. */
const tilesPerSave = 8
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
  /** Tiles that are read again while others are set. */
  readonly #checks = new Map<number, { readonly opened: OpenTile; readonly checked: Promise<CheckedTile> }>()
  /** Resolves when nothing is read. Never rejects. */
  #reading: Promise<unknown> = Promise.resolve()
  /** When nobody was around the whole build, and when somebody was, in milliseconds. */
  #emptyAt = Number.NEGATIVE_INFINITY
  #crowdedAt = Number.NEGATIVE_INFINITY
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
    if (!this.#isFresh(this.#savedAt)) await this.#save()
    const first = await this.#takePrepared(work)
    await this.#site.chunks.hold(dimension, first.box, reachOf(work))
    await this.#site.commands.turn(work.signal, work.onWait)
    const aloneAt = await this.#aloneAt(work, first.box)
    const isAlone = aloneAt !== undefined
    // Items may have been put there since the world was saved.
    const mayHoldMore = !isAlone || first.before.blockEntities.length > 0
    const { steps, isKeptAgain, ...prepared } = mayHoldMore ? await this.#prepareAnew(work) : first
    if (isKeptAgain) await this.#site.snapshots.groups.keepAgain(groupId, tile, prepared.before)
    const opened: OpenTile = { work, round: 1, ...prepared }
    const next = { ...work, tile: tile + 1, isBegun: false }
    if (next.plan.tiles[next.tile]) this.#prepareAhead(next)
    const names = await this.#send(opened, steps, false, aloneAt)
    if (names.length > 0) {
      // A player is there: what they do from now on is theirs.
      await this.leave(work)
      return { kind: 'blocked', names }
    }
    this.#open.set(tile, opened)
    if (this.#open.size >= tilesPerSave) await this.#check()
    return { kind: 'sent' }
  }

  /** When nobody was found around the tile; undefined when somebody was. One look holds for the tiles of a moment. */
  async #aloneAt({ plan, dimension, signal }: TileWork, box: Box): Promise<number | undefined> {
    const now = this.#clock.elapsed()
    if (now - this.#emptyAt < lookEveryMs) return this.#emptyAt
    const count = (area: Box) => countPlayers(dimension, around(area, nearby), this.#site.abilities, signal)
    if (plan.tiles.length > 1 && now - this.#crowdedAt > freshMs) {
      if ((await count(plan.extent)) === 0) {
        this.#emptyAt = now
        return now
      }
      this.#crowdedAt = now
    }
    return (await count(box)) === 0 ? now : undefined
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
    const isFit = ahead?.tile === work.tile && this.#isFresh(ahead.savedAt) && ahead.most === this.#most
    const prepared = isFit && !work.isBegun ? await ahead.prepared : undefined
    return prepared ?? this.#prepare(work)
  }

  /** Tiles that were sent and not verified. */
  get openTiles(): readonly number[] {
    return [...this.#open.keys(), ...this.#checks.keys()]
  }

  /** Ends the tiles that were read again meanwhile, or all that were sent; repairs what fell, flowed or broke. @throws as `set` */
  async verify(signal: AbortSignal, onEnd: (tile: number, result: TileResult) => void): Promise<void> {
    if (this.#checks.size === 0) await this.#check()
    for (const [tile, { opened, checked }] of [...this.#checks]) {
      signal.throwIfAborted()
      const { current, isDone } = await checked
      this.#checks.delete(tile)
      const { work, round, before, drawn } = opened
      const again = { ...opened, round: round + 1, work: { ...work, signal } }
      const names = isDone ? [] : await this.#repair(again)
      if (names === 'sent') this.#open.set(tile, again)
      else if (names.length > 0) {
        await this.leave(work)
        onEnd(tile, { kind: 'blocked', names })
      } else {
        this.#changed.delete(tile)
        onEnd(tile, { kind: 'done', counts: countsOf(before, current, drawn) })
      }
    }
  }

  /** Saves the world, and reads what was sent while other tiles are set. @throws as `set` */
  async #check(): Promise<void> {
    await this.#reading
    await this.#save()
    for (const [tile, opened] of this.#open) {
      const checked = this.#reading.then(() => this.#checkOne(tile, opened))
      this.#reading = checked.catch(() => undefined)
      this.#checks.set(tile, { opened, checked })
    }
    this.#open.clear()
  }

  async #checkOne(tile: number, opened: OpenTile): Promise<CheckedTile> {
    const { groups, folder } = this.#site.snapshots
    const { work, box, kept, round } = opened
    const current = await folder.blocks(work.dimension, box)
    const { differing } = await planSteps(current, toSet(opened), true, this.#most)
    if (differing > 0 && round < maxRounds) {
      this.#log.info('a tile of a build needs another round', { tile, round, differing })
      return { current, isDone: false }
    }
    // What was forgotten meanwhile is set again.
    if (this.#checks.get(tile)?.opened === opened)
      await groups.saveAfter(work.groupId, tile, volumeWithout(current, kept.was, kept.isLeft))
    return { current, isDone: true }
  }

  /** From the world as it is now: players may have built there since it was read. @returns who stands in the way */
  async #repair(opened: OpenTile): Promise<'sent' | readonly string[]> {
    const { work, box } = opened
    await this.#site.chunks.hold(work.dimension, box)
    const current = await this.#read(work.dimension, box)
    const { steps } = await planSteps(current, toSet(opened), true, this.#most)
    const names = await this.#send(opened, steps, true)
    return names.length > 0 ? names : 'sent'
  }

  /** Interrupted work starts again, from the world as it is then. */
  forget(): void {
    this.#open.clear()
    this.#checks.clear()
  }

  /**
   * Saves what was set of a tile that is not finished, once for each interruption: its undo keeps what players do after.
   */
  async leave({ dimension, groupId, tile, plan }: TilePlace): Promise<void> {
    const box = plan.tiles[tile]
    if (!box || this.#left.has(tile)) return
    await this.#reading
    const { groups } = this.#site.snapshots
    const current = await this.#read(dimension, box)
    const kept = this.#changed.get(tile) ?? (await this.#keptOf(current, { groupId, tile, plan }))
    if (kept) await groups.saveAfter(groupId, tile, volumeWithout(current, kept.was, kept.isLeft))
    this.#changed.delete(tile)
    // It is not read again as if nothing had happened since.
    this.#open.delete(tile)
    this.#checks.delete(tile)
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
      await this.#site.commands.turn(work.signal, work.onWait)
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
        for (const command of commandsOf(step, form)) {
          await this.#site.commands.send(command, blocksIn(step), work.signal)
          work.onCommand()
        }
      } catch (error) {
        if (isNotLoaded(error)) throw notLoaded()
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

  async #read(dimension: string, box: Box): Promise<BlockVolume> {
    await this.#save()
    return this.#site.snapshots.folder.blocks(dimension, box)
  }

  readonly #isFresh = (savedAt: number): boolean => this.#clock.elapsed() - savedAt <= freshMs

  async #save(): Promise<void> {
    await this.#site.snapshots.editor.flush()
    this.#savedAt = this.#clock.elapsed()
  }

  #form(dimension: string, { dialect }: JavaAbilities): EditCommandOptions {
    // Only states are set, so the version of the data does not matter.
    return { prefix: dialect.traits.prefix, dimension, dataVersion: 0, maxBytes: maxCommandBytes }
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

/** The tiles that come next are held with it, by as few commands. */
function reachOf({ plan, tile }: TileWork): Box | undefined {
  let reach: Box | undefined
  for (const next of plan.tiles.slice(tile, tile + maxHeldChunks)) {
    const wider = reach ? hull(reach, next) : next
    if (chunksIn(wider) > maxHeldChunks) break
    reach = wider
  }
  return reach
}

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
