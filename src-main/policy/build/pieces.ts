/** Pieces: boxes of one state, or of the cells of a structure, in the order in which they are drawn. Compact, because a plan may have a million. */

/** The lowest and the highest block of a box, as numbers: an object for each of a million boxes costs memory. */
export type Corners = [x0: number, y0: number, z0: number, x1: number, y1: number, z1: number]

/** Integers of one piece: part, state, and two corners. */
const width = 8

export class Pieces {
  #data = new Int32Array(64 * width)
  #count = 0

  get count(): number {
    return this.#count
  }

  /** @param state index of a state, or -1 minus the index of a placed structure */
  add(part: number, state: number, x0: number, y0: number, z0: number, x1: number, y1: number, z1: number): void {
    const at = this.#count * width
    if (at === this.#data.length) {
      const wider = new Int32Array(this.#data.length * 2)
      wider.set(this.#data)
      this.#data = wider
    }
    const data = this.#data
    data[at] = part
    data[at + 1] = state
    data[at + 2] = x0
    data[at + 3] = y0
    data[at + 4] = z0
    data[at + 5] = x1
    data[at + 6] = y1
    data[at + 7] = z1
    this.#count++
  }

  /** Offsets of a piece in `data`: 0 part, 1 state, 2 to 4 the lowest corner, 5 to 7 the highest. */
  get data(): Int32Array {
    return this.#data
  }

  offsetOf(piece: number): number {
    return piece * width
  }
}
