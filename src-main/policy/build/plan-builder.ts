/**
 * Plan builder: adds up the pieces of the parts, and stops at the limits of a plan.
 *
 * Enforces invariant 7: the work of a part is bounded before it is done, or it stops where the limit is reached.
 */
import { air, isAir } from './block-state.js'
import { GrowingExtent } from './growing-extent.js'
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
    const skipsBlock = options.skipsAir && isAir(block)
    const isSkipped = (material: Material) => (material === 'inside' ? options.skipsAir : skipsBlock)
    let blocks = 0
    let boxes = this.#pieces.count
    shape.boxes((material, x0, y0, z0, x1, y1, z1) => {
      if (isSkipped(material)) return
      blocks += (x1 - x0 + 1) * (y1 - y0 + 1) * (z1 - z0 + 1)
      if (blocks * options.copies.length + this.most > planLimits.blocks) throw this.#tooManyBlocks(blocks, options)
      boxes += options.copies.length
      if (boxes > planLimits.pieces) throw tooDetailed
    })
    if (blocks === 0) throw new PartProblem('', 'it sets no block. Change it or leave it out.')
    const grown = new GrowingExtent()
    for (const copy of options.copies) {
      const { sign, shift } = copy
      const outside = this.#stateIndex(stateIn(copy, block))
      const inside = this.#stateIndex(air)
      shape.boxes((material, fromX, fromY, fromZ, toX, toY, toZ) => {
        if (isSkipped(material)) return
        const ax = sign.x * fromX + shift.x
        const ay = sign.y * fromY + shift.y
        const az = sign.z * fromZ + shift.z
        const bx = sign.x * toX + shift.x
        const by = sign.y * toY + shift.y
        const bz = sign.z * toZ + shift.z
        const x0 = ax < bx ? ax : bx
        const y0 = ay < by ? ay : by
        const z0 = az < bz ? az : bz
        const x1 = ax < bx ? bx : ax
        const y1 = ay < by ? by : ay
        const z1 = az < bz ? bz : az
        this.#pieces.add(part, material === 'inside' ? inside : outside, x0, y0, z0, x1, y1, z1)
        grown.add(x0, y0, z0, x1, y1, z1)
      })
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
    const blocks = structure.counts.reduce((sum, count, index) => sum + (isSet[index] ? count : 0), 0)
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

const tooDetailed = new PlanTooLarge(
  '',
  'with it the plan has too many lines, spheres and other round or slanted shapes. Build it in several calls, one after another.',
)

const ordered = (one: number, other: number): readonly [number, number] => (one <= other ? [one, other] : [other, one])

const joined = (one: Extent, other: Extent): Extent => {
  const grown = new GrowingExtent()
  for (const { min, max } of [one, other]) grown.add(min.x, min.y, min.z, max.x, max.y, max.z)
  return grown.extent
}
