/**
 * Plan builder: adds up the pieces of the parts, and stops at the limits of a plan.
 *
 * Enforces invariant 7: the work of a part is bounded before it is done, or it stops where the limit is reached.
 */
import { air, isAir } from './block-state.js'
import { PartProblem } from './part-problem.js'
import { Pieces } from './pieces.js'
import { type Copy, stateIn, tooManyCopies } from './placed-copies.js'
import { type PlacedStructure, placeStructure, type QuarterTurns, sizeAfter } from './placed-structure.js'
import { type Extent, type PlannedPart, type Position, planLimits, type Structure } from './plan.js'
import { PlanVolume, volumeOf } from './plan-volume.js'
import type { Material, Shape } from './shapes.js'
import { rotated } from './turned-state.js'

/** Nothing in a world is farther from its middle along x or z. */
const farthest = 30_000_000

const axes = ['x', 'y', 'z'] as const

/** The plan is too large: no later part can make it smaller. */
export class PlanTooLarge extends PartProblem {}

export interface PartOptions {
  readonly name: string
  readonly copies: readonly Copy[]
  /** Its air leaves what is there. */
  readonly skipsAir: boolean
  readonly only?: ReadonlySet<string>
}

export class PlanBuilder {
  readonly parts: PlannedPart[] = []
  most = 0
  readonly #pieces = new Pieces()
  readonly #states = new Map<string, number>()
  readonly #structures: PlacedStructure[] = []
  readonly #only = new Map<number, ReadonlySet<string>>()
  #copies = 0
  #cells = 0
  #extent: Extent | undefined

