/**
 * Game text: whether data from a server may contain text written by players.
 *
 * Enforces invariant 5: every string counts as text, whatever its length and form. Exceptions are numbers, UUIDs and
 * times, enumerated values in the schema of a core capability, the game's names of worlds and game modes, and the
 * caller's own arguments. Text from third parties always counts.
 */
import { coreCatalogue } from '@contract/core-catalogue.js'

/** Texts that cannot carry a message: empty texts, UUIDs and times. */
const wordless = /^(?:|[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}|\d{4}-\d\d-\d\dT[0-9:.]{5,15}(?:Z|[+-]\d\d:\d\d))$/iu

const dimensions = ['overworld', 'nether', 'the_nether', 'the_end']
const gameModes = ['survival', 'creative', 'adventure', 'spectator']

/** The same on every server, so they carry no message. Bukkit servers write game modes in capitals. */
const gameWords: ReadonlySet<string> = new Set([
  ...['world', 'world_nether', 'world_the_end'],
  ...dimensions,
  ...dimensions.map((name) => `minecraft:${name}`),
  ...gameModes,
  ...gameModes.map((mode) => mode.toUpperCase()),
])

const deepest = 32

/** @param given arguments of the call: a caller that reads its own text reads nobody else's */
export const holdsGameText = (capabilityId: string, data: unknown, given?: unknown): boolean => {
  const core = coreCatalogue.get(capabilityId)
  if (!core) return true
  const known = wordsOf(core.returns)
  return holdsWords(data, 0, { ...known, own: given === undefined ? none : stringsIn(given) })
}

/** Whether it must be fenced for a model: data of third parties with only numbers need not be. */
export const needsMarks = (capabilityId: string, data: unknown): boolean =>
  coreCatalogue.has(capabilityId) ? holdsGameText(capabilityId, data) : holdsWords(data, 0)

const none: ReadonlySet<string> = new Set()

interface Harmless {
  /** Values that the schema lists. */
  readonly values: ReadonlySet<string>
  /** Names of members that the schema has. */
  readonly names: ReadonlySet<string>
  /** What the caller gave. */
  readonly own: ReadonlySet<string>
}

/** @param harmless nothing but the empty text when left out; names of members must be short then */
function holdsWords(value: unknown, depth: number, harmless?: Harmless): boolean {
  if (typeof value === 'string') {
    if (!harmless) return value !== ''
    return !(harmless.values.has(value) || harmless.own.has(value) || gameWords.has(value) || wordless.test(value))
  }
  if (typeof value !== 'object' || value === null) return false
  if (depth > deepest) return true
  if (Array.isArray(value)) return value.some((item) => holdsWords(item, depth + 1, harmless))
  const members = value as Readonly<Record<string, unknown>>
  return Object.keys(members).some(
    (name) => !isKnownName(name, harmless) || holdsWords(members[name], depth + 1, harmless),
  )
}

/** A third party's names are its manifest's, which a person accepted; one that is no identifier holds words. */
const isKnownName = (name: string, harmless: Harmless | undefined): boolean =>
  harmless ? harmless.names.has(name) || harmless.own.has(name) : /^[A-Za-z0-9_:.-]{1,32}$/u.test(name)

/** Schema → what it lists; the catalogue's schemas never change. */
const listed = new WeakMap<object, Pick<Harmless, 'values' | 'names'>>()

function wordsOf(schema: object | undefined): Pick<Harmless, 'values' | 'names'> {
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

function stringsIn(value: unknown, found = new Set<string>(), depth = 0): ReadonlySet<string> {
  if (typeof value === 'string') found.add(value)
  else if (typeof value === 'object' && value !== null && depth <= deepest) {
    for (const member of Object.values(value)) stringsIn(member, found, depth + 1)
  }
  return found
}
