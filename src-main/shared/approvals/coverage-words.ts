/**
 * Coverage words: the clauses that describe the coverage of an answer, as keys of `words/` with their values.
 *
 * Guards invariant 3: every fact becomes a clause, so the sentence describes everything that the rule enforces. Only
 * notes, which have no effect, are omitted.
 */
import type { JsonObject } from '@contract/call.js'
import type { ArgumentFact } from './coverage.js'
import { coverageTable } from './coverage-table.js'

export type ClauseValue =
  /** The untrusted value of a parameter. */
  | { readonly kind: 'argument'; readonly name: string; readonly value: unknown }
  /** The name of a parameter. */
  | { readonly kind: 'parameter'; readonly name: string }
  | { readonly kind: 'number'; readonly value: number }
  | { readonly kind: 'span'; readonly seconds: number }
  | { readonly kind: 'position'; readonly point: readonly [x: number, y: number, z: number] }

export interface CoverageClause {
  /** Key below `coverage` in `words/`. */
  readonly key: string
  readonly values: Readonly<Record<string, ClauseValue>>
}

type Near = Extract<ArgumentFact, { kind: 'near' }>

/** Parameters whose values need no label. */
const subjects =
  /^(?:player(?:Name)?|rule|weather|type|block|item(?:Id)?|entity(?:Type)?|effect|biome|backupId|pluginName)$/
const worlds = ['world', 'worldName'] as const
const secondsOf: Readonly<Record<string, number>> = { durationMinutes: 60, durationSeconds: 1 }
const freeKeys: Readonly<Record<string, string>> = {
  time: 'anyTime',
  value: 'anyValue',
  reason: 'anyReason',
  durationMinutes: 'anyLength',
  yaw: 'anyDirection',
  pitch: 'anyDirection',
  name: 'anyName',
}
/** Order: subjects, positions, amounts, free parameters. */
const order = [
  'build',
  'value',
  'named',
  'under',
  'host',
  'world',
  'nearWorld',
  'near',
  'atMost',
  'add',
  'take',
  'items',
  'entities',
  'for',
  'any',
]

const rankOf = ({ key }: CoverageClause): number => order.findIndex((start) => key.startsWith(start))

export function clausesOf(capabilityId: string, facts: readonly ArgumentFact[]): readonly CoverageClause[] {
  const ofTable = Object.hasOwn(coverageTable, capabilityId) ? coverageTable[capabilityId] : undefined
  // Outside the table a reason is only shown and logged.
  const notes = ofTable ? (ofTable.notes ?? []) : ['reason']
  const isNote = (fact: ArgumentFact) => fact.kind === 'free' && fact.at.length === 0 && notes.includes(fact.parameter)
  const clauses = facts
    .filter((fact) => !isNote(fact) && !isNamedWithWorld(fact, facts))
    .flatMap((fact) => clausesFor(fact, facts))
  const seen = new Set<string>()
  return clauses
    .filter((clause) => {
      const text = JSON.stringify(clause)
      return !seen.has(text) && seen.add(text)
    })
    .sort((one, other) => rankOf(one) - rankOf(other))
}

function clausesFor(fact: ArgumentFact, facts: readonly ArgumentFact[]): readonly CoverageClause[] {
  switch (fact.kind) {
    case 'same':
      return Object.entries(fact.given)
        .filter(([name]) => !(isWorld(name) && isBesideNear(fact, facts)))
        .map(([name, value]) => sameClause(fact.at, name, value))
    case 'near':
      return [nearClause(fact, worldOf(fact, facts))]
    case 'at-most':
      return [atMostClause(fact)]
    case 'items-at-most': {
      const values = { count: number(fact.items) }
      if (fact.parameter === 'entityIds') return [{ key: 'entities', values }]
      return [{ key: 'items', values: { ...values, parameter: parameter(fact.at, fact.parameter) } }]
    }
    case 'under': {
      const folder = { kind: 'argument', name: 'folder', value: fact.folder } as const
      return [{ key: 'under', values: { parameter: parameter(fact.at, fact.parameter), folder } }]
    }
    case 'host': {
      const origin = { kind: 'argument', name: 'origin', value: fact.origin } as const
      const key = fact.subdomains ? 'hostBelow' : 'host'
      return [{ key, values: { parameter: parameter(fact.at, fact.parameter), origin } }]
    }
    case 'build': {
      const area = { kind: 'argument', name: 'area', value: fact.name } as const
      return [{ key: 'build', values: { count: number(fact.blocks), area } }]
    }
    case 'free':
      return [
        Object.hasOwn(freeKeys, fact.parameter)
          ? { key: freeKeys[fact.parameter] ?? '', values: {} }
          : { key: 'anyOther', values: { parameter: parameter(fact.at, fact.parameter) } },
      ]
  }
}

