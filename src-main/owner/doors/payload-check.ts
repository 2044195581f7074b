/**
 * Payload check: what an order says, before it is followed.
 *
 * Enforces invariant 7: structured clone supports more than JSON (cycles, maps, buffers), and a schema does not limit
 * everything it allows. So anything but a small JSON value is refused first, then whatever its schema does not accept.
 */
import type { Ajv, ValidateFunction } from 'ajv'
import { createContractAjv } from '../../validation/ajv.js'
import { nothing } from '../table/payload-schema.js'
import { isOrder, type OrderName, orders } from '../table/table.js'

export type PayloadCheck = (name: string, payload: unknown) => boolean

export function createPayloadCheck(createAjv: () => Ajv = createContractAjv): PayloadCheck {
  let ajv: Ajv | undefined
  /** Compiled at the first order of a name: compiling all would delay the first window. */
  const checks = new Map<OrderName, ValidateFunction>()
  return (name, payload) => {
    if (!isOrder(name)) return false
    const { takes } = orders[name]
    if (takes === nothing) return payload === undefined
    ajv ??= createAjv()
    const check = checks.get(name) ?? ajv.compile(takes)
    checks.set(name, check)
    return Boolean(check(payload))
  }
}

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
