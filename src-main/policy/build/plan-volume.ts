/**
 * Plan volume: the pieces of a plan, sorted into tiles, and drawn into boxes.
 *
 * Enforces invariant 7: each piece of a tile sets at least one block, so drawing all tiles costs no more than the limit
 * of blocks, however the parts overlap.
 */
import { idOf } from './block-state.js'
import type { Pieces } from './pieces.js'
import type { PlacedStructure } from './placed-structure.js'
import { type Cells, type Drawn, type Extent, planLimits, tileSide } from './plan.js'

export interface PlanContents {
  readonly extent: Extent
  readonly pieces: Pieces
  readonly states: readonly string[]
  readonly structures: readonly PlacedStructure[]
  /** By part: ids of the only blocks that it replaces. */
  readonly only: ReadonlyMap<number, ReadonlySet<string>>
}

interface Tile {
  readonly pieces: number[]
  x0: number
  y0: number
  z0: number
  x1: number
  y1: number
  z1: number
}

export const volumeOf = ({ min, max }: Extent): number =>
  (max.x - min.x + 1) * (max.y - min.y + 1) * (max.z - min.z + 1)

const tileOf = (coordinate: number): number => Math.floor(coordinate / tileSide)

/** Maximum number of palette entries; indices have 16 bits. */
const maxPalette = 65_536

export class PlanVolume {
  readonly tiles: readonly Extent[]
  readonly #contents: PlanContents
  /** In the order of `tiles`. */
  readonly #tiles: readonly Tile[]

  constructor(contents: PlanContents) {
    this.#contents = contents
    this.#tiles = sortedIntoTiles(contents)
    this.tiles = this.#tiles.map(({ x0, y0, z0, x1, y1, z1 }) => ({
      min: { x: x0, y: y0, z: z0 },
      max: { x: x1, y: y1, z: z1 },
    }))
  }

  draw(box: Extent, before?: Cells): Drawn {
    const volume = volumeOf(box)
    if (!(volume > 0 && volume <= planLimits.cells)) throw new RangeError('The box has an impossible size.')
    if (before && before.indices.length !== volume) throw new RangeError('The blocks before are of another box.')
    const canvas = new Canvas(this.#contents, box, volume, before)
    const { min, max } = box
    for (const tile of this.#tiles) {
      if (tile.x0 > max.x || tile.x1 < min.x || tile.y0 > max.y || tile.y1 < min.y) continue
      if (tile.z0 > max.z || tile.z1 < min.z) continue
      for (const piece of tile.pieces) canvas.drawPiece(piece, tile)
    }
    return canvas.drawn
  }
}

function sortedIntoTiles({ extent, pieces }: PlanContents): readonly Tile[] {
  const [tx, ty, tz] = [tileOf(extent.min.x), tileOf(extent.min.y), tileOf(extent.min.z)]
  const [wide, deep] = [tileOf(extent.max.x) - tx + 1, tileOf(extent.max.z) - tz + 1]
  const grid: (Tile | undefined)[] = []
  const { data } = pieces
  for (let piece = 0; piece < pieces.count; piece++) {
    const at = pieces.offsetOf(piece)
    const [x0, y0, z0] = [data[at + 2] ?? 0, data[at + 3] ?? 0, data[at + 4] ?? 0]
    const [x1, y1, z1] = [data[at + 5] ?? 0, data[at + 6] ?? 0, data[at + 7] ?? 0]
    for (let y = tileOf(y0); y <= tileOf(y1); y++) {
      for (let z = tileOf(z0); z <= tileOf(z1); z++) {
        for (let x = tileOf(x0); x <= tileOf(x1); x++) {
          const index = ((y - ty) * deep + (z - tz)) * wide + (x - tx)
          const low = { x: x * tileSide, y: y * tileSide, z: z * tileSide }
          const tile = grid[index]
          const [left, bottom, back] = [Math.max(x0, low.x), Math.max(y0, low.y), Math.max(z0, low.z)]
          const right = Math.min(x1, low.x + tileSide - 1)
          const top = Math.min(y1, low.y + tileSide - 1)
          const front = Math.min(z1, low.z + tileSide - 1)
          if (!tile) {
            grid[index] = { pieces: [piece], x0: left, y0: bottom, z0: back, x1: right, y1: top, z1: front }
            continue
          }
          tile.pieces.push(piece)
          if (left < tile.x0) tile.x0 = left
          if (bottom < tile.y0) tile.y0 = bottom
          if (back < tile.z0) tile.z0 = back
          if (right > tile.x1) tile.x1 = right
          if (top > tile.y1) tile.y1 = top
          if (front > tile.z1) tile.z1 = front
        }
      }
    }
  }
  return grid.filter((tile) => tile !== undefined)
}

