/**
 * Schema change: the differences between two JSON Schemas, judged from the caller's side. See
 * docs/protocol.md#versions-compatibility.
 *
 * Schemas have no references, and their depth is limited by `schemaProblem`. Alternatives are compared in order.
 */
import type { SchemaChange } from './change.js'
import { judge, type Side } from './judgement.js'
import { compareMembers } from './member-change.js'
import { compareChoices, compareRule, hasRules, isNote, type SchemaRuleEffect } from './rule-change.js'
import { childPointer, isMembers, isSameJson, type Members, namesOf, ownMember } from './same.js'

/** Rules that are not compared by value alone. */
const composed: ReadonlySet<string> = new Set([
  ...['properties', 'required', 'additionalProperties', 'items', 'enum', 'const', 'default'],
  ...['allOf', 'anyOf', 'oneOf'],
])

/** Every difference between two schemas; empty when they are equivalent. */
export function compareSchemas(side: Side, path: string, from: unknown, to: unknown): SchemaChange[] {
  if (isSameJson(from, to)) return []
  const [before, after] = [asSchema(from), asSchema(to)]
  if (!isMembers(before) || !isMembers(after)) return compareWhole(side, path, before, after)
  const beside = compareDefault(side, path, before, after)
  if (hasRules(before) !== hasRules(after)) {
    const notes = compareRules(side, path, before, after, isNote)
    return [...compareWhole(side, path, before, after), ...notes, ...beside]
  }
  const compare = (at: string, one: unknown, other: unknown) => compareSchemas(side, at, one, other)
  return [
    ...compareRules(side, path, before, after, (name) => !composed.has(name)),
    ...beside,
    ...compareChoices(before, after).map((change) =>
      judge(side, childPointer(path, 'enum'), change, choicesOf(before), choicesOf(after)),
    ),
    ...compareMembers(side, path, before, after, compare),
    ...compareRest(side, path, before, after),
    ...compare(childPointer(path, 'items'), ownMember(before, 'items'), ownMember(after, 'items')),
    ...compareAlternatives(side, path, 'allOf', before, after),
    ...compareAlternatives(side, path, 'anyOf', before, after),
    ...compareAlternatives(side, path, 'oneOf', before, after).map(breakingUnlessNote),
  ]
}

/** A missing schema accepts everything, like `true`. */
const asSchema = (schema: unknown): unknown => (schema === undefined || schema === true ? {} : schema)

/** Compares schemas of which one accepts everything, accepts nothing or is invalid. */
function compareWhole(side: Side, path: string, from: unknown, to: unknown): SchemaChange[] {
  if (from === false || takesAll(to))
    return [judge(side, path, { effect: 'wider', reason: 'rules were removed' }, from, to)]
  if (to === false || takesAll(from)) return [judge(side, path, { effect: 'narrower', reason: 'new rules' }, from, to)]
  return [judge(side, path, { effect: 'other', reason: 'it cannot be compared' }, from, to)]
}

const takesAll = (schema: unknown): boolean => isMembers(schema) && !hasRules(schema)

function compareRules(
  side: Side,
  path: string,
  from: Members,
  to: Members,
  which: (name: string) => boolean,
): SchemaChange[] {
  return namesOf(from, to)
    .filter(which)
    .flatMap((name) => {
      const [before, after] = [ownMember(from, name), ownMember(to, name)]
      const change = compareRule(name, before, after)
      return change ? [judge(side, childPointer(path, name), change, before, after)] : []
    })
}

/** The allowed values, as written. */
const choicesOf = (schema: Members): unknown => ownMember(schema, 'enum') ?? ownMember(schema, 'const')

/** For an omitted parameter the default applies. Results have no defaults. */
function compareDefault(side: Side, path: string, from: Members, to: Members): SchemaChange[] {
  const [before, after] = [ownMember(from, 'default'), ownMember(to, 'default')]
  if (isSameJson(before, after)) return []
  const change = { path: childPointer(path, 'default'), from: before, to: after }
  if (side === 'returns') return [{ ...change, level: 'patch', reason: 'documentation only' }]
  return before === undefined
    ? [{ ...change, level: 'minor', reason: 'it now has a default' }]
    : [{ ...change, level: 'major', reason: 'the default changed' }]
}

/**
 * Additional properties. For results, allowing them counts as adding fields, and forbidding them as removing fields.
 */
function compareRest(side: Side, path: string, from: Members, to: Members): SchemaChange[] {
  const name = 'additionalProperties'
  const [before, after] = [ownMember(from, name), ownMember(to, name)]
  const changes = compareSchemas(side, childPointer(path, name), before, after)
  if (side === 'parameters' || (before === false) === (after === false)) return changes
  return changes.map((change) => ({ ...change, level: after === false ? 'major' : 'minor' }))
}

/** Compares alternatives by position; extra ones at the end were added or removed. */
function compareAlternatives(
  side: Side,
  path: string,
  name: 'allOf' | 'anyOf' | 'oneOf',
  from: Members,
  to: Members,
): SchemaChange[] {
  const at = childPointer(path, name)
  const [before, after] = [ownMember(from, name), ownMember(to, name)]
  if (isSameJson(before, after)) return []
  if (!Array.isArray(before) || !Array.isArray(after)) {
    const effect = before === undefined ? 'narrower' : after === undefined ? 'wider' : 'other'
    return [judge(side, at, { effect, reason: 'the alternatives changed' }, before, after)]
  }
  const [grows, shrinks]: readonly SchemaRuleEffect[] = name === 'allOf' ? ['narrower', 'wider'] : ['wider', 'narrower']
  return Array.from({ length: Math.max(before.length, after.length) }, (_, index) => {
    const [one, other]: readonly unknown[] = [before[index], after[index]]
    const here = childPointer(at, index)
    if (index >= before.length) {
      return [judge(side, here, { effect: grows ?? 'other', reason: 'a new alternative' }, undefined, other)]
    }
    if (index >= after.length) {
      return [judge(side, here, { effect: shrinks ?? 'other', reason: 'an alternative was removed' }, one, undefined)]
    }
    return compareSchemas(side, here, one, other)
  }).flat()
}

/** Exactly one schema of `oneOf` must match: after a change of one, two or none may match. */
const breakingUnlessNote = (change: SchemaChange): SchemaChange =>
  change.level === 'patch' ? change : { ...change, level: 'major' }
