/**
 * Snapshot groups: saves the blocks of an action that is larger than one snapshot, and restores them with one undo.
 *
 * Guards invariant 4: an action changes its first block only after every box of its group is saved. A box is marked
 * before its first change; an undo restores the marked boxes alone, from top to bottom, and can be repeated. What was
 * saved of one server is never written to another.
 */
import { randomUUID } from 'node:crypto'
import { asGatewayError, type GatewayError } from '@contract/gateway-error.js'
import type { BlockVolume, Box } from '../folder/block-volume.js'
import type { ServerFolder } from '../folder/server-folder.js'
import { operationProblem } from '../operation-problem.js'
import {
  type BlockSnapshots,
  type BlockUndoResult,
  playersInTheWay,
  type UndoAim,
  type UndoProgress,
  type UndoWork,
} from './block-snapshots.js'
import { memberOf, type SnapshotGroup, type SnapshotStore } from './snapshot-store.js'
import type { WorldEditor } from './world-editor.js'

/** Keeps the chunks of a box loaded while `use` runs. */
export type HoldBox = <Result>(dimension: string, box: Box, use: () => Promise<Result>) => Promise<Result>

export interface RestoreGroupOptions {
  readonly signal?: AbortSignal
  readonly work?: UndoWork
  /** The boxes to restore; all that were touched when absent. */
  readonly only?: ReadonlySet<number>
  readonly aim?: ((before: BlockVolume) => UndoAim) | undefined
  /** Called with the part of a box that is restored, 0 up to 1. */
  readonly onProgress?: (number: number, part: number) => void
}

export interface SnapshotGroupsOptions {
  readonly blocks: BlockSnapshots
  readonly store: SnapshotStore
  readonly folder: Pick<ServerFolder, 'blocks'>
  readonly editor: Pick<WorldEditor, 'flush'>
  /** Of the server. */
  readonly address: () => string
}

export class SnapshotGroups {
  readonly #options: SnapshotGroupsOptions

  constructor(options: SnapshotGroupsOptions) {
    this.#options = options
  }

  /** A group for these boxes; `take` saves their blocks. @throws Error when it cannot be stored */
  plan(dimension: string, boxes: readonly Box[]): string {
    const id = randomUUID()
    this.#options.store.writeGroup({ id, address: this.#options.address(), dimension, boxes, touched: [] })
    return id
  }

  /** Undefined when there is no such group. @throws Error when it is damaged */
  find(id: string): SnapshotGroup | undefined {
    return this.#options.store.readGroup(id)
  }

