/**
 * Schema instance: small arguments that a JSON Schema lets through, for calls that have no example. Specification 1,
 * section 4.
 *
 * It guesses, in a few ways, and lets the validator decide: what it hands out fits. The schema is bounded and refers to
 * nothing (`validation/schema-bounds.ts`, `validation/json-references.ts`).
 */

type Schema = Readonly<Record<string, unknown>>

const mostTries = 12

/** @returns undefined when no guess fits: such a schema needs an example */
export function instanceOf(schema: object, fits: (value: unknown) => boolean): unknown {
  for (let attempt = 0; attempt < mostTries; attempt++) {
    const value = guess(schema, attempt)
    if (fits(value)) return value
  }
  return undefined
}

/** @param attempt the same schema is guessed at otherwise with another number */
function guess(given: unknown, attempt: number): unknown {
  if (typeof given !== 'object' || given === null) return 'any'
  const schema = joined(given as Schema, attempt)
  if ('const' in schema) return schema.const
  const suggested = [...('default' in schema ? [schema.default] : []), ...list(schema.examples), ...list(schema.enum)]
  if (suggested.length > 0 && (attempt < suggested.length || 'enum' in schema)) return pick(suggested, attempt)
  switch (typeOf(schema, attempt)) {
    case 'object':
      return objectOf(schema, attempt)
    case 'array':
      return arrayOf(schema, attempt)
    case 'integer':
      return numberOf(schema, attempt, true)
    case 'number':
      return numberOf(schema, attempt, false)
    case 'boolean':
      return attempt % 2 === 0
    case 'null':
      return null
    default:
      return textOf(schema, attempt)
  }
}

const list = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
const pick = <Item>(items: readonly Item[], attempt: number): Item | undefined => items[attempt % items.length]
const numeric = (value: unknown): number | undefined => (typeof value === 'number' ? value : undefined)
const members = (value: unknown): Schema => (typeof value === 'object' && value !== null ? (value as Schema) : {})

/** One schema in place of those that are joined by `allOf`, and one of the choices of `anyOf` and `oneOf`. */
function joined({ allOf, anyOf, oneOf, ...rest }: Schema, attempt: number): Schema {
  const parts = [...list(allOf), pick(list(anyOf), attempt), pick(list(oneOf), attempt)].filter(
    (part): part is Schema => typeof part === 'object' && part !== null,
  )
  return parts.map((part) => joined(part, attempt)).reduce(both, rest)
}

const both = (one: Schema, other: Schema): Schema => ({
  ...one,
  ...other,
  ...larger('minimum', one, other),
  ...larger('exclusiveMinimum', one, other),
  ...larger('minLength', one, other),
  ...larger('minItems', one, other),
  ...smaller('maximum', one, other),
  ...smaller('exclusiveMaximum', one, other),
  ...smaller('maxLength', one, other),
  ...('required' in one || 'required' in other ? { required: [...list(one.required), ...list(other.required)] } : {}),
  ...('properties' in one || 'properties' in other
    ? { properties: { ...members(one.properties), ...members(other.properties) } }
    : {}),
})

const larger = (name: string, one: Schema, other: Schema) => limit(name, one, other, Math.max)
const smaller = (name: string, one: Schema, other: Schema) => limit(name, one, other, Math.min)

function limit(name: string, one: Schema, other: Schema, choose: (a: number, b: number) => number): Schema {
  const [ours, theirs] = [numeric(one[name]), numeric(other[name])]
  return ours === undefined || theirs === undefined ? {} : { [name]: choose(ours, theirs) }
}

function typeOf(schema: Schema, attempt: number): unknown {
  const { type } = schema
  if (Array.isArray(type)) return pick(type, attempt)
  if (type !== undefined) return type
  if ('properties' in schema || 'required' in schema) return 'object'
  if ('items' in schema || 'minItems' in schema) return 'array'
  return ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf'].some((name) => name in schema)
    ? 'number'
    : 'string'
}

