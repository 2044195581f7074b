/** Location: a position in blocks, formatted for people, and its world. */
import { isObject } from '@contract/json/json-object.js'
import { isMark } from '@shared/features/stream-mark.js'
import type { WriteNumber } from '@shared/text/numbers.js'

export type Point = readonly [x: number, y: number, z: number]

export interface GameLocation {
  /** The mark shown in place of a redacted point. */
  readonly mark?: string
  readonly point?: Point
  readonly world: string | undefined
  /** False when a coordinate was rounded. */
  readonly exact: boolean
}

export type Dimension = 'overworld' | 'nether' | 'end'

const rounded = (value: number): number => Math.round(value * 100) / 100 + 0

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

/** A location with coordinates. */
export interface KnownLocation extends GameLocation {
  readonly point: Point
}

export const isKnown = (location: GameLocation): location is KnownLocation => location.point !== undefined

/** A `location` of the contract; undefined when a coordinate is missing, or is neither a number nor redacted. */
export const locationOf = (location: unknown): GameLocation | undefined => {
  if (!isObject(location)) return undefined
  const { x, y, z } = location
  const world = typeof location.world === 'string' ? location.world : undefined
  // Redacted for a stream: one mark replaces all three.
  if ([x, y, z].every(isMark)) return { mark: String(x), world, exact: true }
  if (!isNumber(x) || !isNumber(y) || !isNumber(z)) return undefined
  const point: Point = [x, y, z]
  return { point, world, exact: point.every((each) => rounded(each) === each) }
}

/** `0 64 −50.5`, or its mark when redacted. */
export const positionOf = ({ point, mark = '' }: GameLocation, number: WriteNumber): string =>
  point?.map((each) => number(rounded(each))).join(' ') ?? mark

const dimensions: Readonly<Record<string, Dimension>> = {
  world: 'overworld',
  overworld: 'overworld',
  world_nether: 'nether',
  the_nether: 'nether',
  nether: 'nether',
  world_the_end: 'end',
  the_end: 'end',
}

/** Whether it is the game's id of a dimension, and not a server's name of a world. */
export const isDimensionId = (world: string): boolean =>
  ['minecraft:overworld', 'minecraft:the_nether', 'minecraft:the_end'].includes(world)

/** Usual names of the first three worlds; any other name may be any dimension. */
export const dimensionOf = (world: string): Dimension | undefined => {
  const bare = world.startsWith('minecraft:') ? world.slice(10) : world
  return Object.hasOwn(dimensions, bare) ? dimensions[bare] : undefined
}
