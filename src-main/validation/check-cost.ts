/**
 * Check cost: the maximum cost of validating a value against a schema, computed before the validation.
 *
 * Guards invariant 7: alternatives times items, items compared with each other and defaults filled in many places are
 * products that depend on both the schema and the value. The count is at least the work of Ajv, so that a limit on the
 * count limits the work.
 */

/** Cost in steps. One step is one schema application or one visited item, about 100 ns. */
export interface CostOfSchema {
  /** Cost of one application, independent of the value. */
  own: number
  /** Applied to the same value: alternatives, conditions. */
  readonly same: CostOfSchema[]
  /** Applied to every item or member. */
  readonly each: CostOfSchema[]
  /** Applied to every member's name. */
  readonly names: CostOfSchema[]
  readonly members: { readonly name: string; readonly cost: CostOfSchema; readonly byDefault: number }[]
  /** Number of passes over all members. */
  rounds: number
  /** Whether items are compared with each other. */
  compares: boolean
  /** Number of passes over a text. */
  reads: number
}

/** Characters that are read in the time of one step. */
const charactersAStep = 64
/** Number of passes of a format over a text; the slowest format compiles it as an expression. */
const readsOfFormat = 16
/** Items that are compared in the time of one step. */
const comparisonsAStep = 16

/** Steps to visit a JSON value once. */
export function stepsToRead(value: unknown): number {
  if (typeof value === 'string') return 1 + Math.floor(value.length / charactersAStep)
  if (typeof value !== 'object' || value === null) return 1
  let steps = 1
  for (const [name, member] of Object.entries(value)) {
    steps += Math.floor(name.length / charactersAStep) + stepsToRead(member)
  }
  return steps
}

/** @param schema a schema without references, with at most the depth of a message */
export function costOf(schema: unknown): CostOfSchema {
  const cost: CostOfSchema = {
    own: 1,
    same: [],
    each: [],
    names: [],
    members: [],
    rounds: 0,
    compares: false,
    reads: 1,
  }
  if (typeof schema !== 'object' || schema === null) return cost
  for (const [keyword, value] of Object.entries(schema)) add(cost, keyword, value)
  return cost
}

function add(cost: CostOfSchema, keyword: string, value: unknown): void {
  switch (keyword) {
    case 'properties':
      for (const [name, member] of Object.entries(value ?? {})) {
        cost.members.push({ name, cost: costOf(member), byDefault: stepsToRead(member?.default) })
      }
      return
    case 'patternProperties':
      cost.each.push(...Object.values(value ?? {}).map(costOf))
      return
    case 'items':
    case 'additionalItems':
    case 'additionalProperties':
    case 'contains':
      cost.each.push(...[value].flat().map(costOf))
      return
    case 'propertyNames':
      cost.names.push(costOf(value))
      return
    case 'allOf':
    case 'anyOf':
    case 'oneOf':
    case 'not':
    case 'if':
    case 'then':
    case 'else':
      cost.same.push(...[value].flat().map(costOf))
      return
    case 'dependencies':
    case 'dependentSchemas':
      for (const needed of Object.values(value ?? {})) {
        if (Array.isArray(needed)) cost.own += needed.length
        else cost.same.push(costOf(needed))
      }
      return
    case 'minProperties':
    case 'maxProperties':
      cost.rounds += 1
      return
    case 'uniqueItems':
      cost.compares = value === true
      return
    case 'format':
      cost.reads += readsOfFormat
      return
    case 'default':
    case 'definitions':
    case '$defs':
    case 'title':
    case 'description':
    case '$comment':
    case 'examples':
      return
    default:
      cost.own += stepsToRead(value)
  }
}

/** Counts the remaining steps of one check. */
export class StepCount {
  #left: number

  constructor(most: number) {
    this.#left = most
  }

  /** Returns false when a check of `value` would exceed the remaining steps. */
  allows(schema: CostOfSchema, value: unknown): boolean {
    const { same, each, names, members, rounds, compares } = schema
    this.#left -= schema.own
    if (typeof value === 'string') this.#left -= Math.floor((value.length * schema.reads) / charactersAStep)
    if (this.#left < 0) return false
    for (const one of same) if (!this.allows(one, value)) return false
    if (typeof value !== 'object' || value === null) return true
    if (each.length > 0 || names.length > 0 || rounds > 0 || compares) {
      const inside = Object.entries(value)
      this.#left -= rounds * inside.length
      if (compares) this.#left -= Math.floor((inside.length * stepsToRead(value)) / comparisonsAStep)
      if (this.#left < 0) return false
      for (const [name, member] of inside) {
        for (const one of each) if (!this.allows(one, member)) return false
        for (const one of names) if (!this.allows(one, name)) return false
      }
    }
    for (const { name, cost, byDefault } of members) {
      if (!Object.hasOwn(value, name)) this.#left -= byDefault
      else if (!this.allows(cost, (value as Record<string, unknown>)[name])) return false
    }
    return this.#left >= 0
  }
}
