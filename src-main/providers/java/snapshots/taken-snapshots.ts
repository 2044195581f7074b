/**
 * Taken snapshots: which snapshot belongs to the action that runs now, so that what the action leaves is kept beside it.
 *
 * It is kept right after the action, one after the other: the next action that a snapshot is taken of, and an undo, wait.
 */

import type { JsonObject } from '../../../contract/call.js'
import { canonical } from '../../../contract/canonical-json.js'
import type { Log } from '../../../gateway/ports.js'
import type { BlockSnapshots } from './block-snapshots.js'

/** Actions that were prepared and never ran; the oldest is forgotten first. */
const mostPrepared = 64

export class TakenSnapshots {
  readonly #blocks: BlockSnapshots
  readonly #log: Log
  readonly #prepared = new Map<string, string>()
  #keeping: Promise<void> = Promise.resolve()

  constructor(blocks: BlockSnapshots, log: Log) {
    this.#blocks = blocks
    this.#log = log
  }

  /** A snapshot was taken for this action. */
  add(capabilityId: string, given: JsonObject, snapshotId: string): void {
    const [oldest] = this.#prepared.keys()
    if (this.#prepared.size >= mostPrepared && oldest !== undefined) this.#prepared.delete(oldest)
    this.#prepared.set(keyOf(capabilityId, given), snapshotId)
  }

  /** The action was done: what it left is kept. Never waits. */
  done(capabilityId: string, given: JsonObject): void {
    const key = keyOf(capabilityId, given)
    const snapshotId = this.#prepared.get(key)
    if (snapshotId === undefined) return
    this.#prepared.delete(key)
    this.#keeping = this.#keeping.then(() =>
      this.#blocks.keepAfter(snapshotId).catch((error: unknown) => {
        this.#log.warn('what an action left could not be kept: its undo puts everything back', {
          snapshotId,
          error: `${error}`,
        })
      }),
    )
  }

  /** Resolves when what earlier actions left is kept. */
  settled(): Promise<void> {
    return this.#keeping
  }
}

const keyOf = (capabilityId: string, given: JsonObject): string => `${capabilityId} ${canonical(given)}`
