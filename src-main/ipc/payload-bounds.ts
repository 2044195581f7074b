/**
 * Payload bounds: limits the size of the payloads of pages.
 *
 * Enforces invariant 7: structured clone supports more than JSON (cycles, maps, buffers), and a schema does not limit
 * everything it allows. Anything but a small JSON value is rejected first.
 */

/** Total number of values, depth, and total number of characters. */
export const payloadBounds = { values: 50_000, depth: 64, characters: 4_000_000 }

export function isSmallJson(payload: unknown): boolean {
  let { values, characters } = payloadBounds
  const open: { readonly value: unknown; readonly depth: number }[] = [{ value: payload, depth: 0 }]
  for (let next = open.pop(); next; next = open.pop()) {
    const { value, depth } = next
    values -= 1
    if (typeof value === 'string') characters -= value.length
    if (values < 0 || characters < 0) return false
    if (typeof value !== 'object' || value === null) {
      if (typeof value === 'bigint') return false
      continue
    }
    const members = membersOf(value)
    if (!members || depth >= payloadBounds.depth || members.length > values) return false
    for (const member of members) open.push({ value: member, depth: depth + 1 })
  }
  return true
}

/** The members of a list or a plain object, including their names; undefined for other objects. */
function membersOf(value: object): readonly unknown[] | undefined {
  // A list may claim a length that it does not have.
  if (Array.isArray(value)) return value.length > payloadBounds.values ? undefined : value
  const prototype = Object.getPrototypeOf(value)
  if (prototype !== Object.prototype && prototype !== null) return undefined
  return Object.entries(value).flat()
}
