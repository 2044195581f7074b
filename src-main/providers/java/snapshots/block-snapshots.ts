/**
 * Block snapshots: saves the blocks of a box before a change and restores them.
 *
 * A snapshot that commands could not restore is rejected when it is taken. An undo is recorded before its first
 * command, compared with the saved world after its last, and repeated for blocks that moved meanwhile. It counts as
 * done only when nothing differs.
 */
import { randomUUID } from 'node:crypto'
import type { GatewayError } from '@contract/gateway-error.js'
import type { Clock, Log } from '../../../gateway/ports/runtime.js'
import { NbtError } from '../../minecraft/nbt/nbt-bounds.js'
import type { BlockVolume, Box } from '../folder/block-volume.js'
import type { ServerFolder } from '../folder/server-folder.js'
import { operationProblem } from '../operation-problem.js'
import { CommandTooLong, commandsOf, type EditCommandOptions, maxCommandBytes } from './edit-commands.js'
import { type LaterChanges, laterChanges } from './later-changes.js'
import type { SnapshotStore, StoredSnapshot } from './snapshot-store.js'
import { blocksIn, maxPerFill, planUndo, type UndoStep } from './undo-plan.js'
import { isNotLoaded, TooManyBlocks, type WorldEditor } from './world-editor.js'

export interface BlockSnapshotsOptions {
  readonly folder: ServerFolder
  readonly editor: WorldEditor
  readonly store: SnapshotStore
  readonly clock: Clock
  readonly log: Log
  /** `minecraft:` on servers whose plugins replace commands. */
  readonly prefix?: EditCommandOptions['prefix']
  /** Maximum bytes of one command. */
  readonly maxBytes?: number
}

export interface TakenSnapshot {
  readonly id: string
  /** Bytes on disk. */
  readonly bytes: number
  readonly blocks: number
}

export interface UndoProgress {
  /** Commands run and planned so far. */
  readonly done: number
  readonly planned: number
}

export interface BlockUndoResult {
  readonly commands: number
  /** Number of blocks and block entities that differed. */
  readonly restored: number
  /** Blocks that somebody changed since then; they are kept. */
  readonly left: number
}

/** How an undo does its steps; at once when there is none. */
export interface UndoWork {
  /** Resolves when the step may be done. @returns those who stand where it would set blocks, after waiting for them */
  begin(step: UndoStep, dimension: string, box: Box): Promise<readonly string[]>
  /** @param blocks that it sets at most. @throws GatewayError when the server does not do it */
  send(command: string, blocks: number): Promise<void>
}

/** What an undo restores when it is not all that was saved, or when not all that differs is the work of players. */
export interface UndoAim {
  /** The undo of one part. */
  readonly part?: {
    /** 1 for each block that is not of the part. */
    readonly others: Uint8Array
    /** @param wasSet in an earlier round: states that the game completed are right */
    readonly target: (current: BlockVolume, wasSet: boolean) => BlockVolume
  }
  /** What may stand there without being the work of players, given what the action left. */
  readonly after: (current: BlockVolume, after: BlockVolume) => BlockVolume
}

export interface RestoreOptions {
  readonly onProgress?: ((progress: UndoProgress) => void) | undefined
  readonly signal?: AbortSignal | undefined
  readonly work?: UndoWork | undefined
  readonly aim?: ((before: BlockVolume) => UndoAim) | undefined
}

/** Maximum rounds of an undo: later rounds repair blocks that fell, flowed or broke meanwhile. */
const maxRounds = 4

export class BlockSnapshots {
  readonly #options: BlockSnapshotsOptions
  #most = maxPerFill

  constructor(options: BlockSnapshotsOptions) {
    this.#options = options
  }

  /**
   * Saves the blocks of a box of at most 32,768.
   *
   * @param restored a snapshot that is about to be restored, and is not dropped for this one
   * @throws GatewayError when they cannot be read, saved or restored later
   * @throws RangeError for an invalid box
   */
  async take(dimension: string, box: Box, signal?: AbortSignal, restored?: string): Promise<TakenSnapshot> {
    await this.#options.editor.flush(signal)
    return this.#keep(dimension, await this.#options.folder.blocks(dimension, box), { restored })
  }

