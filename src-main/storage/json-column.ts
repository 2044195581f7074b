/** JSON column: parses a column that holds JSON. */

/** Undefined for invalid JSON. */
export function parseJson(column: unknown): unknown {
  try {
    return JSON.parse(String(column))
  } catch {
    return undefined
  }
}