  /** @throws GatewayError when there is such a group and it is of a server at another address */
  requireHere(id: string): void {
    const group = this.find(id)
    if (group && group.address !== this.#options.address()) throw groupElsewhere(group)
  }

  /**
   * Saves the blocks of every box that is not saved yet.
   *
   * @param onBox called with the blocks of each that it saves
   * @param hold loads chunks that the game has not generated yet
   * @throws GatewayError when one cannot be read, saved or restored later
   */
  async take(
    id: string,
    hold: HoldBox,
    signal?: AbortSignal,
    onBox: (number: number, volume: BlockVolume) => void = () => undefined,
  ): Promise<void> {
    const { store, editor, folder, blocks } = this.#options
    const { dimension, boxes } = this.#groupOf(id)
    await editor.flush(signal)
    // The next box is read while one is written.
    let writing: Promise<unknown> = Promise.resolve()
    for (const [number, box] of boxes.entries()) {
      signal?.throwIfAborted()
      const member = memberOf(id, number)
      if (store.has(member)) continue
      const volume = await folder.blocks(dimension, box).catch((thrown: unknown) => {
        if (!isNotGenerated(thrown)) throw thrown
        return hold(dimension, box, async () => {
          await editor.flush(signal)
          return folder.blocks(dimension, box)
        })
      })
      await writing
      writing = blocks.keep(dimension, volume, member)
      // It is awaited before anything else is written; until then nobody else sees that it failed.
      writing.catch(() => undefined)
      onBox(number, volume)
    }
    await writing
    store.prune(id)
  }

  /** The saved blocks of a box; undefined when they are no longer there. @throws Error when they are damaged */
  async before(id: string, number: number): Promise<BlockVolume | undefined> {
    return (await this.#options.store.read(memberOf(id, number)))?.volume
  }

  /** What the action left in a box; undefined when it was not saved. @throws Error when it is damaged */
  after(id: string, number: number): Promise<BlockVolume | undefined> {
    return this.#options.store.readAfter(memberOf(id, number))
  }

  /** A player changed a box before the action did: its blocks are saved once more. @throws GatewayError */
  async keepAgain(id: string, number: number, volume: BlockVolume): Promise<void> {
    await this.#options.blocks.keep(this.#groupOf(id).dimension, volume, memberOf(id, number))
  }

  /** The action is about to change a box. On disk when it returns. @throws Error when it cannot be stored */
  touch(id: string, number: number): void {
    const group = this.#groupOf(id)
    if (group.touched.includes(number)) return
    const touched = [...group.touched, number].sort((one, other) => one - other)
    this.#options.store.writeGroup({ ...group, touched })
  }

  /** On disk when it returns. @throws Error when it cannot be stored */
  note(id: string, noted: Pick<SnapshotGroup, 'without' | 'turns'>): void {
    this.#options.store.writeGroup({ ...this.#groupOf(id), ...noted })
  }

  /** What the action left in a box: later changes of players are found by it. @throws Error */
  async saveAfter(id: string, number: number, volume: BlockVolume): Promise<void> {
    const snapshot = await this.#options.store.read(memberOf(id, number))
    if (snapshot) await this.#options.store.writeAfter({ ...snapshot, volume })
  }

  /** @throws GatewayError when blocks still differ, after all boxes were tried, or when it was interrupted */
  async restore(
    id: string,
    hold: HoldBox,
    { signal, work, onProgress, only, aim }: RestoreGroupOptions = {},
  ): Promise<BlockUndoResult> {
    const { dimension, boxes, touched } = this.#groupOf(id)
    let sum: BlockUndoResult = { commands: 0, restored: 0, left: 0 }
    let failure: GatewayError | undefined
    const names = new Set<string>()
    for (const number of touched.toReversed()) {
      const box = boxes[number]
      if (!box || only?.has(number) === false) continue
      signal?.throwIfAborted()
      const member = memberOf(id, number)
      const onCommand = ({ done, planned }: UndoProgress) => onProgress?.(number, done / planned)
      const act = () => this.#options.blocks.restore(member, { work, signal, aim, onProgress: onCommand })
      const one = await hold(dimension, box, act).catch((thrown: unknown) => {
        const error = asGatewayError(thrown)
        const { why, names: there } = error.details ?? {}
        if (why === 'snapshot-player-in-the-way') for (const name of there as readonly string[]) names.add(name)
        else if (why !== 'snapshot-still-differs') throw error
        failure ??= error
        return sum
      })
      onProgress?.(number, 1)
      if (failure) continue
      sum = {
        commands: sum.commands + one.commands,
        restored: sum.restored + one.restored,
        left: sum.left + one.left,
      }
    }
    if (names.size > 0) throw playersInTheWay([...names])
    if (failure) throw failure
    return sum
  }

  #groupOf(id: string): SnapshotGroup {
    this.requireHere(id)
    const group = this.find(id)
    if (!group) throw new Error('There is no such group.')
    return group
  }
}

const groupElsewhere = ({ address }: SnapshotGroup) =>
  operationProblem(
    'build-elsewhere',
    `The address of this server was changed: the build stands on the server at ${address}. Nothing was changed.`,
    `Set the address back to ${address}, then undo.`,
    { address },
  )

const isNotGenerated = (thrown: unknown): boolean => asGatewayError(thrown).details?.why === 'folder-not-generated'
