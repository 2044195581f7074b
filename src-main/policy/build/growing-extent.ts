/** Growing extent: the smallest box around all boxes that were added. */
import type { Extent } from './plan.js'

export class GrowingExtent {
  #x0 = Number.POSITIVE_INFINITY
  #y0 = Number.POSITIVE_INFINITY
  #z0 = Number.POSITIVE_INFINITY
  #x1 = Number.NEGATIVE_INFINITY
  #y1 = Number.NEGATIVE_INFINITY
  #z1 = Number.NEGATIVE_INFINITY

  add(x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
    if (x0 < this.#x0) this.#x0 = x0
    if (y0 < this.#y0) this.#y0 = y0
    if (z0 < this.#z0) this.#z0 = z0
    if (x1 > this.#x1) this.#x1 = x1
    if (y1 > this.#y1) this.#y1 = y1
    if (z1 > this.#z1) this.#z1 = z1
  }

  get extent(): Extent {
    return {
      min: { x: this.#x0, y: this.#y0, z: this.#z0 },
      max: { x: this.#x1, y: this.#y1, z: this.#z1 },
    }
  }
}
