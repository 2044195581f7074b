/** Instance draft: generates a value from the keywords of a schema without references; usually it is valid. */
import { between, oneOf, type Random } from './mulberry32.js'
import { patternSample } from './pattern-sample.js'

type Schema = Readonly<Record<string, unknown>>

/** Below this depth only required members are generated. */
const maxOptionalDepth = 6

/** Additional items when the schema has no upper bound. */
const fewItems = 2

/** Maximum number of items; a schema that requires more gets no instance. */
const itemLimit = 1_000
const maxCharacters = 10_000

/** @param whole whether all optional members are generated; otherwise some are */
export function drafted(schema: unknown, random: Random, whole: boolean, depth = 0): unknown {
  const rules = resolveBranches(schema, random)
  if (rules.const !== undefined) return rules.const
  if (Array.isArray(rules.enum) && rules.enum.length > 0) return oneOf(random, rules.enum)
  const examples = [...(rules.default === undefined ? [] : [rules.default]), ...listOf(rules.examples)]
  if (examples.length > 0 && whole) return structuredClone(examples[0])
  switch (typeOf(rules, random)) {
    case 'object':
      return object(rules, random, whole, depth)
    case 'array':
      return array(rules, random, whole, depth)
    case 'integer':
    case 'number':
      return number(rules, random)
    case 'boolean':
      return random() < 0.5
    case 'null':
      return null
    default:
      return text(rules, random)
  }
}

/** The schema with one branch of each choice, and all its rules merged. */
function resolveBranches(schema: unknown, random: Random): Schema {
  if (typeof schema !== 'object' || schema === null) return {}
  const { allOf, anyOf, oneOf: branches, ...own } = schema as Schema
  const choices = [anyOf, branches].map(listOf).filter(({ length }) => length > 0)
  const parts = [...listOf(allOf), ...choices.map((schemas) => oneOf(random, schemas))]
  return parts.reduce<Schema>((rules, part) => mergeRules(rules, resolveBranches(part, random)), own)
}

/** Rule → function that returns the stricter of two values. */
const stricter: Readonly<Record<string, (one: number, other: number) => number>> = {
  minimum: Math.max,
  exclusiveMinimum: Math.max,
  minLength: Math.max,
  minItems: Math.max,
  maximum: Math.min,
  exclusiveMaximum: Math.min,
  maxLength: Math.min,
  maxItems: Math.min,
}

function mergeRules(one: Schema, other: Schema): Schema {
  const both: Record<string, unknown> = { ...one, ...other }
  for (const [name, choose] of Object.entries(stricter)) {
    const [ours, theirs] = [one[name], other[name]]
    if (typeof ours === 'number' && typeof theirs === 'number') both[name] = choose(ours, theirs)
  }
  if (one.required && other.required) both.required = [...listOf(one.required), ...listOf(other.required)]
  if (Array.isArray(one.enum) && Array.isArray(other.enum)) {
    const theirs = new Set(other.enum.map((value) => JSON.stringify(value)))
    both.enum = one.enum.filter((value) => theirs.has(JSON.stringify(value)))
  }
  if (one.properties && other.properties) both.properties = mergeMembers(one.properties, other.properties)
  return both
}

function mergeMembers(one: unknown, other: unknown): Schema {
  const [ours, theirs] = [one as Schema, other as Schema]
  const shared = Object.keys(ours).filter((name) => Object.hasOwn(theirs, name))
  const both = shared.map((name) => [name, { allOf: [ours[name], theirs[name]] }] as const)
  return { ...ours, ...theirs, ...Object.fromEntries(both) }
}

