/** Place: a position in blocks, as people write it. */
import type { JsonObject } from '../../src-main/contract/call.js'

export interface Place {
  readonly position: string
  readonly world: string | undefined
}

const block = (value: unknown): string | undefined =>
  typeof value === 'number' && Number.isFinite(value)
    ? String(Math.round(value * 100) / 100 + 0).replace('-', '\u2212')
    : undefined

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A `location` of the contract; undefined when a coordinate is missing or is no number. */
export const placeOf = (location: unknown): Place | undefined => {
  if (!isObject(location)) return undefined
  const [x, y, z] = [block(location.x), block(location.y), block(location.z)]
  if (x === undefined || y === undefined || z === undefined) return undefined
  return { position: `${x} ${y} ${z}`, world: typeof location.world === 'string' ? location.world : undefined }
}
