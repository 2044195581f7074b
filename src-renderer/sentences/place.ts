/** Place: a position in blocks, as people write it. */
import type { JsonObject } from '../../src-main/contract/call.js'
import { isMark } from '../../src-main/contract/stream-mark.js'

export interface Place {
  readonly position: string
  readonly world: string | undefined
  /** False when a coordinate was rounded. */
  readonly exact: boolean
}

const rounded = (value: number): number => Math.round(value * 100) / 100 + 0

/** A number as people write it, with a true minus. */
export const formatNumber = (value: number): string => String(value).replace('-', '\u2212')

const isNumber = (value: unknown): value is number => typeof value === 'number' && Number.isFinite(value)

export const isText = (value: unknown): value is string => typeof value === 'string' && value.trim() !== ''

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A `location` of the contract; undefined when a coordinate is missing, or is neither a number nor covered. */
export const placeOf = (location: unknown): Place | undefined => {
  if (!isObject(location)) return undefined
  const world = typeof location.world === 'string' ? location.world : undefined
  // Covered for a stream: one mark stands for all three.
  if ([location.x, location.y, location.z].every(isMark)) return { position: String(location.x), world, exact: true }
  const numbers = [location.x, location.y, location.z].filter(isNumber)
  if (numbers.length < 3) return undefined
  return {
    position: numbers.map((each) => formatNumber(rounded(each))).join(' '),
    world,
    exact: numbers.every((each) => rounded(each) === each),
  }
}
