/**
 * Schema redaction: removes values that a capability's schema marks as secret (`writeOnly: true`, `format: "password"`)
 * (invariant 8).
 *
 * Schemas are untrusted: their patterns are not run, and a schema that needs too much work redacts everything.
 */
import { redacted, redactObject } from './redaction.js'

type Members = Readonly<Record<string, unknown>>

/** Limits for one value: visited schema nodes, and depth. */
const limits = { work: 20_000, depth: 256 } as const

const secretSchemaCache = new WeakMap<object, boolean>()

/** A copy of the JSON value in which every value that the schema marks as secret is replaced. */
export function redactBySchema<T>(schema: object | undefined, value: T): T | Record<string, unknown> {
  if (!schema || !isMembers(value) || !hasSecrets(schema)) return value
  const reading = new Reading(schema)
  const found = reading.read(schema, value)
  return !reading.isTooMuch && isMembers(found) ? { ...found } : { omitted: redacted }
}

/** A copy of the object without values that are secret by schema or name; it may be stored and shown. */
export const shownBySchema = (
  schema: object | undefined,
  value: Readonly<Record<string, unknown>>,
): Record<string, unknown> => redactObject(redactBySchema(schema, value))

/** Whether the schema marks anything in the value as secret, or needs too much work to decide. */
export const containsSecretBySchema = (schema: object | undefined, value: unknown): boolean =>
  JSON.stringify(redactBySchema(schema, value)) !== JSON.stringify(value)

function hasSecrets(schema: object): boolean {
  const known = secretSchemaCache.get(schema)
  if (known !== undefined) return known
  const has = /"writeOnly"|"password"/u.test(JSON.stringify(schema))
  secretSchemaCache.set(schema, has)
  return has
}

class Reading {
  readonly #root: unknown
  #work = 0
  #depth = 0
  isTooMuch = false

  constructor(root: unknown) {
    this.#root = root
  }

  read(schema: unknown, value: unknown): unknown {
    if (!isMembers(schema)) return value
    this.#work += 1
    this.isTooMuch ||= this.#work > limits.work || this.#depth > limits.depth
    if (this.isTooMuch || schema.writeOnly === true || schema.format === 'password') return redacted
    this.#depth += 1
    const seen = this.#readInside(schema, value)
    this.#depth -= 1
    return seen
  }

  #readInside(schema: Members, value: unknown): unknown {
    let seen = value
    for (const one of this.#branches(schema)) seen = this.read(one, seen)
    if (Array.isArray(seen)) return seen.map((item, at) => this.#readWith(itemSchemas(schema, at), item))
    if (!isMembers(seen)) return seen
    return Object.fromEntries(
      Object.entries(seen).map(([name, member]) => [name, this.#readWith(memberSchemas(schema, name), member)]),
    )
  }

  #readWith(schemas: readonly unknown[], value: unknown): unknown {
    return schemas.reduce((seen, schema) => this.read(schema, seen), value)
  }

  /** All branches: a value that one of them marks as secret is secret. */
  #branches(schema: Members): unknown[] {
    const lists = ['allOf', 'anyOf', 'oneOf'].flatMap((name) => (Array.isArray(schema[name]) ? schema[name] : []))
    const ones = ['if', 'then', 'else'].flatMap((name) => (isMembers(schema[name]) ? [schema[name]] : []))
    const pointed = typeof schema.$ref === 'string' ? [this.#at(schema.$ref)] : []
    return [...pointed, ...lists, ...ones]
  }

  #at(reference: string): unknown {
    if (!reference.startsWith('#')) return undefined
    const names = reference.slice(1).split('/').slice(1)
    return names.reduce<unknown>((place, name) => {
      const plain = decoded(name).replaceAll('~1', '/').replaceAll('~0', '~')
      return typeof place === 'object' && place !== null && Object.hasOwn(place, plain)
        ? (place as Members)[plain]
        : undefined
    }, this.#root)
  }
}

function decoded(name: string): string {
  try {
    return decodeURIComponent(name)
  } catch {
    return name
  }
}

function memberSchemas(schema: Members, name: string): unknown[] {
  const { properties, patternProperties, additionalProperties } = schema
  const own = isMembers(properties) && Object.hasOwn(properties, name) ? [properties[name]] : []
  const others = isMembers(patternProperties) ? Object.values(patternProperties) : []
  return [...own, ...others, ...(own.length === 0 ? [additionalProperties] : [])]
}

function itemSchemas({ items, prefixItems, additionalItems, contains }: Members, at: number): unknown[] {
  const rows = [items, prefixItems].flatMap((list) => (Array.isArray(list) ? [list[at] ?? additionalItems] : [list]))
  return [...rows, contains]
}

const isMembers = (value: unknown): value is Members =>
  typeof value === 'object' && value !== null && !Array.isArray(value)
