/**
 * Plan volume: the pieces of a plan, sorted into tiles, and drawn into boxes.
 *
 * Enforces invariant 7: each piece of a tile sets at least one block, so drawing all tiles costs no more than the limit
 * of blocks, however the parts overlap.
 */
import { blockIdOf } from './block-state.js'
import type { Pieces } from './pieces.js'
import type { PlacedStructure } from './placed-structure.js'
import { type Cells, type Drawn, type Extent, type Layer, planLimits } from './plan.js'
import { Tiles } from './tiles.js'

export interface PlanContents {
  readonly extent: Extent
  readonly pieces: Pieces
  readonly states: readonly string[]
  readonly structures: readonly PlacedStructure[]
  /** By part: ids of the only blocks that it replaces. */
  readonly only: ReadonlyMap<number, ReadonlySet<string>>
}

/** What two boxes share; undefined when they share nothing. */
function shared(one: Extent, other: Extent): Extent | undefined {
  const min = {
    x: Math.max(one.min.x, other.min.x),
    y: Math.max(one.min.y, other.min.y),
    z: Math.max(one.min.z, other.min.z),
  }
  const max = {
    x: Math.min(one.max.x, other.max.x),
    y: Math.min(one.max.y, other.max.y),
    z: Math.min(one.max.z, other.max.z),
  }
  return min.x > max.x || min.y > max.y || min.z > max.z ? undefined : { min, max }
}

export const volumeOf = ({ min, max }: Extent): number =>
  (max.x - min.x + 1) * (max.y - min.y + 1) * (max.z - min.z + 1)

/** Maximum number of palette entries; indices have 16 bits. */
const maxPalette = 65_536

export class PlanVolume {
  readonly #contents: PlanContents
  readonly #tiles: Tiles

  constructor(contents: PlanContents) {
    this.#contents = contents
    this.#tiles = new Tiles(contents.pieces, contents.extent)
  }

  get tiles(): readonly Extent[] {
    return this.#tiles.extents
  }

  draw(box: Extent, before?: Cells, isDrawn: (part: number) => boolean = () => true): Drawn {
    const volume = volumeOf(box)
    if (!(volume > 0 && volume <= planLimits.cells)) throw new RangeError('The box has an impossible size.')
    if (before && before.indices.length !== volume) throw new RangeError('The blocks before are of another box.')
    const canvas = new Canvas(this.#contents, box, volume, before)
    for (const [index, tile] of this.tiles.entries()) {
      const part = shared(tile, box)
      if (!part) continue
      for (const piece of this.#tiles.piecesOf(index)) if (isDrawn(this.#partOf(piece))) canvas.drawPiece(piece, part)
    }
    return canvas.drawn
  }

  /** Parts with a condition have a layer each; those between them share one. One at a time, because each is a box. */
  *layers(tile: number): Generator<Layer> {
    const box = this.tiles[tile]
    if (!box) return
    const { only } = this.#contents
    let [canvas, part]: [Canvas | undefined, number | undefined] = [undefined, undefined]
    for (const piece of this.#tiles.piecesOf(tile)) {
      const own = this.#partOf(piece) - 1
      const condition = only.has(own) ? own : undefined
      if (canvas && condition !== part) {
        yield layerOf(canvas, part === undefined ? undefined : only.get(part))
        canvas = undefined
      }
      canvas ??= new Canvas(this.#contents, box, volumeOf(box), 'layer')
      part = condition
      canvas.drawPiece(piece, box)
    }
    if (canvas) yield layerOf(canvas, part === undefined ? undefined : only.get(part))
  }

  /** Its number, as in `Drawn`. */
  #partOf(piece: number): number {
    const { pieces } = this.#contents
    return (pieces.data[pieces.offsetOf(piece)] ?? 0) + 1
  }
}

const layerOf = ({ drawn }: Canvas, only: ReadonlySet<string> | undefined): Layer => ({
  ...drawn,
  ...(only && { only }),
})

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
  /** What was there may be any of the blocks that a part replaces. */
  readonly #isLayer: boolean
  /** By part: whether it replaces a state of the palette; undefined where that is not known yet. */
  readonly #replaced = new Map<number, (boolean | undefined)[]>()
  readonly #wide: number
  readonly #deep: number

  constructor(contents: PlanContents, box: Extent, volume: number, on?: Cells | 'layer') {
    const before = on === 'layer' ? undefined : on
    this.#contents = contents
    this.#box = box
    this.#hasBefore = on !== undefined
    this.#isLayer = on === 'layer'
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

  /** @param within the part of the box to draw */
  drawPiece(piece: number, within: Extent): void {
    const { pieces, only, structures } = this.#contents
    const { data } = pieces
    const at = pieces.offsetOf(piece)
    const { min } = this.#box
    const x0 = Math.max(data[at + 2] ?? 0, within.min.x)
    const y0 = Math.max(data[at + 3] ?? 0, within.min.y)
    const z0 = Math.max(data[at + 4] ?? 0, within.min.z)
    const x1 = Math.min(data[at + 5] ?? 0, within.max.x)
    const y1 = Math.min(data[at + 6] ?? 0, within.max.y)
    const z1 = Math.min(data[at + 7] ?? 0, within.max.z)
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
        else if (x0 === x1 && !ids) {
          this.#indices[row + x0] = index
          this.#parts[row + x0] = part + 1
        } else if (ids) for (let x = x0; x <= x1; x++) this.#replace(row + x, index, part, ids)
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
    if (this.#isLayer && !this.#parts[at]) replaced[now] = true
    replaced[now] ??= ids.has(blockIdOf(this.#palette[now] ?? ''))
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
