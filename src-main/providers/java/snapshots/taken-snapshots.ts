/**
 * Taken snapshots: links a snapshot to the running action, so that the state after the action is saved with it.
 *
 * States are saved right after each action, one at a time. The next action with a snapshot, and an undo, wait for that.
 * An action is known by its request: two that run at the same time may have the same arguments.
 */
import type { Log } from '../../../gateway/ports/runtime.js'
import type { BlockSnapshots } from './block-snapshots.js'

/** Maximum actions that were prepared and never ran; the oldest is dropped first. */
const maxPrepared = 64

export class TakenSnapshots {
  readonly #blocks: BlockSnapshots
  readonly #log: Log
  /** Request → its snapshot. */
  readonly #prepared = new Map<string, string>()
  #keeping: Promise<void> = Promise.resolve()

  constructor(blocks: BlockSnapshots, log: Log) {
    this.#blocks = blocks
    this.#log = log
  }

  /** A snapshot was taken for this action. */
  add(requestId: string, snapshotId: string): void {
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size >= maxPrepared && oldest !== undefined) this.#prepared.delete(oldest)
    this.#prepared.set(requestId, snapshotId)
  }

  /** The snapshot that was taken for an action that runs now and saves the state after it itself. */
  begin(requestId: string): string | undefined {
    const snapshotId = this.#prepared.get(requestId)
    this.#prepared.delete(requestId)
    return snapshotId
  }

  /** The action is done: saves the state after it, without waiting. */
  done(requestId: string): void {
    const snapshotId = this.begin(requestId)
    if (snapshotId === undefined) return
    this.#keeping = this.#keeping.then(() =>
      this.#blocks.saveAfter(snapshotId).catch((error: unknown) => {
        this.#log.warn('what an action left could not be kept: its undo puts everything back', {
          snapshotId,
          error: `${error}`,
        })
      }),
    )
  }

  /** Resolves when the states after earlier actions are saved. */
  settled(): Promise<void> {
    return this.#keeping
  }
}
