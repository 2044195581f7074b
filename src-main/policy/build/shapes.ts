/**
 * Shapes: what blocks a part consists of, as boxes that do not overlap, relative to the origin.
 *
 * The inside of a hollow shape becomes air.
 */
import { PartProblem } from './part-problem.js'
import { flag, type GivenPart, memberOf, position, wholeNumber } from './part-values.js'
import type { Corners } from './pieces.js'
import type { Extent, Position } from './plan.js'

/** What a box of a shape consists of. */
export type Material = 'block' | 'inside'

type AddBox = (material: Material, ...corners: Corners) => void

export interface Shape {
  /** States that follow from the shape. */
  readonly states?: Readonly<Record<string, string>>
  /** Each box has at least one block. */
  boxes(add: AddBox): void
}

interface ShapeKind {
  /** The members that it uses, besides those of every part. */
  readonly members: readonly string[]
  /** @param block its id. @throws PartProblem */
  read(given: GivenPart, block: string): Shape
}

const largestRadius = 255

const cornersOf = (given: GivenPart): Extent => {
  const from = position(memberOf(given, 'from'), 'from')
  const to = position(memberOf(given, 'to'), 'to')
  return {
    min: { x: Math.min(from.x, to.x), y: Math.min(from.y, to.y), z: Math.min(from.z, to.z) },
    max: { x: Math.max(from.x, to.x), y: Math.max(from.y, to.y), z: Math.max(from.z, to.z) },
  }
}

const isHollow = (given: GivenPart): boolean => flag(memberOf(given, 'hollow'), 'hollow')

/** The outermost blocks of one layer, or of several. */
function ring(add: AddBox, { x: x0, z: z0 }: Flat, { x: x1, z: z1 }: Flat, y0: number, y1: number): void {
  add('block', x0, y0, z0, x1, y1, z0)
  if (z1 > z0) add('block', x0, y0, z1, x1, y1, z1)
  if (z1 - z0 < 2) return
  add('block', x0, y0, z0 + 1, x0, y1, z1 - 1)
  if (x1 > x0) add('block', x1, y0, z0 + 1, x1, y1, z1 - 1)
}

type Flat = Pick<Position, 'x' | 'z'>

const hasInside = ({ x: x0, z: z0 }: Flat, { x: x1, z: z1 }: Flat): boolean => x1 - x0 > 1 && z1 - z0 > 1

const box: ShapeKind = {
  members: ['from', 'to', 'hollow'],
  read(given) {
    const { min, max } = cornersOf(given)
    const hollow = isHollow(given)
    return {
      boxes(add) {
        const isFilled = !hollow || max.y - min.y < 2 || !hasInside(min, max)
        if (isFilled) return add('block', min.x, min.y, min.z, max.x, max.y, max.z)
        add('block', min.x, min.y, min.z, max.x, min.y, max.z)
        ring(add, min, max, min.y + 1, max.y - 1)
        add('inside', min.x + 1, min.y + 1, min.z + 1, max.x - 1, max.y - 1, max.z - 1)
        add('block', min.x, max.y, min.z, max.x, max.y, max.z)
      },
    }
  },
}

const walls: ShapeKind = {
  members: ['from', 'to'],
  read(given) {
    const { min, max } = cornersOf(given)
    return { boxes: (add) => ring(add, min, max, min.y, max.y) }
  },
}

const floor: ShapeKind = {
  members: ['from', 'to'],
  read(given) {
    const { min, max } = cornersOf(given)
    return { boxes: (add) => add('block', min.x, min.y, min.z, max.x, min.y, max.z) }
  },
}

/** The nearest block; integers only, so that every platform draws the same. */
const along = (start: number, way: number, step: number, steps: number): number =>
  start + Math.floor((2 * way * step + steps) / (2 * steps))

const line: ShapeKind = {
  members: ['from', 'to'],
  read(given) {
    const from = position(memberOf(given, 'from'), 'from')
    const to = position(memberOf(given, 'to'), 'to')
    const delta = { x: to.x - from.x, y: to.y - from.y, z: to.z - from.z }
    const steps = Math.max(Math.abs(delta.x), Math.abs(delta.y), Math.abs(delta.z))
    return {
      boxes(add) {
        const isStraight = [delta.x, delta.y, delta.z].filter((one) => one !== 0).length < 2
        if (isStraight) {
          const { min, max } = cornersOf(given)
          return add('block', min.x, min.y, min.z, max.x, max.y, max.z)
        }
        for (let step = 0; step <= steps; step++) {
          const x = along(from.x, delta.x, step, steps)
          const y = along(from.y, delta.y, step, steps)
          const z = along(from.z, delta.z, step, steps)
          add('block', x, y, z, x, y, z)
        }
      },
    }
  },
}

/** Blocks to each side of the middle that are within the radius, where the others have this squared distance; -1 for none. */
function halfLength(radius: number, distance: number): number {
  const left = radius * (radius + 1) - distance
  return left < 0 ? -1 : Math.floor(Math.sqrt(left))
}

/** One row of a round shape. @param inner blocks to each side of the middle that are inside; -1 for none */
function row(add: AddBox, x: number, half: number, inner: number, y0: number, y1: number, z: number): void {
  if (half < 0) return
  if (inner < 0) return add('block', x - half, y0, z, x + half, y1, z)
  add('block', x - half, y0, z, x - inner - 1, y1, z)
  add('inside', x - inner, y0, z, x + inner, y1, z)
  add('block', x + inner + 1, y0, z, x + half, y1, z)
}

