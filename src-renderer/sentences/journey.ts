/**
 * Journey: the path between two places, as numbers and texts for a small map.
 *
 * Guards "the difference before the decision": a path is drawn only within one named world.
 */
import type { KnownLocation, Point } from './location.js'

/** The direction as seen from above; north is towards smaller z, as in the game. */
export type Heading = 'n' | 'ne' | 'e' | 'se' | 's' | 'sw' | 'w' | 'nw'

export type Journey =
  | { readonly kind: 'elsewhere' }
  /** The world of at least one end is unknown. */
  | { readonly kind: 'unsure' }
  | {
      readonly kind: 'way'
      /** Blocks over the ground. */
      readonly distance: number
      /** Blocks up, negative down. */
      readonly rise: number
      /** None when it goes straight up, down or nowhere. */
      readonly heading: Heading | undefined
    }

const headings: readonly Heading[] = ['e', 'se', 's', 'sw', 'w', 'nw', 'n', 'ne']

const headingOf = (east: number, south: number): Heading | undefined => {
  const eighth = Math.round(Math.atan2(south, east) / (Math.PI / 4))
  return headings[(eighth + 8) % 8]
}

export const journeyOf = (from: KnownLocation, to: KnownLocation): Journey => {
  if (from.world === undefined || to.world === undefined) return { kind: 'unsure' }
  if (from.world !== to.world) return { kind: 'elsewhere' }
  const [fromX, fromY, fromZ] = from.point
  const [toX, toY, toZ] = to.point
  const distance = Math.round(Math.hypot(toX - fromX, toZ - fromZ))
  return {
    kind: 'way',
    distance,
    rise: Math.round(toY - fromY),
    heading: distance === 0 ? undefined : headingOf(toX - fromX, toZ - fromZ),
  }
}

/** Pixels of the map. */
export interface Frame {
  readonly width: number
  readonly height: number
  /** Margin at every edge. */
  readonly margin: number
}

export interface MapView {
  /** Pixels a block. */
  readonly scale: number
  /** Where a block lies on the map. */
  at(point: Point): readonly [x: number, y: number]
  /** Length of the scale bar in blocks: 1, 2 or 5 times a power of ten. */
  readonly bar: number
}

/** Blocks that the map shows at least, so that two adjacent blocks do not look far apart. */
const leastSpan = 16

const roundLength = (blocks: number): number => {
  const power = 10 ** Math.floor(Math.log10(blocks))
  const times = blocks / power
  return Math.max(1, (times >= 5 ? 5 : times >= 2 ? 2 : 1) * power)
}

/** Outside of any possible world; such points are drawn at the edge. */
const farthest = 1e8

const bounded = (point: Point): Point =>
  [0, 1, 2].map((axis) => Math.min(farthest, Math.max(-farthest, point[axis as 0 | 1 | 2]))) as unknown as Point

/** Fits both ends into the picture, centred, with north up. */
export const viewOf = (one: Point, other: Point, { width, height, margin }: Frame): MapView => {
  const [from, to] = [bounded(one), bounded(other)]
  const spanX = Math.max(leastSpan, Math.abs(to[0] - from[0]))
  const spanZ = Math.max(leastSpan, Math.abs(to[2] - from[2]))
  const scale = Math.min((width - 2 * margin) / spanX, (height - 2 * margin) / spanZ)
  const middleX = (from[0] + to[0]) / 2
  const middleZ = (from[2] + to[2]) / 2
  return {
    scale,
    at: (point) => {
      const [x, , z] = bounded(point)
      return [width / 2 + (x - middleX) * scale, height / 2 + (z - middleZ) * scale]
    },
    bar: roundLength(width / 4 / scale),
  }
}
