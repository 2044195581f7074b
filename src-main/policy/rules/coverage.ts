/**
 * Coverage: what a person can choose that their answer covers, proposed from the catalogue's data or, for a capability
 * that is not in the catalogue, from its parameters.
 *
 * Guards invariant 3: a proposal always covers the request it was made for, and every parameter that is not expressly
 * allowed to vary must stay as it was shown. Guards invariant 8: arguments that contain a secret make no facts.
 */

import type { JsonObject } from '@contract/call.js'
import type { CapabilityManifest, ObjectSchema } from '@contract/generated/capability-manifest.js'
import { canonical } from '@contract/json/canonical-json.js'
import { isObject } from '@contract/json/json-object.js'
import { type ArgumentFact, coverageLimits } from '@shared/approvals/coverage.js'
import { type CoverageParameters, coverageTable } from '@shared/approvals/coverage-table.js'
import { isBuild } from '@shared/build/build-preview.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import { originOfPlain } from '@shared/text/plain-address.js'
import { folderOf } from '@shared/text/plain-path.js'
import { isPositionName } from '../redaction/stream-fields.js'
import { buildFacts } from './coverage-build.js'
import { positionsIn, type RequestPosition } from './coverage-positions.js'
import { schemaOf } from './coverage-schema.js'

/** The facts that describe a request. */
export interface CoveredFacts {
  /** Undefined when the arguments contain a secret or are too large: then only their hash is stored. */
  readonly exactly?: readonly ArgumentFact[]
  /** Undefined when there is no usable coverage between "exactly" and "any". */
  readonly narrow?: readonly ArgumentFact[]
}

type Members = Readonly<Record<string, unknown>>

/** @param shown the arguments without secrets. @param areas where AI may build on the server */
export function coveredFactsOf(
  { id, parameters }: Pick<CapabilityManifest, 'id' | 'parameters'>,
  given: JsonObject,
  shown: JsonObject,
  areas: readonly BuildArea[] = [],
): CoveredFacts {
  const written = canonical(given)
  if (isBuild(id)) {
    if (written !== canonical(shown)) return {}
    const narrow = buildFacts(given, areas)
    const exactly = written.length > coverageLimits.bytes ? undefined : exactFacts(given, [])
    return { ...(exactly && isUsable(exactly) && { exactly }), ...(narrow && { narrow }) }
  }
  if (written !== canonical(shown) || written.length > coverageLimits.bytes) return {}
  const rules = Object.hasOwn(coverageTable, id) ? coverageTable[id] : undefined
  const exactly = exactFacts(given, rules?.notes ?? [])
  const narrow = new Narrowing(rules ?? guessedParameters(parameters, given), given).facts()
  // Without a limit it would cover any use of the action, and must be labelled so.
  const limits = narrow.some(({ kind }) => kind !== 'free')
  const varies = narrow.some(({ kind, at, ...fact }) =>
    kind === 'free' ? !isNote(rules, at, 'parameter' in fact ? fact.parameter : '') : kind !== 'same',
  )
  return {
    ...(isUsable(exactly) && { exactly }),
    ...(varies && limits && isUsable(narrow) && { narrow }),
  }
}

const isNote = (rules: CoverageParameters | undefined, at: readonly string[], parameter: string): boolean =>
  at.length === 0 && Boolean(rules?.notes?.includes(parameter))

function isUsable(facts: readonly ArgumentFact[]): boolean {
  if (facts.length > coverageLimits.facts) return false
  try {
    schemaOf(facts)
    return true
  } catch {
    return false
  }
}

function exactFacts(given: JsonObject, notes: readonly string[]): ArgumentFact[] {
  const kept = Object.entries(given).filter(([name]) => !notes.includes(name))
  return [
    ...(kept.length > 0 ? [{ kind: 'same' as const, at: [], given: Object.fromEntries(kept) }] : []),
    ...notes.map((parameter) => ({ kind: 'free' as const, at: [], parameter })),
  ]
}

/** Builds the facts of a narrow answer, one per parameter, in the order of the arguments. */
class Narrowing {
  readonly #free: ReadonlySet<string>
  readonly #atMost: ReadonlySet<string>
  readonly #itemsAtMost: ReadonlySet<string>
  readonly #addresses: ReadonlySet<string>
  readonly #positions: readonly RequestPosition[]
  readonly #given: JsonObject
  readonly #facts: ArgumentFact[] = []

  constructor(
    { notes = [], free = [], near = [], atMost = [], itemsAtMost = [], addresses = [] }: CoverageParameters,
    given: JsonObject,
  ) {
    this.#free = new Set([...free, ...notes])
    this.#atMost = new Set(atMost)
    this.#itemsAtMost = new Set(itemsAtMost)
    this.#addresses = new Set(addresses)
    this.#given = given
    this.#positions = positionsIn(given, near)
  }

