/**
 * Clone JSON: a deep copy of what came as JSON, for a validator that fills in defaults.
 *
 * Anything else, such as a class instance or a member named `__proto__`, is left to `structuredClone`, which is exact and
 * many times slower.
 */

/** @throws DataCloneError for what is no data, as `structuredClone` does */
export function cloneJson(value: unknown): unknown {
  return isPlain(value) ? copyOf(value) : structuredClone(value)
}

/** Levels that are looked at; a message nests no deeper. */
const deepest = 128

function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol'
  if (depth > deepest) return false
  if (Array.isArray(value)) return value.every((item) => isPlain(item, depth + 1))
  const prototype: unknown = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return false
  for (const name of Object.keys(value)) {
    if (name === '__proto__' || !isPlain((value as Record<string, unknown>)[name], depth + 1)) return false
  }
  return true
}

function copyOf(value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(copyOf)
  const copy: Record<string, unknown> = {}
  for (const name of Object.keys(value)) copy[name] = copyOf((value as Record<string, unknown>)[name])
  return copy
}
