/**
 * Instance: the simplest value that a JSON Schema names or allows, for tools and mock agents.
 *
 * What the author wrote counts first: `const`, `default`, `examples`, `enum`. Otherwise a small value of the type,
 * with all its members or else only the required ones. The result is validated, so it is valid or undefined. See
 * docs/protocol.md#manifest-schemas.
 */
import Ajv, { type ValidateFunction } from 'ajv'
import { addKnownFormats } from '../../../src-main/validation/formats.js'
import { inlineReferences } from '../../../src-main/validation/json-references.js'
import { PatternEngine } from '../../../src-main/validation/pattern-engine.js'
import { schemaProblem } from '../../../src-main/validation/schema-bounds.js'

type Schema = Readonly<Record<string, unknown>>

interface Prepared {
  readonly schema: unknown
  readonly fits: ValidateFunction
}

const prepared = new WeakMap<object, Prepared>()

/** @returns undefined when the schema is unusable, or its simplest value is not valid: its author must write an example */
export function instanceOf(schema: object): unknown {
  const known = prepared.get(schema) ?? prepare(schema)
  if (!known) return undefined
  prepared.set(schema, known)
  return [true, false]
    .map((whole) => simplest(known.schema, whole))
    .find((value) => (known.fits(value) as unknown) === true)
}

function prepare(schema: object): Prepared | undefined {
  if (schemaProblem(schema)) return undefined
  const inlined = inlineReferences(schema)
  if (!inlined.ok) return undefined
  try {
    const ajv = new Ajv({
      strict: false,
      ownProperties: true,
      logger: false,
      code: { regExp: new PatternEngine().regExp },
    })
    addKnownFormats(ajv)
    return { schema: inlined.schema, fits: ajv.compile(inlined.schema) }
  } catch {
    return undefined
  }
}

/** Maximum number of items; a schema that requires more gets no instance. */
const maxItems = 100
const maxCharacters = 10_000
/** Below this depth only required members are given. */
const maxOptionalDepth = 6

/** @param whole with all members, not only the required ones */
function simplest(given: unknown, whole: boolean, depth = 0): unknown {
  const schema = withFirstBranches(given)
  if (schema.const !== undefined) return schema.const
  const [named] = [schema.default, ...listOf(schema.examples), ...listOf(schema.enum)].filter(
    (value) => value !== undefined,
  )
  if (named !== undefined) return structuredClone(named)
  switch (typeOf(schema)) {
    case 'object':
      return Object.fromEntries(
        namesIn(schema, whole && depth < maxOptionalDepth).map((name) => [
          name,
          simplest((schema.properties as Schema | undefined)?.[name] ?? schema.additionalProperties, whole, depth + 1),
        ]),
      )
    case 'array':
      return Array.from({ length: lengthIn(schema, whole && depth < maxOptionalDepth) }, () =>
        simplest(schema.items, whole, depth + 1),
      )
    case 'integer':
    case 'number':
      return smallest(schema)
    case 'boolean':
      return true
    case 'null':
      return null
    default:
      return text(schema)
  }
}

const lengthIn = ({ minItems, maxItems: most }: Schema, whole: boolean): number =>
  Math.min(Math.max(numberOf(minItems, 0), whole ? 1 : 0), numberOf(most, maxItems), maxItems)

function namesIn({ required, properties, minProperties }: Schema, whole: boolean): string[] {
  const names = new Set([...listOf(required).map(String), ...(whole ? Object.keys((properties as object) ?? {}) : [])])
  for (let more = 1; names.size < Math.min(numberOf(minProperties, 0), maxItems); more++) names.add(`more${more}`)
  return [...names]
}

/** The schema with the first branch of each choice, and all its rules merged. */
function withFirstBranches(schema: unknown): Schema {
  if (typeof schema !== 'object' || schema === null) return {}
  const { allOf, anyOf, oneOf, ...own } = schema as Schema
  const parts = [...listOf(allOf), ...listOf(anyOf).slice(0, 1), ...listOf(oneOf).slice(0, 1)]
  const all = [own, ...parts.map(withFirstBranches)]
  return Object.assign({}, ...all, {
    required: all.flatMap(({ required }) => listOf(required)),
    properties: Object.assign({}, ...all.map(({ properties }) => properties)),
  })
}

function typeOf({ type, properties, required, items, minimum, maximum }: Schema): unknown {
  if (type !== undefined) return [type].flat()[0]
  if (listOf(required).length > 0 || Object.keys((properties as object) ?? {}).length > 0) return 'object'
  if (items !== undefined) return 'array'
  return minimum === undefined && maximum === undefined ? 'string' : 'number'
}

function smallest({ type, minimum, exclusiveMinimum, maximum, exclusiveMaximum, multipleOf }: Schema): number {
  const step = numberOf(multipleOf, type === 'number' && typeof exclusiveMinimum === 'number' ? 1e-3 : 1)
  const above = Math.max(numberOf(minimum, -Infinity), numberOf(exclusiveMinimum, -Infinity))
  const below = Math.min(numberOf(maximum, Infinity), numberOf(exclusiveMaximum, Infinity))
  if (above === -Infinity) return below >= 0 ? (exclusiveMaximum === 0 ? -step : 0) : Math.floor(below / step) * step
  const first = Math.ceil(above / step) * step
  return first === exclusiveMinimum ? first + step : first
}

const formats: Readonly<Record<string, string>> = {
  uuid: '069a79f4-44e9-4726-a5be-fca90e38aaf5',
  'date-time': '2026-01-01T12:00:00Z',
  'iso-date-time': '2026-01-01T12:00:00Z',
  date: '2026-01-01',
  time: '12:00:00Z',
  'iso-time': '12:00:00Z',
  duration: 'PT5M',
  uri: 'https://example.org/',
  url: 'https://example.org/',
  'uri-reference': '/example',
  'uri-template': '/example',
  email: 'steve@example.org',
  hostname: 'example.org',
  ipv4: '192.0.2.1',
  ipv6: '2001:db8::1',
  regex: 'a',
  'json-pointer': '/a',
  'json-pointer-uri-fragment': '#/a',
  'relative-json-pointer': '0',
}

/** What names of players, blocks, worlds, colours and versions look like: one of them fits most patterns. */
const words = ['Steve', 'a', 'red', 'stone', 'minecraft:stone', '1', '1.0.0', '#00ff00', 'STONE', '00:00']

function text({ format, pattern, minLength, maxLength }: Schema): string {
  const named = typeof format === 'string' ? formats[format] : undefined
  if (named !== undefined) return named
  const [least, most] = [Math.min(numberOf(minLength, 0), maxCharacters), numberOf(maxLength, Infinity)]
  const fits = typeof pattern === 'string' ? new PatternEngine().regExp(pattern, 'u') : undefined
  const found = words.find((word) => word.length >= least && word.length <= most && (fits?.test(word) ?? true))
  return found ?? 'stone'.padEnd(least, '.').slice(0, Math.min(Math.max(least, 5), most))
}

const numberOf = (value: unknown, otherwise: number): number => (typeof value === 'number' ? value : otherwise)

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])