function sameClause(at: readonly string[], name: string, value: unknown): CoverageClause {
  const argument: ClauseValue = { kind: 'argument', name, value }
  if (isWorld(name) && typeof value === 'string') return { key: 'world', values: { world: argument } }
  return subjects.test(name)
    ? { key: 'value', values: { value: argument } }
    : { key: 'named', values: { parameter: parameter(at, name), value: argument } }
}

function nearClause({ x, y, z, blocks }: Near, world: string | undefined): CoverageClause {
  const isShown = [x, y, z].every((each) => Number.isFinite(each))
  // Hidden for a stream: one mark replaces all three.
  const position = isShown
    ? ({ kind: 'position', point: [x, y, z] } as const)
    : ({ kind: 'argument', name: 'position', value: String(x) } as const)
  const values = { blocks: number(blocks), position }
  if (world === undefined) return { key: 'near', values }
  return { key: 'nearWorld', values: { ...values, world: { kind: 'argument', name: 'world', value: world } } }
}

function atMostClause({
  at,
  parameter: name,
  number: most,
}: Extract<ArgumentFact, { kind: 'at-most' }>): CoverageClause {
  const seconds = secondsOf[name]
  if (seconds !== undefined && most > 0)
    return { key: 'for', values: { span: { kind: 'span', seconds: most * seconds } } }
  const values = { number: number(Math.abs(most)) }
  if (name === 'amount') return { key: most > 0 ? 'add' : 'take', values }
  return {
    key: most > 0 ? 'atMost' : 'atMostBelow',
    values: { number: number(most), parameter: parameter(at, name) },
  }
}

const number = (value: number): ClauseValue => ({ kind: 'number', value })
const parameter = (at: readonly string[], name: string): ClauseValue => ({
  kind: 'parameter',
  name: [...at, name].join('.'),
})
const isWorld = (name: string): boolean => worlds.some((one) => one === name)
const samePath = (one: readonly string[], other: readonly string[]): boolean => one.join('\n') === other.join('\n')

/** Whether the fact is the world of a position: both are shown as one clause. */
const isBesideNear = ({ at }: ArgumentFact, facts: readonly ArgumentFact[]): boolean =>
  facts.some((fact) => fact.kind === 'near' && samePath(fact.at, at))

/** Whether another fact says the same with its world: the second corner of a box has none. */
const isNamedWithWorld = (fact: ArgumentFact, facts: readonly ArgumentFact[]): boolean =>
  fact.kind === 'near' &&
  worldOf(fact, facts) === undefined &&
  facts.some(
    (one) =>
      one.kind === 'near' &&
      worldOf(one, facts) !== undefined &&
      [one.x, one.y, one.z, one.blocks].join() === [fact.x, fact.y, fact.z, fact.blocks].join(),
  )

const worldOf = ({ at }: Near, facts: readonly ArgumentFact[]): string | undefined => {
  const givens = facts.flatMap((fact) => (fact.kind === 'same' && samePath(fact.at, at) ? [fact.given] : []))
  const found = worlds.map((name) =>
    givens.map((given: JsonObject) => given[name]).find((value) => value !== undefined),
  )
  return found.find((value): value is string => typeof value === 'string')
}
