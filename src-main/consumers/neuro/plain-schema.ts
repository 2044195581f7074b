/**
 * Plain schema: the arguments of a tool in the JSON Schema that the Neuro API knows. See docs/streaming.md#ai-vtuber.
 *
 * Its specification warns of many keywords. A keyword that only restricts is left out, since the gateway checks the
 * arguments anyway. Where a choice is needed, the plain schema is the narrower one: what fits it has a type that the tool
 * accepts. What cannot be said so is undefined: an optional argument is left out, and a tool that needs it too.
 */
import { isObject } from '@contract/json/json-object.js'

type Scalar = string | number | boolean

export interface PlainSchema {
  readonly type: 'object' | 'array' | 'string' | 'number' | 'integer' | 'boolean'
  readonly properties?: Readonly<Record<string, PlainSchema>>
  readonly required?: readonly string[]
  readonly items?: PlainSchema
  readonly enum?: readonly Scalar[]
  readonly [limit: string]: unknown
}

type Schema = Readonly<Record<string, unknown>>

interface Walk {
  readonly root: Schema
  partsLeft: number
}

const deepest = 8
const maxProperties = 64
const maxChoices = 100
const maxPatternLength = 256
/** Parts that are read of one tool: definitions may refer to each other, and are repeated where they are referred to. */
const maxParts = 4_096
/** A longer text counts as several parts. */
const partLength = 64

const numberLimits = ['minimum', 'maximum', 'exclusiveMinimum', 'exclusiveMaximum'] as const
const limitsOf: Readonly<Record<PlainSchema['type'], readonly string[]>> = {
  object: [],
  array: ['minItems', 'maxItems'],
  string: ['minLength', 'maxLength', 'pattern', 'format'],
  number: numberLimits,
  integer: numberLimits,
  boolean: [],
}
const types = Object.keys(limitsOf) as readonly PlainSchema['type'][]
/** In the order in which one of several types is taken: a text can say most. */
const scalarTypes: readonly unknown[] = ['string', 'number', 'integer', 'boolean']

/**
 * @param root of the arguments of a tool
 * @returns undefined when it cannot be made plain; without properties when the tool takes no arguments
 */
export function plainArguments(root: unknown): PlainSchema | undefined {
  if (!isObject(root)) return undefined
  const walk = { root, partsLeft: maxParts }
  const plain = objectOf(root, walk, 0, true)
  return walk.partsLeft < 0 ? undefined : plain
}

function plainOf(given: unknown, walk: Walk, depth: number): PlainSchema | undefined {
  if (--walk.partsLeft < 0 || depth > deepest || !isObject(given)) return undefined
  if (typeof given.$ref === 'string') return plainOf(definitionOf(given.$ref, walk.root), walk, depth + 1)
  const choices = [given.enum, given.const === undefined ? undefined : [given.const]].find(Array.isArray)
  if (choices) return counted(choiceOf(choices), walk)
  const branches = [given.anyOf, given.oneOf].find(Array.isArray)
  if (branches && given.type === undefined) return branchOf(branches, walk, depth)
  const [only, ...others] = Array.isArray(given.allOf) ? given.allOf : []
  if (only !== undefined && given.type === undefined) {
    return others.length > 0 ? undefined : plainOf(only, walk, depth + 1)
  }
  const type = typeOf(given)
  if (type === 'object') return objectOf(given, walk, depth, false)
  if (type === 'array') {
    const items = plainOf(given.items, walk, depth + 1)
    return items && { type, items, ...keptLimits(type, given) }
  }
  return counted(type && { type, ...keptLimits(type, given) }, walk)
}

function counted(plain: PlainSchema | undefined, walk: Walk): PlainSchema | undefined {
  if (plain) countText(JSON.stringify(plain), walk)
  return plain
}

function countText(text: string, walk: Walk): void {
  walk.partsLeft -= Math.floor(text.length / partLength)
}

function objectOf(given: Schema, walk: Walk, depth: number, isRoot: boolean): PlainSchema | undefined {
  const properties = isObject(given.properties) ? Object.entries(given.properties) : []
  // An object with any members cannot be described.
  if (properties.length === 0 && !isRoot) return undefined
  const required = Array.isArray(given.required) ? given.required.filter((name) => typeof name === 'string') : []
  const plain = properties
    .filter(([name]) => !isRoot || name !== 'dryRun')
    .flatMap(([name, property]): [string, PlainSchema][] => {
      countText(name, walk)
      const one = plainOf(property, walk, depth + 1)
      return one ? [[name, one]] : []
    })
    .sort(([one], [other]) => Number(required.includes(other)) - Number(required.includes(one)))
    .slice(0, maxProperties)
  const names = new Set(plain.map(([name]) => name))
  if (!required.every((name) => names.has(name))) return undefined
  if (plain.length === 0 && !isRoot) return undefined
  return { type: 'object', properties: Object.fromEntries(plain), ...(required.length > 0 && { required }) }
}

/** One type: null is left out, and the wider of several simple ones is taken. */
function typeOf({ type, properties, items }: Schema): PlainSchema['type'] | undefined {
  if (type === undefined) return isObject(properties) ? 'object' : isObject(items) ? 'array' : undefined
  const all = (Array.isArray(type) ? type : [type]).filter((one) => one !== 'null')
  if (all.length === 1) return types.find((one) => one === all[0])
  if (!all.every((one) => scalarTypes.includes(one))) return undefined
  return types.find((one) => one === scalarTypes.find((scalar) => all.includes(scalar)))
}

function choiceOf(values: readonly unknown[]): PlainSchema | undefined {
  const scalars = values.filter((value): value is Scalar => ['string', 'number', 'boolean'].includes(typeof value))
  const [first] = scalars
  if (first === undefined || scalars.length > maxChoices) return undefined
  const alike = scalars.filter((value) => typeof value === typeof first)
  return { type: typeof first as 'string' | 'number' | 'boolean', enum: alike }
}

/** Null is left out. Of several branches, fixed values are joined, and the first simple one is taken. */
function branchOf(branches: readonly unknown[], walk: Walk, depth: number): PlainSchema | undefined {
  const rest = branches.filter((one) => !isObject(one) || one.type !== 'null')
  const plain = rest.map((one) => plainOf(one, walk, depth + 1))
  const [first] = plain
  if (!first || plain.length === 1) return first
  if (plain.every((one) => one?.enum)) return choiceOf(plain.flatMap((one) => one?.enum ?? []))
  return plain.every((one) => one && scalarTypes.includes(one.type)) ? first : undefined
}

const keptLimits = (type: PlainSchema['type'], given: Schema) =>
  Object.fromEntries(
    limitsOf[type].flatMap((name) => {
      const value = given[name]
      const isKept =
        name === 'pattern' || name === 'format'
          ? typeof value === 'string' && value.length <= maxPatternLength
          : typeof value === 'number'
      return isKept ? [[name, value]] : []
    }),
  )

function definitionOf(reference: string, root: Schema): unknown {
  const [, place, name] = /^#\/(\$defs|definitions)\/([^/]{1,128})$/u.exec(reference) ?? []
  const definitions = place === undefined ? undefined : root[place]
  return isObject(definitions) && name !== undefined && Object.hasOwn(definitions, name) ? definitions[name] : undefined
}