  facts(): readonly ArgumentFact[] {
    this.#read(this.#given, [])
    for (const name of this.#free) {
      const at = name.split('.')
      const parameter = at.pop() ?? ''
      if (objectAt(this.#given, at)) this.#facts.push({ kind: 'free', at, parameter })
    }
    return this.#facts
  }

  #read(object: Members, at: readonly string[]): void {
    const here = this.#positions.filter((position) => position.at.join('.') === at.join('.'))
    const inPositions = new Set(here.flatMap(({ parameters }) => parameters))
    for (const [name, value] of Object.entries(object)) {
      const path = name.includes('.') ? name.replaceAll('.', '/') : [...at, name].join('.')
      if (this.#free.has(path) || inPositions.has(name)) continue
      const count = this.#addressOf(path, name, at, value) ?? this.#countOf(path, name, at, value)
      if (count) this.#facts.push(count)
      else if (isObject(value) && this.#varies(path)) this.#read(value, [...at, name])
      else this.#facts.push({ kind: 'same', at, given: { [name]: value } })
    }
    for (const position of here) this.#facts.push({ kind: 'near', ...position })
  }

  #addressOf(path: string, parameter: string, at: readonly string[], value: unknown): ArgumentFact | undefined {
    if (!this.#addresses.has(path) || typeof value !== 'string') return undefined
    const folder = folderOf(value)
    if (folder !== undefined) return { kind: 'under', at, parameter, folder }
    const origin = originOfPlain(value)
    return origin === undefined ? undefined : { kind: 'host', at, parameter, origin, subdomains: false }
  }

  #countOf(path: string, parameter: string, at: readonly string[], value: unknown): ArgumentFact | undefined {
    if (this.#atMost.has(path) && typeof value === 'number' && Number.isFinite(value) && value !== 0) {
      return { kind: 'at-most', at, parameter, number: value }
    }
    if (this.#itemsAtMost.has(path) && Array.isArray(value) && value.length > 0) {
      return { kind: 'items-at-most', at, parameter, items: value.length }
    }
    return undefined
  }

  /** Whether a member of this object may vary; otherwise the object is compared as a whole. */
  #varies(path: string): boolean {
    const inside = `${path}.`
    return (
      this.#positions.some(({ at }) => at.join('.') === path || at.join('.').startsWith(inside)) ||
      [...this.#free, ...this.#atMost, ...this.#itemsAtMost].some((name) => name.startsWith(inside))
    )
  }
}

function objectAt(given: Members, at: readonly string[]): Members | undefined {
  let place: unknown = given
  for (const name of at) place = isObject(place) && Object.hasOwn(place, name) ? place[name] : undefined
  return isObject(place) ? place : undefined
}

const counts: ReadonlySet<string> = new Set([
  'count',
  'amount',
  'quantity',
  'duration',
  'durationSeconds',
  'durationMinutes',
  'durationTicks',
])
/** Names of parameters for the content of a file. */
const contents: ReadonlySet<string> = new Set(['content', 'contents', 'text', 'edits'])
const worlds = ['world', 'worldName', 'dimension']

/**
 * Which parameters of a capability outside the catalogue may vary in a narrow answer.
 *
 * Guards invariant 3: only a position, a count or a duration (by name and type), a path or an address (by value), the
 * content written to such a path, and the reason shown to the approver. Everything else must equal what was shown.
 */
function guessedParameters(parameters: ObjectSchema | undefined, given: JsonObject): CoverageParameters {
  const schemas = membersOf(membersOf(parameters).properties)
  const typeOf = (name: string): unknown => (Object.hasOwn(schemas, name) ? membersOf(schemas[name]).type : undefined)
  const names = Object.keys(given).filter((name) => !name.includes('.'))
  const folders = names.filter((name) => typeof given[name] === 'string' && folderOf(given[name]) !== undefined)
  const hosts = names.filter((name) => typeof given[name] === 'string' && originOfPlain(given[name]) !== undefined)
  const written = folders.length > 0 ? names.filter((name) => contents.has(name) && !folders.includes(name)) : []
  return {
    addresses: [...folders, ...hosts],
    free: [...(typeOf('reason') === 'string' ? ['reason'] : []), ...written],
    // Three numbers may be a speed or a colour: without a world or the name of a position they must stay the same.
    near: [
      ...(worlds.some((name) => names.includes(name)) ? [''] : []),
      ...names.filter((name) => isPositionName(name) && Object.keys(membersOf(given[name])).length > 0),
    ],
    atMost: names.filter((name) => counts.has(name) && (typeOf(name) === 'integer' || typeOf(name) === 'number')),
  }
}

const membersOf = (value: unknown): Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? { ...value } : {}
