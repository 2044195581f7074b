/**
 * Setting references: in a settings file `${NAME}` is an environment variable, `${NAME:-text}` has a default, and `$${`
 * is literal.
 *
 * The file keeps its references: changes by the program are merged in (`keepReferences`).
 */
import { isObject } from '@contract/json/json-object.js'

export interface ResolvedSettings {
  readonly value: unknown
  /** Names of variables that are not set. */
  readonly missing: readonly string[]
}

const reference = /\$\$\{|\$\{([A-Za-z_][A-Za-z0-9_]*)(?::-([^}]*))?\}/gu

/** Maximum depth: the schema of the settings rejects anything deeper. */
const deepest = 32

/**
 * A copy of the JSON value with every reference resolved. A list item with an unset variable is omitted, and so is a
 * top-level member, which then has its default.
 */
export function resolveReferences(
  raw: unknown,
  variables: Readonly<Record<string, string | undefined>>,
): ResolvedSettings {
  const missing = new Set<string>()
  const value = resolve(raw, 0)
  return { value: value === unset ? undefined : value, missing: [...missing] }

  function resolve(part: unknown, depth: number): unknown {
    if (typeof part === 'string') return resolveText(part)
    if (typeof part !== 'object' || part === null || depth > deepest) return part
    if (Array.isArray(part)) return part.map((item) => resolve(item, depth + 1)).filter((item) => item !== unset)
    const members = Object.entries(part).map(([name, member]) => [name, resolve(member, depth + 1)] as const)
    if (depth > 0 && members.some(([, member]) => member === unset)) return unset
    return Object.fromEntries(members.filter(([, member]) => member !== unset))
  }

  function resolveText(text: string): unknown {
    let complete = true
    const resolved = text.replace(reference, (whole, name?: string, otherwise?: string) => {
      if (name === undefined) return '${'
      const found = Object.hasOwn(variables, name) ? variables[name] : undefined
      if (found !== undefined) return found
      if (otherwise !== undefined) return otherwise
      missing.add(name)
      complete = false
      return whole
    })
    return complete ? resolved : unset
  }
}

const unset = Symbol('unset')

/**
 * Returns what to write so that it resolves to `next`. Unchanged and unknown parts of `raw` keep their text and
 * references. List items are equal by value or by `id`.
 */
export function keepReferences(raw: unknown, before: unknown, next: unknown): unknown {
  if (isSame(before, next)) return raw === undefined ? escaped(next) : raw
  if (Array.isArray(next))
    return Array.isArray(before) && Array.isArray(raw) ? keepItems(raw, before, next) : escaped(next)
  if (!isObject(raw) || !isObject(before) || !isObject(next)) return escaped(next)
  const kept = Object.entries(raw).filter(([name]) => name in next || !(name in before))
  const changed = Object.keys(next).map((name) => [name, keepReferences(raw[name], before[name], next[name])])
  return Object.fromEntries([...kept, ...changed])
}

function keepItems(raw: readonly unknown[], before: readonly unknown[], next: readonly unknown[]): unknown[] {
  const written = new Map(pairsOf(raw, before))
  const kept = next.map((item) => {
    const was = before.find((one) => isSame(one, item)) ?? before.find((one) => hasSameId(one, item))
    return was === undefined ? escaped(item) : keepReferences(written.get(was) ?? escaped(was), was, item)
  })
  const known = new Set([...before, ...next].map(idOf))
  const unread = raw.filter((one) => idOf(one) !== undefined && !known.has(idOf(one)))
  return [...kept, ...unread]
}

/** Pairs each item with its written form. When some items could not be read, only the `id` identifies them. */
const pairsOf = (raw: readonly unknown[], before: readonly unknown[]): (readonly [unknown, unknown])[] =>
  before.map((item, index) => [
    item,
    raw.length === before.length ? raw[index] : raw.find((one) => hasSameId(one, item)),
  ])

const hasSameId = (one: unknown, other: unknown): boolean => idOf(one) !== undefined && idOf(one) === idOf(other)

const idOf = (item: unknown): unknown => (isObject(item) ? item.id : undefined)

/** Text that a person typed into the window is literal, even when it looks like a reference. */
function escaped(value: unknown): unknown {
  if (typeof value === 'string') return value.replaceAll('${', () => '$${')
  if (Array.isArray(value)) return value.map(escaped)
  if (!isObject(value)) return value
  return Object.fromEntries(Object.entries(value).map(([name, member]) => [name, escaped(member)]))
}

const isSame = (one: unknown, other: unknown): boolean =>
  one === other || (typeof one === 'object' && JSON.stringify(one) === JSON.stringify(other))
