/**
 * Check bounds: limits the work of checking one value against an untrusted schema, before the check begins.
 *
 * Guards invariant 7: alternatives times items, items compared with each other and defaults filled in many places are
 * products of the schema and the value. The work is the nodes of all schemas that may apply to a part of the value,
 * whichever alternative is chosen, added up for all parts. A tenth of a second is allowed.
 */

/** Maximum work. With `allErrors` each node may be an error, which takes twice as long. */
const maxWork = { untilFirstError: 200_000, allErrors: 100_000 }
/** Maximum length of a member's name, since each error below contains it. */
const maxNameLength = 1_024
/** Characters that are read in the time of one node. */
const charactersOfNode = 64
/** A format reads its text several times. */
const nodesOfFormat = 8
/** Properties whose absence is found in the time of one node. */
const propertiesOfNode = 8
/** What an item costs that may be compared with the most others (`maxCompared` of `schema-bounds.ts`). */
const nodesOfComparison = 32
/** The schema nodes that apply to one value, and to what is in it. */
export class SchemaWork {
  own = 0
  /** Nodes that apply to it and everything in it. */
  deep = 0
  /** Applies to each item and member. */
  every: SchemaWork | undefined
  /** Applies to the member of a name, beside `every`. */
  readonly members = new Map<string, SchemaWork>()
  /** Filled in where the member is missing. */
  readonly defaults: { readonly name: string; readonly value: unknown }[] = []
  /** The list for a place where nothing else applies, which most are: none is made for each part of a value. */
  readonly alone: readonly SchemaWork[] = [this]
}

const none: readonly SchemaWork[] = []

/** @param schema a schema without references, within the bounds of `schema-bounds.ts` */
export function schemaWork(schema: unknown): SchemaWork {
  const work = new SchemaWork()
  addTo(work, schema)
  return work
}

function addTo(work: SchemaWork, schema: unknown): void {
  work.own += 1
  if (typeof schema !== 'object' || schema === null) return
  for (const [keyword, value] of Object.entries(schema)) {
    switch (keyword) {
      case 'properties':
        addProperties(work, (value ?? {}) as Properties)
        break
      case 'patternProperties':
        for (const member of Object.values(value ?? {})) addTo(everyOf(work), member)
        break
      case 'items':
      case 'additionalItems':
      case 'additionalProperties':
      case 'contains':
      case 'propertyNames':
        for (const one of [value].flat()) addTo(everyOf(work), one)
        break
      case 'allOf':
      case 'anyOf':
      case 'oneOf':
      case 'not':
      case 'if':
      case 'then':
      case 'else':
        for (const one of [value].flat()) addTo(work, one)
        break
      case 'dependencies':
      case 'dependentSchemas':
        for (const needed of Object.values(value ?? {})) {
          if (Array.isArray(needed)) work.own += needed.length
          else addTo(work, needed)
        }
        break
      case 'minProperties':
      case 'maxProperties':
        everyOf(work).own += 1
        break
      case 'uniqueItems':
        if (value === true) everyOf(work).deep += nodesOfComparison
        break
      case 'format':
        work.own += nodesOfFormat
        break
      case 'default':
      case 'definitions':
      case '$defs':
      case 'title':
      case 'description':
      case '$comment':
      case 'examples':
        break
      default:
        work.own += nodesIn(value)
    }
  }
}

type Properties = Readonly<Record<string, { readonly default?: unknown }>>

function addProperties(work: SchemaWork, properties: Properties): void {
  const members = Object.entries(properties)
  work.own += members.length / propertiesOfNode
  for (const [name, member] of members) {
    const known = work.members.get(name) ?? new SchemaWork()
    work.members.set(name, known)
    addTo(known, member)
    if (member.default !== undefined) work.defaults.push({ name, value: member.default })
  }
}

function everyOf(work: SchemaWork): SchemaWork {
  work.every ??= new SchemaWork()
  return work.every
}

function nodesIn(value: unknown): number {
  if (typeof value === 'string') return nodesOfText(value)
  if (typeof value !== 'object' || value === null) return 1
  return Object.entries(value).reduce((sum, [name, member]) => sum + nodesOfText(name) + nodesIn(member) - 1, 1)
}

const nodesOfText = (text: string): number => 1 + Math.floor(text.length / charactersOfNode)

/** Whether a check of a value is fast enough. @param value with at most the depth of a message */
export const isAffordable = (value: unknown, schema: SchemaWork, until: keyof typeof maxWork): boolean =>
  workOf(value, schema, maxWork[until]) <= maxWork[until]

/** The work of a check; infinite when it is more than `most`, where counting stops. */
export function workOf(value: unknown, schema: SchemaWork, most = Number.POSITIVE_INFINITY): number {
  let work = 0
  /** @param applied those that apply to this part: of its name, and of every part */
  const count = (node: unknown, applied: readonly SchemaWork[], above: number): void => {
    if (work > most || (applied.length === 0 && above === 0)) return
    let deep = above
    let own = above
    let every = none
    for (const one of applied) {
      deep += one.deep
      own += one.deep + one.own
      if (one.every) every = withOne(every, one.every)
    }
    work += typeof node === 'string' ? own * nodesOfText(node) : own
    if (typeof node !== 'object' || node === null) return
    if (Array.isArray(node)) {
      for (const item of node) count(item, every, deep)
      return
    }
    const countMember = (name: string, member: unknown): void => {
      let below = every
      for (const one of applied) {
        const named = one.members.get(name)
        if (named) below = withOne(below, named)
      }
      // Looking for the name in each; in the first, it is counted with the member.
      work += Math.max(0, applied.length - 1)
      if (name.length > maxNameLength) work = Number.POSITIVE_INFINITY
      else if (name.length >= charactersOfNode) {
        work += below.reduce((sum, one) => sum + one.own + one.deep, deep) * (nodesOfText(name) - 1)
      }
      count(member, below, deep)
    }
    for (const name of Object.keys(node)) countMember(name, (node as Readonly<Record<string, unknown>>)[name])
    for (const one of applied) {
      for (const { name, value: filled } of one.defaults) {
        if (Object.hasOwn(node, name) || work > most) continue
        work += nodesIn(filled)
        countMember(name, filled)
      }
    }
  }
  count(value, schema.alone, 0)
  return work
}

const withOne = (list: readonly SchemaWork[], one: SchemaWork): readonly SchemaWork[] =>
  list.length === 0 ? one.alone : [...list, one]
