/** JSON object: a JSON value with members, which is neither null nor a list. */
import type { JsonObject } from '../call.js'

export const isObject = (value: unknown): value is JsonObject =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
