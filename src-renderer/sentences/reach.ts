/**
 * Reach: the area of a rule, for a map. Distances are per axis, as the rule measures them, so the area is a square.
 *
 * Guards "the map matches the text": drawn from the coverage, and only for a known position.
 */
import type { JsonObject } from '@contract/call.js'
import type { Coverage } from '@shared/approvals/coverage.js'
import { factsOf } from './facts.js'
import { type GameLocation, isKnown, locationOf, type Point } from './location.js'

export type Reach =
  | { readonly kind: 'exactly' }
  | { readonly kind: 'near'; readonly point: Point; readonly blocks: number }
  /** `broad`: any use of something dangerous. */
  | { readonly kind: 'any'; readonly broad: boolean }

/** Where a call acts. Both corners are part of it. */
export interface Site {
  readonly from: Point
  readonly to: Point
}

const pointOf = (place: GameLocation): Point | undefined => (isKnown(place) ? place.point : undefined)

/** Undefined where the arguments hold no position, or one that is masked. */
export const siteOf = (given: JsonObject): Site | undefined => {
  const location = locationOf(given.location)
  const point = location && pointOf(location)
  if (point) return { from: point, to: point }
  for (const { value } of factsOf(given)) {
    const ends =
      value.kind === 'volume' ? [value.from, value.to] : value.kind === 'place' ? [value.place, value.place] : []
    const [from, to] = ends.map(pointOf)
    if (from && to) return { from, to }
  }
  return undefined
}

/** @param broad whether any use of it is dangerous */
export const reachOf = (coverage: Coverage, broad: boolean): Reach => {
  if (coverage.id === 'any') return { kind: 'any', broad }
  const near = coverage.id === 'narrow' ? coverage.facts.find((fact) => fact.kind === 'near') : undefined
  return near && Number.isFinite(near.x)
    ? { kind: 'near', point: [near.x, near.y, near.z], blocks: near.blocks }
    : { kind: 'exactly' }
}

/** A rectangle as seen from above, in pixels. */
export interface MapArea {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface ReachView {
  /** Pixels a block. */
  readonly scale: number
  readonly site: MapArea
  readonly near?: MapArea
}

/** Blocks shown across the height at least, around one block and around anywhere. */
const spans = { exactly: 7, any: 40 } as const

/** The site and its reach in the middle of a map. */
export const reachView = ({ from, to }: Site, reach: Reach, width: number, height: number): ReachView => {
  const low = (axis: 0 | 2) => Math.floor(Math.min(from[axis], to[axis]))
  const high = (axis: 0 | 2) => Math.floor(Math.max(from[axis], to[axis])) + 1
  const [wide, deep] = [high(0) - low(0), high(2) - low(2)]
  const around = reach.kind === 'near' ? 2 * reach.blocks + 1 : 0
  const least = reach.kind === 'any' ? spans.any : spans.exactly
  const scale = Math.min((width * 0.9) / Math.max(wide, around), (height * 0.86) / Math.max(deep, around, least))
  const [middleX, middleZ] =
    reach.kind === 'near'
      ? [Math.floor(reach.point[0]) + 0.5, Math.floor(reach.point[2]) + 0.5]
      : [(low(0) + high(0)) / 2, (low(2) + high(2)) / 2]
  const area = (x1: number, z1: number, x2: number, z2: number): MapArea => ({
    x: width / 2 + (x1 - middleX) * scale,
    y: height / 2 + (z1 - middleZ) * scale,
    width: (x2 - x1) * scale,
    height: (z2 - z1) * scale,
  })
  const half = around / 2
  return {
    scale,
    site: area(low(0), low(2), high(0), high(2)),
    ...(reach.kind === 'near' && { near: area(middleX - half, middleZ - half, middleX + half, middleZ + half) }),
  }
}

/** Blocks that the site holds. */
export const sizeOf = ({ from, to }: Site): number =>
  [0, 1, 2].reduce((product, axis) => {
    const [one, other] = [from[axis as 0 | 1 | 2], to[axis as 0 | 1 | 2]]
    return product * (Math.abs(Math.floor(one) - Math.floor(other)) + 1)
  }, 1)
