/** Place: a position in blocks, as people write it. */
import type { JsonObject } from '../../src-main/contract/call.js'

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

/** A `location` of the contract; undefined when a coordinate is missing or is no number. */
export const placeOf = (location: unknown): Place | undefined => {
  if (!isObject(location)) return undefined
  const numbers = [location.x, location.y, location.z].filter(isNumber)
  if (numbers.length < 3) return undefined
  return {
    position: numbers.map((each) => formatNumber(rounded(each))).join(' '),
    world: typeof location.world === 'string' ? location.world : undefined,
    exact: numbers.every((each) => rounded(each) === each),
  }
}
