/**
 * Clone JSON: a deep copy of a JSON value, for a validator that fills in defaults.
 *
 * Anything else, such as a class instance or a member named `__proto__`, is copied by `structuredClone`, which is many
 * times slower.
 */

/** @throws DataCloneError for a value that is not data, like `structuredClone` */
export function cloneJson(value: unknown): unknown {
  return isPlain(value) ? copyOf(value) : structuredClone(value)
}

/** Maximum depth, more than that of any message. */
const maxDepth = 128

function isPlain(value: unknown, depth = 0): boolean {
  if (typeof value !== 'object' || value === null) return typeof value !== 'function' && typeof value !== 'symbol'
  if (depth > maxDepth) return false
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