const hints: readonly (readonly [string, readonly string[]])[] = [
  ['object', ['properties', 'required', 'additionalProperties', 'minProperties']],
  ['array', ['items', 'minItems', 'maxItems', 'uniqueItems']],
  ['number', ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum', 'multipleOf']],
]

function typeOf(rules: Schema, random: Random): string {
  if (typeof rules.type === 'string') return rules.type
  if (Array.isArray(rules.type)) return String(oneOf(random, rules.type))
  return hints.find(([, names]) => names.some((name) => name in rules))?.[0] ?? 'string'
}

function object(rules: Schema, random: Random, whole: boolean, depth: number): Record<string, unknown> {
  const properties = (rules.properties ?? {}) as Schema
  const required = new Set(listOf(rules.required).map(String))
  const isMade = (name: string) => required.has(name) || (depth < maxOptionalDepth && (whole || random() < 0.5))
  const names = [...new Set([...Object.keys(properties).filter(isMade), ...required])]
  const made = names.map(
    (name) => [name, drafted(properties[name] ?? others(rules), random, whole, depth + 1)] as const,
  )
  const missing = Math.max(0, Math.min(numberOf(rules.minProperties, 0), itemLimit) - made.length)
  const filling = Array.from({ length: missing }, (_, index) => `more${index + 1}`).map(
    (name) => [name, drafted(others(rules), random, whole, depth + 1)] as const,
  )
  return Object.fromEntries([...made, ...filling])
}

const others = ({ additionalProperties }: Schema): unknown => additionalProperties

function array(rules: Schema, random: Random, whole: boolean, depth: number): unknown[] {
  const least = Math.min(numberOf(rules.minItems, 0), itemLimit)
  const most = Math.max(least, Math.min(numberOf(rules.maxItems, Number.POSITIVE_INFINITY), least + fewItems))
  const length =
    depth >= maxOptionalDepth ? least : between(random, Math.min(Math.max(least, whole ? 1 : 0), most), most)
  const schemas = Array.isArray(rules.items) ? rules.items : undefined
  const item = (index: number) =>
    drafted(schemas ? (schemas[index] ?? rules.additionalItems) : rules.items, random, whole, depth + 1)
  if (rules.uniqueItems !== true) return Array.from({ length }, (_, index) => item(index))
  const distinct = new Map<string, unknown>()
  for (let tries = 0; distinct.size < length && tries < length * 10; tries++) {
    const one = item(distinct.size)
    distinct.set(JSON.stringify(one), one)
  }
  return [...distinct.values()]
}

function number(rules: Schema, random: Random): number {
  const step = typeof rules.multipleOf === 'number' ? rules.multipleOf : 1
  const [least, most] = [bound(rules, 'inimum', Math.max), bound(rules, 'aximum', Math.min)]
  const low = least ?? (most === undefined ? 0 : most - 20 * step)
  const high = most ?? low + 20 * step
  const [first, last] = [Math.ceil(low / step), Math.floor(high / step)]
  const isOpen = (value: number) => value === rules.exclusiveMinimum || value === rules.exclusiveMaximum
  const whole = first <= last ? between(random, first, last) * step : (low + high) / 2
  return isOpen(whole) ? (low + high) / 2 : Number(whole.toPrecision(12))
}

function bound(rules: Schema, end: 'inimum' | 'aximum', stricterOf: (...all: number[]) => number): number | undefined {
  const given = [rules[`m${end}`], rules[`exclusiveM${end}`]].filter((value) => typeof value === 'number')
  return given.length > 0 ? stricterOf(...given) : undefined
}

const formats: Readonly<Record<string, (random: Random) => string>> = {
  uuid: (random) => `${hex(random, 8)}-${hex(random, 4)}-4${hex(random, 3)}-8${hex(random, 3)}-${hex(random, 12)}`,
  'date-time': (random) => moment(random).toISOString(),
  date: (random) => moment(random).toISOString().slice(0, 10),
  time: (random) => moment(random).toISOString().slice(11),
  duration: () => 'PT5M',
  uri: () => 'https://example.org/',
  'uri-reference': () => '/example',
  'uri-template': () => '/example/{id}',
  url: () => 'https://example.org/',
  email: () => 'steve@example.org',
  hostname: () => 'example.org',
  ipv4: () => '192.0.2.1',
  ipv6: () => '2001:db8::1',
  regex: () => '^a+$',
  'json-pointer': () => '/a',
  'relative-json-pointer': () => '0',
}

const hex = (random: Random, length: number): string =>
  Array.from({ length }, () => between(random, 0, 15).toString(16)).join('')

const minuteMs = 60_000
const moment = (random: Random): Date => new Date(Date.UTC(2026, 0, 1) + between(random, 0, 500_000) * minuteMs)

const words = ['stone', 'river', 'lantern', 'bridge', 'meadow', 'castle', 'harbour', 'orchard']

function text(rules: Schema, random: Random): string {
  const format = typeof rules.format === 'string' ? formats[rules.format] : undefined
  if (format) return format(random)
  if (typeof rules.pattern === 'string') return patternSample(rules.pattern, random)
  const least = Math.min(numberOf(rules.minLength, 0), maxCharacters)
  const most = numberOf(rules.maxLength, Number.POSITIVE_INFINITY)
  let made = oneOf(random, words)
  while (made.length < least) made += ` ${oneOf(random, words)}`
  return made.length > most ? made.slice(0, most) : made
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
