/** Undo shown: how far the undo of a build is, for people. */
import type { BuildWait } from '@shared/build/build-state.js'

export class UndoShown {
  readonly #blocks: ReadonlyMap<number, number>
  readonly #onChange: () => void
  readonly #parts = new Map<number, number>()
  waits: BuildWait | undefined

  /** @param blocks of each tile that is restored */
  constructor(blocks: ReadonlyMap<number, number>, onChange: () => void) {
    this.#blocks = blocks
    this.#onChange = onChange
  }

  get progress(): { readonly done: number; readonly total: number } {
    let [done, total] = [0, 0]
    for (const [tile, blocks] of this.#blocks) {
      total += blocks
      done += blocks * (this.#parts.get(tile) ?? 0)
    }
    return { done: Math.round(done), total }
  }

  /** @param part of the tile, 0 up to 1 */
  restored(tile: number, part: number): void {
    this.#parts.set(tile, part)
    this.#onChange()
  }

  wait(waits: BuildWait | undefined): void {
    if (JSON.stringify(waits) === JSON.stringify(this.waits)) return
    this.waits = waits
    this.#onChange()
  }
}