const sphere: ShapeKind = {
  members: ['center', 'radius', 'hollow'],
  read(given) {
    const center = position(memberOf(given, 'center'), 'center')
    const radius = wholeNumber(memberOf(given, 'radius'), 'radius', 1, largestRadius)
    const hollow = isHollow(given)
    return {
      boxes(add) {
        for (let up = -radius; up <= radius; up++) {
          for (let along = -radius; along <= radius; along++) {
            const half = halfLength(radius, up * up + along * along)
            const outer = Math.min(
              half - 1,
              halfLength(radius, (Math.abs(up) + 1) ** 2 + along * along),
              halfLength(radius, up * up + (Math.abs(along) + 1) ** 2),
            )
            const y = center.y + up
            row(add, center.x, half, hollow ? outer : -1, y, y, center.z + along)
          }
        }
      },
    }
  },
}

const cylinder: ShapeKind = {
  members: ['center', 'radius', 'height', 'hollow'],
  read(given) {
    const center = position(memberOf(given, 'center'), 'center')
    const radius = wholeNumber(memberOf(given, 'radius'), 'radius', 1, largestRadius)
    const height = wholeNumber(memberOf(given, 'height'), 'height', 1, 512)
    const hollow = isHollow(given)
    return {
      boxes(add) {
        for (let along = -radius; along <= radius; along++) {
          const half = halfLength(radius, along * along)
          const inner = hollow ? Math.min(half - 1, halfLength(radius, (Math.abs(along) + 1) ** 2)) : -1
          row(add, center.x, half, inner, center.y, center.y + height - 1, center.z + along)
        }
      },
    }
  },
}

const pyramid: ShapeKind = {
  members: ['from', 'to', 'hollow'],
  read(given) {
    const { min, max } = cornersOf(given)
    const hollow = isHollow(given)
    const layers = Math.ceil(Math.min(max.x - min.x + 1, max.z - min.z + 1) / 2)
    if (min.y === max.y && layers > 1) {
      throw new PartProblem(
        'to',
        `a pyramid needs height, but \`from\` and \`to\` have the same y ${min.y}. For a pointed top, give \`to\` the y ${min.y + layers - 1}.`,
      )
    }
    const height = Math.min(layers, max.y - min.y + 1)
    return {
      boxes(add) {
        for (let layer = 0; layer < height; layer++) {
          const y = min.y + layer
          const low = { x: min.x + layer, z: min.z + layer }
          const high = { x: max.x - layer, z: max.z - layer }
          if (!hollow || !hasInside(low, high)) {
            add('block', low.x, y, low.z, high.x, y, high.z)
            continue
          }
          ring(add, low, high, y, y)
          add('inside', low.x + 1, y, low.z + 1, high.x - 1, y, high.z - 1)
        }
      },
    }
  },
}

type Side = 'east' | 'west' | 'south' | 'north'

const stairs: ShapeKind = {
  members: ['from', 'to'],
  read(given, block) {
    const from = position(memberOf(given, 'from'), 'from')
    const to = position(memberOf(given, 'to'), 'to')
    const [low, high] = from.y <= to.y ? [from, to] : [to, from]
    const side = climbOf(low, high, memberOf(given, 'states'))
    const { min, max } = cornersOf(given)
    return {
      ...(block.endsWith('_stairs') && { states: { facing: side } }),
      boxes(add) {
        for (let step = 0; step <= high.y - low.y; step++) {
          const y = low.y + step
          if (side === 'east' || side === 'west') {
            const x = low.x + (side === 'east' ? step : -step)
            add('block', x, y, min.z, x, y, max.z)
          } else {
            const z = low.z + (side === 'south' ? step : -step)
            add('block', min.x, y, z, max.x, y, z)
          }
        }
      },
    }
  },
}

/** Which way a flight climbs. */
function climbOf(low: Position, high: Position, states: unknown): Side {
  const [rise, x, z] = [high.y - low.y, high.x - low.x, high.z - low.z]
  const wanted = typeof states === 'object' && states !== null ? memberOf(states as GivenPart, 'facing') : undefined
  const ways: Side[] = []
  if (Math.abs(x) === rise) ways.push(...climbs(x, 'east', 'west'))
  if (Math.abs(z) === rise) ways.push(...climbs(z, 'south', 'north'))
  const [only] = ways
  if (only === undefined) {
    throw new PartProblem(
      'to',
      `stairs rise one block with each step, but from \`from\` to \`to\` they rise ${rise} and go ${Math.abs(x)} along x and ${Math.abs(z)} along z. Make x or z change by ${rise}; the other one is the width.`,
    )
  }
  const chosen = ways.find((way) => way === wanted)
  if (wanted === undefined && ways.length === 1) return only
  if (chosen) return chosen
  throw new PartProblem(
    'states',
    `say which way the stairs climb: "states": {"facing": "${only}"}${ways.length > 1 ? ` or "${ways[1]}"` : ''}.`,
    wanted,
  )
}

const climbs = (way: number, forward: Side, backward: Side): readonly Side[] =>
  way === 0 ? [forward, backward] : [way > 0 ? forward : backward]

export const shapeKinds: ReadonlyMap<string, ShapeKind> = new Map(
  Object.entries({ box, walls, floor, line, sphere, cylinder, pyramid, stairs }),
)