  /**
   * Saves blocks that were just read.
   *
   * @param memberId of a box of a group
   * @throws GatewayError when they cannot be saved, or restored later
   */
  keep(dimension: string, volume: BlockVolume, memberId: string): Promise<TakenSnapshot> {
    return this.#keep(dimension, volume, { memberId })
  }

  async #keep(
    dimension: string,
    volume: BlockVolume,
    { memberId, restored }: { readonly memberId?: string; readonly restored?: string | undefined },
  ): Promise<TakenSnapshot> {
    const { store, clock } = this.#options
    const form = this.#form(dimension, volume.dataVersion)
    for (const { x, y, z, data } of volume.blockEntities) {
      try {
        commandsOf({ kind: 'set', at: { x, y, z }, state: volume.stateAt({ x, y, z }), data }, form)
      } catch (error) {
        if (!(error instanceof CommandTooLong) && !(error instanceof NbtError)) throw error
        throw problems.notRestorable(`${x} ${y} ${z}`)
      }
    }
    const id = memberId ?? randomUUID()
    const bytes = await store.write(
      { id, dimension, takenAt: clock.now().toISOString(), volume },
      memberId !== undefined,
      restored,
    )
    return { id, bytes, blocks: volume.indices.length }
  }

  /**
   * Saves the state after the action, so that an undo keeps later changes. Does nothing when the snapshot no longer
   * exists.
   *
   * @throws GatewayError when it cannot be read or saved; an undo then restores everything
   */
  async saveAfter(id: string, signal?: AbortSignal): Promise<void> {
    const { store } = this.#options
    const snapshot = await store.read(id)
    if (snapshot) await store.writeAfter({ ...snapshot, volume: await this.#read(snapshot, signal) })
  }

  /** What an undo would change now. @throws GatewayError */
  async preview(id: string, signal?: AbortSignal): Promise<BlockUndoResult> {
    const snapshot = await this.#find(id)
    const current = await this.#read(snapshot, signal)
    const { steps, differing, left } = await this.#plan(snapshot, current, await this.#later(snapshot, current))
    return { commands: steps.length, restored: differing, left }
  }

  /**
   * Restores the blocks.
   *
   * @throws GatewayError when it was interrupted, or blocks still differ; `unfinished` then lists it
   */
  async restore(id: string, { onProgress, signal, work, aim: aimOf }: RestoreOptions = {}): Promise<BlockUndoResult> {
    const { store, clock, log } = this.#options
    const snapshot = await this.#find(id)
    // Computed once: blocks that fall or flow during the restore are repaired and do not count as changes by a player.
    const current = await this.#read(snapshot, signal)
    const aim = aimOf?.(snapshot.volume)
    const later = await this.#later(snapshot, current, aim)
    let plan = await this.#plan(snapshot, current, later, aim)
    const restored = plan.differing
    let [done, planned] = [0, 0]
    const isResumed = store.isBegun(id)
    // An interrupted undo of a part needs no marker: each block is as the build left it, or as the undo wants it.
    if (restored > 0 && !aim?.part) store.markBegun(id, clock.now(), later?.isLeft)
    let names = new Set<string>()
    for (let round = 1; plan.differing > 0 && round <= maxRounds; round++) {
      const form = this.#form(snapshot.dimension, snapshot.volume.dataVersion)
      const steps = plan.steps.map((step) => ({ step, commands: commandsOf(step, form) }))
      planned += steps.reduce((sum, { commands }) => sum + commands.length, 0)
      names = new Set()
      try {
        for (const { step, commands } of steps) {
          const there = (await work?.begin(step, snapshot.dimension, snapshot.volume.box)) ?? []
          for (const name of there) names.add(name)
          if (there.length > 0) continue
          for (const command of commands) {
            await (work ? work.send(command, blocksIn(step)) : this.#options.editor.edit(command, signal))
            done++
            onProgress?.({ done, planned })
          }
        }
      } catch (error) {
        if (done === 0 && !isResumed && isNotLoaded(error)) store.markDone(id)
        if (!(error instanceof TooManyBlocks) || error.most < 1 || error.most >= this.#most) throw error
        this.#most = error.most
      }
      plan = await this.#plan(snapshot, await this.#read(snapshot, signal), later, aim, true)
      if (plan.differing > 0) log.info('an undo needs another round', { id, round, differing: plan.differing })
    }
    if (plan.differing > 0 && names.size > 0) throw playersInTheWay([...names])
    if (plan.differing > 0) throw problems.stillDiffers(plan.differing)
    if (!aim?.part) store.markDone(id)
    return { commands: done, restored, left: plan.left }
  }

  /** Undos that started and were not verified, for example after a crash. Restoring again completes them. */
  unfinished(): readonly { readonly id: string; readonly at: string }[] {
    return this.#options.store.unfinished()
  }

  async #find(id: string): Promise<StoredSnapshot> {
    const snapshot = await this.#options.store.read(id).catch((cause) => {
      throw problems.gone(cause)
    })
    if (!snapshot) throw problems.gone()
    return snapshot
  }

  async #read({ dimension, volume }: StoredSnapshot, signal?: AbortSignal): Promise<BlockVolume> {
    await this.#options.editor.flush(signal)
    return this.#options.folder.blocks(dimension, volume.box)
  }

  async #plan(
    { volume }: StoredSnapshot,
    current: BlockVolume,
    later: LaterChanges | undefined,
    { part }: Partial<UndoAim> = {},
    wasSet = false,
  ) {
    const isKept = part ? part.others.map((is, index) => is | (later?.isLeft[index] ?? 0)) : later?.isLeft
    const target = part ? part.target(current, wasSet) : volume
    return { ...(await planUndo(current, target, this.#most, isKept)), left: later?.count ?? 0 }
  }

  /** Undefined when the state after the action is unknown. */
  async #later({ id, volume }: StoredSnapshot, current: BlockVolume, aim?: UndoAim): Promise<LaterChanges | undefined> {
    const { store, log } = this.#options
    const after = await store.readAfter(id).catch((error: unknown) => {
      log.warn('what an action left cannot be read', { id, error: `${error}` })
      return undefined
    })
    const left = after && aim ? aim.after(current, after) : after
    if (!left) return undefined
    if (!aim?.part) return laterChanges(current, volume, left, this.#keptBlocksOf(id, volume))
    const { others, target } = aim.part
    const isLeft = laterChanges(current, target(current, false), left).isLeft.map((is, at) => (others[at] ? 0 : is))
    return { isLeft, count: isLeft.reduce((count, one) => count + one, 0) }
  }

  /** What an interrupted undo kept when it began; undefined when there was none, or its record is damaged. */
  #keptBlocksOf(id: string, { indices }: BlockVolume): Uint8Array | undefined {
    const { store, log } = this.#options
    if (!store.isBegun(id)) return undefined
    const kept = store.readKeptBlocks(id)
    if (kept?.length === indices.length) return kept
    log.warn('the record of an interrupted undo is damaged: blocks that it changed may be kept', { id })
    return undefined
  }

  #form(dimension: string, dataVersion: number): EditCommandOptions {
    const { prefix = '', maxBytes = maxCommandBytes } = this.#options
    return { prefix, dimension, dataVersion, maxBytes }
  }
}

/** @param names at least one */
export const playersInTheWay = (names: readonly string[]): GatewayError =>
  operationProblem(
    'snapshot-player-in-the-way',
    `Not all is undone: ${names.toSorted().join(', ')} ${names.length === 1 ? 'stands' : 'stand'} in the way.`,
    'Undo again when nobody stands there.',
    { names: names.toSorted() },
  )

const problems = {
  notRestorable: (block: string) =>
    operationProblem(
      'snapshot-not-restorable',
      'A block there holds more data than commands can restore.',
      'Choose an area without that block, or save a backup first.',
      { block },
    ),
  gone: (cause?: unknown) =>
    operationProblem(
      'snapshot-gone',
      'The snapshot is no longer there, or damaged.',
      'Restore a backup instead.',
      {},
      cause,
    ),
  stillDiffers: (left: number) =>
    operationProblem(
      'snapshot-still-differs',
      'Some blocks are still different after the undo.',
      'Undo again. Something there changes them: water, falling blocks, redstone or a player.',
      { left },
    ),
}
