/**
 * Block snapshots: keeps the blocks of a box before they are changed, and puts them back.
 *
 * A snapshot that could not be put back by commands is refused when it is taken, so that nobody counts on it. An undo is
 * recorded before its first command, compared with the saved world after its last, and tried again for what moved
 * meanwhile; it only counts as done when nothing differs.
 */
import { randomUUID } from 'node:crypto'
import type { Clock, Log } from '../../../gateway/ports.js'
import type { Box } from '../folder/block-volume.js'
import { NbtError } from '../folder/nbt-bounds.js'
import type { ServerFolder } from '../folder/server-folder.js'
import { operationProblem } from '../operation-problem.js'
import { type CommandForm, CommandTooLong, commandsOf, mostCommandBytes } from './edit-commands.js'
import { type LaterChanges, laterChanges } from './later-changes.js'
import type { SnapshotStore, StoredSnapshot } from './snapshot-store.js'
import { mostPerFill, planUndo } from './undo-plan.js'
import { TooManyBlocks, type WorldEditor } from './world-editor.js'

export interface BlockSnapshotsOptions {
  readonly folder: ServerFolder
  readonly editor: WorldEditor
  readonly store: SnapshotStore
  readonly clock: Clock
  readonly log: Log
  /** `minecraft:` on servers whose plugins replace commands. */
  readonly prefix?: CommandForm['prefix']
  /** Bytes of one command. */
  readonly mostBytes?: number
}

export interface TakenSnapshot {
  readonly id: string
  /** On disk. */
  readonly bytes: number
  readonly blocks: number
}

export interface UndoProgress {
  /** Commands run, and planned so far. */
  readonly done: number
  readonly planned: number
}

export interface UndoResult {
  readonly commands: number
  /** Blocks and block entities that differed. */
  readonly restored: number
  /** Blocks that somebody changed since, and that were left as they are. */
  readonly left: number
}

/** Rounds of an undo: later ones mend what fell, flowed or broke off meanwhile. */
const mostRounds = 4

export class BlockSnapshots {
  readonly #options: BlockSnapshotsOptions
  #most = mostPerFill

  constructor(options: BlockSnapshotsOptions) {
    this.#options = options
  }

  /**
   * Keeps the blocks of a box of at most 32,768.
   *
   * @throws GatewayError when they can't be read, kept or put back later
   * @throws RangeError for an impossible box
   */
  async take(dimension: string, box: Box, signal?: AbortSignal): Promise<TakenSnapshot> {
    const { folder, editor, store, clock } = this.#options
    await editor.flush(signal)
    const volume = await folder.blocks(dimension, box)
    const form = this.#form(dimension, volume.dataVersion)
    for (const { x, y, z, data } of volume.blockEntities) {
      try {
        commandsOf({ kind: 'set', at: { x, y, z }, state: volume.stateAt({ x, y, z }), data }, form)
      } catch (error) {
        if (!(error instanceof CommandTooLong) && !(error instanceof NbtError)) throw error
        throw problems.notRestorable(`${x} ${y} ${z}`)
      }
    }
    const id = randomUUID()
    const bytes = await store.write({ id, dimension, takenAt: clock.now().toISOString(), volume })
    return { id, bytes, blocks: volume.indices.length }
  }

  /**
   * Keeps what the action left, so that an undo leaves alone what is changed from now on. Does nothing for a snapshot that
   * is gone.
   *
   * @throws GatewayError when it can't be read or kept; then an undo puts everything back
   */
  async keepAfter(id: string, signal?: AbortSignal): Promise<void> {
    const { folder, editor, store } = this.#options
    const snapshot = await store.read(id)
    if (!snapshot) return
    await editor.flush(signal)
    const volume = await folder.blocks(snapshot.dimension, snapshot.volume.box)
    await store.writeAfter({ ...snapshot, volume })
  }

  /** What an undo would change now. @throws GatewayError */
  async preview(id: string, signal?: AbortSignal): Promise<UndoResult> {
    const snapshot = await this.#find(id)
    const { steps, differing, left } = await this.#plan(snapshot, await this.#later(snapshot, signal), signal)
    return { commands: steps.length, restored: differing, left }
  }

  /**
   * Puts the blocks back.
   *
   * @throws GatewayError when it stopped on the way, or blocks still differ; then `unfinished` lists it
   */
  async restore(
    id: string,
    {
      onProgress,
      signal,
    }: { readonly onProgress?: (progress: UndoProgress) => void; readonly signal?: AbortSignal } = {},
  ): Promise<UndoResult> {
    const { store, clock, log } = this.#options
    const snapshot = await this.#find(id)
    // Looked at once: what falls or flows while it is put back is mended, and no change of somebody.
    const later = await this.#later(snapshot, signal)
    let plan = await this.#plan(snapshot, later, signal)
    const restored = plan.differing
    let [done, planned] = [0, 0]
    if (restored > 0) store.markBegun(id, clock.now())
    for (let round = 1; plan.differing > 0 && round <= mostRounds; round++) {
      const form = this.#form(snapshot.dimension, snapshot.volume.dataVersion)
      const commands = plan.steps.flatMap((step) => commandsOf(step, form))
      planned += commands.length
      try {
        for (const command of commands) {
          await this.#options.editor.edit(command, signal)
          done++
          onProgress?.({ done, planned })
        }
      } catch (error) {
        if (!(error instanceof TooManyBlocks) || error.most < 1 || error.most >= this.#most) throw error
        this.#most = error.most
      }
      plan = await this.#plan(snapshot, later, signal)
      if (plan.differing > 0) log.info('an undo needs another round', { id, round, differing: plan.differing })
    }
    if (plan.differing > 0) throw problems.stillDiffers(plan.differing)
    store.markDone(id)
    return { commands: done, restored, left: plan.left }
  }

  /** Undos that began and were not verified, as after a crash. Restoring again finishes them. */
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

  async #plan({ dimension, volume }: StoredSnapshot, later: LaterChanges | undefined, signal?: AbortSignal) {
    await this.#options.editor.flush(signal)
    const current = await this.#options.folder.blocks(dimension, volume.box)
    return { ...(await planUndo(current, volume, this.#most, later?.isLeft)), left: later?.count ?? 0 }
  }

  /** Undefined where nobody knows what the action left. */
  async #later({ id, dimension, volume }: StoredSnapshot, signal?: AbortSignal): Promise<LaterChanges | undefined> {
    const { store, editor, folder, log } = this.#options
    const after = await store.readAfter(id).catch((error: unknown) => {
      log.warn('what an action left cannot be read', { id, error: `${error}` })
      return undefined
    })
    if (!after) return undefined
    await editor.flush(signal)
    return laterChanges(await folder.blocks(dimension, volume.box), volume, after)
  }

  #form(dimension: string, dataVersion: number): CommandForm {
    const { prefix = '', mostBytes = mostCommandBytes } = this.#options
    return { prefix, dimension, dataVersion, mostBytes }
  }
}

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
