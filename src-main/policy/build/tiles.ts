/**
 * Tiles: which pieces touch which part of a grid, in the order in which they are drawn.
 *
 * Each piece of a tile sets at least one block there, but for structures, so there are no more entries than blocks.
 * Plain loops over typed arrays, because a plan may have a million pieces.
 */
import type { Corners, Pieces } from './pieces.js'
import { type Extent, tileSide } from './plan.js'

const bits = Math.log2(tileSide)

/** Integers of the bounds of one tile: the lowest corner, the highest corner. */
const width = 6

export class Tiles {
  /** From bottom to top. Each is as small as its pieces allow. */
  readonly extents: readonly Extent[]
  /** In the order of `extents`: where the pieces of a tile begin, and at the end where the last ones end. */
  readonly #starts: Int32Array
  readonly #entries: Int32Array

  constructor(pieces: Pieces, extent: Extent) {
    const grid = new Grid(extent)
    const { cells } = grid
    const counts = new Int32Array(cells)
    const bounds = new Int32Array(cells * width)
    grid.visit(pieces, (cell, _piece, x0, y0, z0, x1, y1, z1) => {
      const at = cell * width
      const isFirst = counts[cell] === 0
      counts[cell] = (counts[cell] ?? 0) + 1
      if (isFirst || x0 < (bounds[at] ?? 0)) bounds[at] = x0
      if (isFirst || y0 < (bounds[at + 1] ?? 0)) bounds[at + 1] = y0
      if (isFirst || z0 < (bounds[at + 2] ?? 0)) bounds[at + 2] = z0
      if (isFirst || x1 > (bounds[at + 3] ?? 0)) bounds[at + 3] = x1
      if (isFirst || y1 > (bounds[at + 4] ?? 0)) bounds[at + 4] = y1
      if (isFirst || z1 > (bounds[at + 5] ?? 0)) bounds[at + 5] = z1
    })
    const next = new Int32Array(cells)
    const starts: number[] = []
    const extents: Extent[] = []
    let total = 0
    for (let cell = 0; cell < cells; cell++) {
      const count = counts[cell] ?? 0
      if (count === 0) continue
      next[cell] = total
      starts.push(total)
      total += count
      const [x0 = 0, y0 = 0, z0 = 0, x1 = 0, y1 = 0, z1 = 0] = bounds.subarray(cell * width, (cell + 1) * width)
      extents.push({ min: { x: x0, y: y0, z: z0 }, max: { x: x1, y: y1, z: z1 } })
    }
    const entries = new Int32Array(total)
    grid.visit(pieces, (cell, piece) => {
      const at = next[cell] ?? 0
      entries[at] = piece
      next[cell] = at + 1
    })
    this.extents = extents
    this.#starts = Int32Array.from([...starts, total])
    this.#entries = entries
  }

  /** Numbers of the pieces of a tile, in order. */
  piecesOf(tile: number): Int32Array {
    return this.#entries.subarray(this.#starts[tile], this.#starts[tile + 1])
  }
}

type Visit = (cell: number, piece: number, ...corners: Corners) => void

class Grid {
  readonly cells: number
  readonly #x: number
  readonly #y: number
  readonly #z: number
  readonly #wide: number
  readonly #deep: number

  constructor({ min, max }: Extent) {
    this.#x = min.x >> bits
    this.#y = min.y >> bits
    this.#z = min.z >> bits
    this.#wide = (max.x >> bits) - this.#x + 1
    this.#deep = (max.z >> bits) - this.#z + 1
    this.cells = this.#wide * this.#deep * ((max.y >> bits) - this.#y + 1)
  }

  /** Visits what of each piece is in each tile. */
  visit({ data, count }: Pieces, visit: Visit): void {
    const side = tileSide - 1
    for (let piece = 0, at = 0; piece < count; piece++, at += 8) {
      const x0 = data[at + 2] ?? 0
      const y0 = data[at + 3] ?? 0
      const z0 = data[at + 4] ?? 0
      const x1 = data[at + 5] ?? 0
      const y1 = data[at + 6] ?? 0
      const z1 = data[at + 7] ?? 0
      for (let y = y0 >> bits; y <= y1 >> bits; y++) {
        const low = y << bits
        for (let z = z0 >> bits; z <= z1 >> bits; z++) {
          const back = z << bits
          const row = ((y - this.#y) * this.#deep + (z - this.#z)) * this.#wide - this.#x
          for (let x = x0 >> bits; x <= x1 >> bits; x++) {
            const left = x << bits
            visit(
              row + x,
              piece,
              x0 > left ? x0 : left,
              y0 > low ? y0 : low,
              z0 > back ? z0 : back,
              x1 < left + side ? x1 : left + side,
              y1 < low + side ? y1 : low + side,
              z1 < back + side ? z1 : back + side,
            )
          }
        }
      }
    }
  }
}
