/**
 * Game text: whether data from a server may contain text written by players.
 *
 * Enforces invariant 5: every string counts as text, whatever its length and form. Exceptions are numbers, UUIDs and
 * times, enumerated values in the schema of a core capability, the game's names of worlds and game modes, and the
 * caller's own arguments. Text from third parties always counts.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'

/** Strings that cannot carry a message: empty strings, UUIDs, hashes and times. */
const noMessage =
  /^(?:|[0-9a-f]{64}|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.]{5,15}(?:Z|[+-]\d\d:\d\d))$/iu

const dimensions = ['overworld', 'nether', 'the_nether', 'the_end']
const gameModes = ['survival', 'creative', 'adventure', 'spectator']
/** Of a look at a place: see `BuildUnknown`. */
const unknowns = ['not-generated', 'blocks', 'unreadable', 'entities', 'players']

/** The same on every server, so they carry no message. Bukkit servers write game modes in capitals. */
const gameConstants: ReadonlySet<string> = new Set([
  ...['world', 'world_nether', 'world_the_end'],
  ...dimensions,
  ...dimensions.map((name) => `minecraft:${name}`),
  ...unknowns,
  ...gameModes,
  ...gameModes.map((mode) => mode.toUpperCase()),
])

/** Maximum depth that is searched; anything deeper counts as text. */
export const deepest = 32

/** @param given arguments of the call: text that the caller wrote itself is not external text */
export const containsGameText = (capabilityId: string, data: unknown, given?: unknown): boolean => {
  const core = coreCatalogue.get(capabilityId)
  if (!core) return true
  const known = wordsOf(core.returns)
  return containsText(data, 0, { ...known, own: given === undefined ? none : stringsIn(given) })
}

/** Whether the data must be fenced for a model: numbers alone need no fence. */
export const needsMarks = (capabilityId: string, data: unknown): boolean =>
  coreCatalogue.has(capabilityId) ? containsGameText(capabilityId, data) : containsText(data, 0)

/** Whether data of a core capability may contain text by its schema: any string that is not enumerated or a time. */
export function mayHoldGameText(schema: unknown): boolean {
  if (typeof schema !== 'object' || schema === null) return true
  const {
    type,
    enum: choices,
    format,
    properties,
    items,
    additionalProperties,
  } = schema as Readonly<Record<string, unknown>>
  if (Array.isArray(choices) || format === 'date-time') return false
  const types = Array.isArray(type) ? type : [type]
  if (types.includes('string') || type === undefined) return true
  if (types.includes('array')) return mayHoldGameText(items)
  if (!types.includes('object')) return false
  if (typeof properties !== 'object' || properties === null || additionalProperties === true) return true
  return Object.values(properties).some(mayHoldGameText)
}

/** Maximum paths; a value with more is named whole. */
const maxPaths = 8

/**
 * The paths of the members that hold text, with `[]` for every item of a list.
 *
 * @param at the path of the data
 */
export function textPathsIn(capabilityId: string, data: unknown, at: string): readonly string[] {
  const core = coreCatalogue.get(capabilityId)
  const harmless = core && { ...wordsOf(core.returns), own: none }
  const paths = new Set<string>()
  const collectPaths = (value: unknown, where: string, depth: number): void => {
    if (paths.size > maxPaths) return
    if (typeof value !== 'object' || value === null || depth > deepest) {
      if (containsText(value, depth, harmless)) paths.add(where)
      return
    }
    if (Array.isArray(value)) return value.forEach((item) => void collectPaths(item, `${where}[]`, depth + 1))
    const members = Object.entries(value)
    // A name that others chose is no part of a path.
    if (members.some(([name]) => !isKnownName(name, harmless))) return void paths.add(where)
    for (const [name, member] of members) collectPaths(member, `${where}.${name}`, depth + 1)
  }
  collectPaths(data, at, 0)
  return paths.size > maxPaths ? [at] : [...paths]
}

export const none: ReadonlySet<string> = new Set()

export interface Harmless {
  /** The enumerated values of the schema. */
  readonly values: ReadonlySet<string>
  /** The member names of the schema. */
  readonly names: ReadonlySet<string>
  /** Strings of the caller's own arguments. */
  readonly own: ReadonlySet<string>
}

/** Whether a string is a constant of the game, or of a form that cannot carry a message. */
export const isConstant = (text: string): boolean => gameConstants.has(text) || noMessage.test(text)

/** @param harmless when omitted, only the empty string is harmless, and member names must be short */
function containsText(value: unknown, depth: number, harmless?: Harmless): boolean {
  if (typeof value === 'string') {
    if (!harmless) return value !== ''
    return !(harmless.values.has(value) || harmless.own.has(value) || isConstant(value))
  }
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepest) return true
  if (Array.isArray(value)) return value.some((item) => containsText(item, depth + 1, harmless))
  const members = value as Readonly<Record<string, unknown>>
  return Object.keys(members).some(
    (name) => !isKnownName(name, harmless) || containsText(members[name], depth + 1, harmless),
  )
}

/** Names from a third party's manifest were accepted by a person; a name that is not an identifier counts as text. */
const isKnownName = (name: string, harmless: Harmless | undefined): boolean =>
  harmless ? harmless.names.has(name) || harmless.own.has(name) : /^[A-Za-z0-9_:.-]{1,32}$/u.test(name)

/** Schema → its values and names. The catalogue's schemas are immutable. */
const listed = new WeakMap<object, Pick<Harmless, 'values' | 'names'>>()

export function wordsOf(schema: object | undefined): Pick<Harmless, 'values' | 'names'> {
  if (!schema) return { values: none, names: none }
  const known = listed.get(schema)
  if (known) return known
  const values = new Set<string>()
  const names = new Set<string>()
  collect(schema, values, names)
  listed.set(schema, { values, names })
  return { values, names }
}

function collect(schema: unknown, values: Set<string>, names: Set<string>): void {
  if (typeof schema !== 'object' || schema === null) return
  const { enum: choices, const: only, properties } = schema as Readonly<Record<string, unknown>>
  for (const value of [...(Array.isArray(choices) ? choices : []), only]) {
    if (typeof value === 'string') values.add(value)
  }
  if (typeof properties === 'object' && properties !== null) for (const name of Object.keys(properties)) names.add(name)
  for (const member of Object.values(schema)) collect(member, values, names)
}

export function stringsIn(value: unknown, found = new Set<string>(), depth = 0): ReadonlySet<string> {
  if (typeof value === 'string') found.add(value)
  else if (typeof value === 'object' && value !== null && depth <= deepest) {
    for (const member of Object.values(value)) stringsIn(member, found, depth + 1)
  }
  return found
}