  /** @throws PartProblem */
  addShape(shape: Shape, block: string, options: PartOptions): void {
    const part = this.#begin(options)
    const local = new Pieces()
    let blocks = 0
    shape.boxes((material: Material, x0, y0, z0, x1, y1, z1) => {
      const state = material === 'inside' ? air : block
      if (options.skipsAir && isAir(state)) return
      blocks += (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1)
      if (blocks * options.copies.length + this.most > planLimits.blocks) throw this.#tooManyBlocks(blocks, options)
      local.add(0, material === 'inside' ? 1 : 0, x0, y0, z0, x1, y1, z1)
    })
    if (local.count === 0) throw new PartProblem('', 'it sets no block. Change it or leave it out.')
    const grown = new GrowingExtent()
    for (const { sign, shift } of options.copies) {
      const states = [this.#stateIndex(stateIn({ sign, shift }, block)), this.#stateIndex(air)]
      for (let piece = 0; piece < local.count; piece++) {
        const at = local.offsetOf(piece)
        const on = (axis: 'x' | 'y' | 'z', corner: number) => sign[axis] * (local.data[at + corner] ?? 0) + shift[axis]
        const [ax, ay, az, bx, by, bz] = [on('x', 2), on('y', 3), on('z', 4), on('x', 5), on('y', 6), on('z', 7)]
        const [x0, y0, z0] = [Math.min(ax, bx), Math.min(ay, by), Math.min(az, bz)]
        const [x1, y1, z1] = [Math.max(ax, bx), Math.max(ay, by), Math.max(az, bz)]
        this.#pieces.add(part, states[local.data[at + 1] ?? 0] ?? 0, x0, y0, z0, x1, y1, z1)
        grown.add(x0, y0, z0, x1, y1, z1)
      }
    }
    this.#end(grown.extent, blocks * options.copies.length, options)
  }

  /** @param from its lowest corner, relative to the origin. @throws PartProblem */
  addStructure(structure: Structure, from: Position, turns: QuarterTurns, options: PartOptions): void {
    const part = this.#begin(options)
    const { length } = structure.indices
    this.#cells += length * options.copies.length
    if (this.#cells > planLimits.cells) throw this.#tooManyBlocks(length, options)
    const isSet = structure.palette.map((state) => state !== '' && !(options.skipsAir && isAir(state)))
    let blocks = 0
    for (const index of structure.indices) if (isSet[index]) blocks++
    if (blocks === 0) throw new PartProblem('structure', 'it sets no block. Leave it out.')
    if (blocks * options.copies.length + this.most > planLimits.blocks) throw this.#tooManyBlocks(blocks, options)
    const size = sizeAfter(structure.size, turns)
    const grown = new GrowingExtent()
    for (const copy of options.copies) {
      const states = Int32Array.from(structure.palette, (state, index) =>
        isSet[index] ? this.#stateIndex(stateIn(copy, rotated(state, turns))) : -1,
      )
      const end = (axis: 'x' | 'y' | 'z', offset: number) => copy.sign[axis] * (from[axis] + offset) + copy.shift[axis]
      const [x0, x1] = ordered(end('x', 0), end('x', size.x - 1))
      const [y0, y1] = ordered(end('y', 0), end('y', size.y - 1))
      const [z0, z1] = ordered(end('z', 0), end('z', size.z - 1))
      this.#structures.push(placeStructure(structure, states, turns, from, copy))
      this.#pieces.add(part, -this.#structures.length, x0, y0, z0, x1, y1, z1)
      grown.add(x0, y0, z0, x1, y1, z1)
    }
    this.#end(grown.extent, blocks * options.copies.length, options)
  }

  /** @throws PartProblem when the parts are spread over too much space. There is at least one part */
  volume(): { readonly extent: Extent; readonly volume: PlanVolume } {
    const extent = this.#extent
    if (!extent) throw new RangeError('A plan without parts has no volume.')
    const volume = new PlanVolume({
      extent,
      pieces: this.#pieces,
      states: [...this.#states.keys()],
      structures: this.#structures,
      only: this.#only,
    })
    if (volume.tiles.reduce((sum, tile) => sum + volumeOf(tile), 0) > planLimits.cells) {
      throw new PlanTooLarge(
        '',
        'The parts are spread over too much space. Build it in several calls, one after another.',
      )
    }
    return { extent, volume }
  }

  #begin({ copies, only }: PartOptions): number {
    this.#copies += copies.length
    if (this.#copies > planLimits.parts) throw new PlanTooLarge('repeat', tooManyCopies('', this.#copies).message)
    const part = this.parts.length
    if (only) this.#only.set(part, only)
    return part
  }

  #end(extent: Extent, most: number, { name }: PartOptions): void {
    for (const axis of ['x', 'z'] as const) {
      if (Math.max(Math.abs(extent.min[axis]), Math.abs(extent.max[axis])) > farthest) {
        throw new PartProblem('', `it is outside the world along ${axis}. Choose another \`origin\`.`)
      }
    }
    const all = this.#extent ? joined(this.#extent, extent) : extent
    for (const axis of axes) {
      const side = all.max[axis] - all.min[axis] + 1
      if (side > planLimits.side) {
        throw new PartProblem(
          '',
          `with it the build is ${side} blocks long along ${axis}. At most ${planLimits.side} are possible. Move it nearer to the other parts or make it smaller.`,
        )
      }
    }
    this.#extent = all
    this.most += most
    this.parts.push({ name, extent, most })
  }

  #stateIndex(state: string): number {
    const known = this.#states.get(state)
    if (known !== undefined) return known
    if (this.#states.size >= planLimits.states) {
      throw new PlanTooLarge('', `the plan has more than ${planLimits.states} kinds of blocks. Use fewer.`)
    }
    this.#states.set(state, this.#states.size)
    return this.#states.size - 1
  }

  #tooManyBlocks(blocks: number, { copies }: PartOptions): PlanTooLarge {
    const most = planLimits.blocks.toLocaleString('en')
    const times = copies.length > 1 ? ` and ${copies.length} copies` : ''
    return new PlanTooLarge(
      '',
      `with it the plan has more than ${most} blocks (it alone has at least ${blocks.toLocaleString('en')}${times}). Make it smaller or hollow, or build in several calls.`,
    )
  }
}

const ordered = (one: number, other: number): readonly [number, number] => (one <= other ? [one, other] : [other, one])

const joined = (one: Extent, other: Extent): Extent => {
  const grown = new GrowingExtent()
  for (const { min, max } of [one, other]) grown.add(min.x, min.y, min.z, max.x, max.y, max.z)
  return grown.extent
}

class GrowingExtent {
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