/** One box while it is drawn. */
class Canvas {
  readonly #contents: PlanContents
  readonly #box: Extent
  readonly #indices: Uint16Array
  readonly #parts: Uint16Array
  readonly #palette: string[]
  readonly #indexOf = new Map<string, number>()
  /** Index in the palette by state of the plan, plus one. */
  readonly #known: Int32Array
  readonly #hasBefore: boolean
  /** By part: whether it replaces a state of the palette; undefined where that is not known yet. */
  readonly #replaced = new Map<number, (boolean | undefined)[]>()
  readonly #wide: number
  readonly #deep: number

  constructor(contents: PlanContents, box: Extent, volume: number, before?: Cells) {
    this.#contents = contents
    this.#box = box
    this.#hasBefore = before !== undefined
    this.#indices = before ? before.indices.slice() : new Uint16Array(volume)
    this.#parts = new Uint16Array(volume)
    this.#palette = before ? [...before.palette] : ['']
    this.#known = new Int32Array(contents.states.length)
    this.#palette.forEach((state, index) => {
      if (!this.#indexOf.has(state)) this.#indexOf.set(state, index)
    })
    this.#wide = box.max.x - box.min.x + 1
    this.#deep = box.max.z - box.min.z + 1
  }

  get drawn(): Drawn {
    return { palette: this.#palette, indices: this.#indices, parts: this.#parts }
  }

  /** Draws what of a piece is in a tile. */
  drawPiece(piece: number, tile: Tile): void {
    const { pieces, only, structures } = this.#contents
    const { data } = pieces
    const at = pieces.offsetOf(piece)
    const { min, max } = this.#box
    const x0 = Math.max(data[at + 2] ?? 0, tile.x0, min.x)
    const y0 = Math.max(data[at + 3] ?? 0, tile.y0, min.y)
    const z0 = Math.max(data[at + 4] ?? 0, tile.z0, min.z)
    const x1 = Math.min(data[at + 5] ?? 0, tile.x1, max.x)
    const y1 = Math.min(data[at + 6] ?? 0, tile.y1, max.y)
    const z1 = Math.min(data[at + 7] ?? 0, tile.z1, max.z)
    if (x0 > x1 || y0 > y1 || z0 > z1) return
    const part = data[at] ?? 0
    const state = data[at + 1] ?? 0
    const ids = only.get(part)
    if (ids && !this.#hasBefore) return
    const structure = state < 0 ? structures[-1 - state] : undefined
    const index = structure ? 0 : this.#indexOfState(state)
    for (let y = y0; y <= y1; y++) {
      for (let z = z0; z <= z1; z++) {
        const row = ((y - min.y) * this.#deep + (z - min.z)) * this.#wide - min.x
        if (structure) this.#drawCells(structure, part, ids, row, x0, x1, y, z)
        else if (ids) for (let x = x0; x <= x1; x++) this.#replace(row + x, index, part, ids)
        else {
          this.#indices.fill(index, row + x0, row + x1 + 1)
          this.#parts.fill(part + 1, row + x0, row + x1 + 1)
        }
      }
    }
  }

  #drawCells(
    { indices, states, base, stepX, stepY, stepZ }: PlacedStructure,
    part: number,
    ids: ReadonlySet<string> | undefined,
    row: number,
    x0: number,
    x1: number,
    y: number,
    z: number,
  ): void {
    let cell = base + y * stepY + z * stepZ + x0 * stepX
    for (let x = x0; x <= x1; x++, cell += stepX) {
      const state = states[indices[cell] ?? 0] ?? -1
      if (state < 0) continue
      const index = this.#indexOfState(state)
      if (ids) this.#replace(row + x, index, part, ids)
      else {
        this.#indices[row + x] = index
        this.#parts[row + x] = part + 1
      }
    }
  }

  #replace(at: number, index: number, part: number, ids: ReadonlySet<string>): void {
    let replaced = this.#replaced.get(part)
    if (!replaced) {
      replaced = []
      this.#replaced.set(part, replaced)
    }
    const now = this.#indices[at] ?? 0
    replaced[now] ??= ids.has(idOf(this.#palette[now] ?? ''))
    if (!replaced[now]) return
    this.#indices[at] = index
    this.#parts[at] = part + 1
  }

  #indexOfState(state: number): number {
    const known = this.#known[state] ?? 0
    if (known > 0) return known - 1
    const text = this.#contents.states[state] ?? ''
    let index = this.#indexOf.get(text)
    if (index === undefined) {
      index = this.#palette.length
      if (index >= maxPalette) throw new RangeError('The box has too many kinds of blocks.')
      this.#palette.push(text)
      this.#indexOf.set(text, index)
    }
    this.#known[state] = index + 1
    return index
  }
}