/** What is required; at every other guess, everything. */
function objectOf(schema: Schema, attempt: number): object {
  const properties = members(schema.properties)
  const required = list(schema.required).filter((name): name is string => typeof name === 'string')
  const names = new Set([...required, ...(attempt % 2 === 1 ? Object.keys(properties) : [])])
  for (const name of Object.keys(properties)) {
    if (names.size < (numeric(schema.minProperties) ?? 0)) names.add(name)
  }
  return Object.fromEntries(
    [...names].map((name) => [name, guess(Object.hasOwn(properties, name) ? properties[name] : true, attempt)]),
  )
}

/** More items than anybody means are not made. */
const mostItems = 512

function arrayOf({ items, minItems, contains }: Schema, attempt: number): unknown[] {
  const tuple = list(items)
  const length = Math.min(mostItems, Math.max(numeric(minItems) ?? 0, tuple.length))
  const made = Array.from({ length }, (_, index) =>
    guess(Array.isArray(items) ? (tuple[index] ?? true) : (items ?? true), attempt + index),
  )
  return contains === undefined ? made : [guess(contains, attempt), ...made.slice(1)]
}

function numberOf(schema: Schema, attempt: number, whole: boolean): number {
  const given = numeric(schema.multipleOf)
  const step = whole && (given === undefined || !Number.isInteger(given)) ? 1 : (given ?? 1)
  const above = numeric(schema.exclusiveMinimum)
  const below = numeric(schema.exclusiveMaximum)
  const low = Math.max(numeric(schema.minimum) ?? Number.NEGATIVE_INFINITY, above ?? Number.NEGATIVE_INFINITY)
  const high = Math.min(numeric(schema.maximum) ?? Number.POSITIVE_INFINITY, below ?? Number.POSITIVE_INFINITY)
  const fits = (value: number) => value >= low && value <= high && value !== above && value !== below
  const first = low > 0 ? Math.ceil(low / step) : high < 0 ? Math.floor(high / step) : 0
  const direction = high < 0 ? -1 : 1
  const onStep = [attempt, attempt + 1, 0, 1].map((steps) => (first + direction * steps) * step + 0)
  return onStep.find(fits) ?? (low + high) / 2
}

const formats: Readonly<Record<string, string>> = {
  uuid: '00000000-0000-4000-8000-000000000000',
  'date-time': '2026-01-19T10:30:00Z',
  date: '2026-01-19',
  time: '10:30:00Z',
  duration: 'PT1H',
  email: 'somebody@example.org',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  'uri-reference': '/',
  hostname: 'example.org',
  ipv4: '127.0.0.1',
  ipv6: '::1',
  regex: 'a',
  'json-pointer': '/a',
}

/** What patterns in manifests of Minecraft servers usually want. */
const words = ['a', 'world', 'minecraft:stone', '1', 'A', 'Steve', '1.0.0', '#', '00000000-0000-4000-8000-000000000000']

function textOf({ format, pattern, minLength, maxLength }: Schema, attempt: number): string {
  if (typeof format === 'string' && Object.hasOwn(formats, format)) return formats[format] ?? ''
  const shortest = numeric(minLength) ?? 0
  const tried =
    typeof pattern === 'string' ? words.find((one) => matches(pattern, lengthened(one, shortest))) : undefined
  const text = lengthened(tried ?? word(attempt), shortest)
  return text.slice(0, numeric(maxLength) ?? text.length)
}

/** `a`, `b`, …: another one at each guess, so that items can differ. */
const word = (attempt: number): string =>
  attempt.toString(36).replace(/^\d/u, (digit) => 'abcdefghij'[Number(digit)] ?? '')

const lengthened = (text: string, length: number): string =>
  text.length >= length ? text : text.repeat(Math.ceil(Math.min(length, 65_536) / text.length)).slice(0, length)

function matches(pattern: string, text: string): boolean {
  try {
    return new RegExp(pattern, 'u').test(text)
  } catch {
    return false
  }
}
