/**
 * Rule change: compares one rule of a JSON Schema, such as `minimum` or `pattern`.
 *
 * Guards invariant 2: a rule that is unknown, or cannot be compared, counts as a breaking change.
 */
import { isSameJson, type Members, sameSet, setOf } from './same.js'

/**
 * `narrower`: fewer values are valid than before; `wider`: more; `extended`: more, by listed values; `other`: neither;
 * `note`: the same values.
 */
export type SchemaRuleEffect = 'narrower' | 'wider' | 'extended' | 'other' | 'note'

export interface SchemaRuleChange {
  readonly effect: SchemaRuleEffect
  readonly reason: string
}

type Compare = (from: unknown, to: unknown) => SchemaRuleChange | undefined

/** Keywords that do not affect which values are valid. */
const notes: ReadonlySet<string> = new Set([
  '$comment',
  '$id',
  '$schema',
  'deprecated',
  'description',
  'examples',
  'readOnly',
  'title',
  'writeOnly',
])

/** Whether a member of a schema is only an annotation. */
export const isNote = (name: string): boolean => notes.has(name) || name.startsWith('x-')

/** Compares one rule; sub-schemas and lists of names are compared elsewhere. */
export function compareRule(name: string, from: unknown, to: unknown): SchemaRuleChange | undefined {
  if (isSameJson(from, to)) return undefined
  if (isNote(name)) return { effect: 'note', reason: 'documentation only' }
  const compare = Object.hasOwn(rules, name) ? rules[name] : undefined
  return compare ? compare(from, to) : { effect: 'other', reason: `"${name}" changed, which cannot be compared` }
}

const numbers = (compare: (from: number, to: number) => SchemaRuleChange): Compare => {
  return (from, to) => {
    if (from === undefined) return { effect: 'narrower', reason: 'a new rule' }
    if (to === undefined) return { effect: 'wider', reason: 'a rule was removed' }
    return typeof from === 'number' && typeof to === 'number' ? compare(from, to) : differs('a rule')(from, to)
  }
}

const atLeast = numbers((from, to) =>
  to > from
    ? { effect: 'narrower', reason: 'the minimum increased' }
    : { effect: 'wider', reason: 'the minimum decreased' },
)

/** A minimum length of 0 is the same as no minimum. */
const countAtLeast: Compare = (from, to) => {
  const [before, after] = [from === 0 ? undefined : from, to === 0 ? undefined : to]
  return isSameJson(before, after) ? { effect: 'note', reason: 'has the same meaning' } : atLeast(before, after)
}

const atMost = numbers((from, to) =>
  to < from
    ? { effect: 'narrower', reason: 'the maximum decreased' }
    : { effect: 'wider', reason: 'the maximum increased' },
)

const multiple = numbers((from, to) => {
  if (Number.isInteger(to / from)) return { effect: 'narrower', reason: 'fewer multiples are allowed' }
  if (Number.isInteger(from / to)) return { effect: 'wider', reason: 'more multiples are allowed' }
  return { effect: 'other', reason: 'other multiples are allowed' }
})

/** A rule whose values cannot be ordered. */
const differs = (what: string): Compare => {
  return (from, to) => {
    if (from === undefined) return { effect: 'narrower', reason: `${what} is new` }
    if (to === undefined) return { effect: 'wider', reason: `${what} was removed` }
    return { effect: 'other', reason: `${what} changed` }
  }
}

/** docs/protocol.md#versions-compatibility lists a changed type without exception, so a wider type breaks too. */
const type: Compare = (from, to) =>
  sameSet(listOf(from), listOf(to)) ? undefined : { effect: 'other', reason: 'the type changed' }

const unique: Compare = (from, to) => {
  if ((from === true) === (to === true)) return { effect: 'note', reason: 'has the same meaning' }
  return to === true
    ? { effect: 'narrower', reason: 'items can no longer repeat' }
    : { effect: 'wider', reason: 'items can now repeat' }
}

const rules: Readonly<Record<string, Compare>> = {
  type,
  minimum: atLeast,
  exclusiveMinimum: atLeast,
  minLength: countAtLeast,
  minItems: countAtLeast,
  minProperties: countAtLeast,
  maximum: atMost,
  exclusiveMaximum: atMost,
  maxLength: atMost,
  maxItems: atMost,
  maxProperties: atMost,
  multipleOf: multiple,
  pattern: differs('the pattern'),
  format: differs('the format'),
  uniqueItems: unique,
}

/** `enum` and `const` are one rule: a list of allowed values. */
export function compareChoices(from: Members, to: Members): SchemaRuleChange[] {
  const [before, after] = [choicesOf(from), choicesOf(to)]
  if (!before && !after) return []
  if (!before) return [{ effect: 'narrower', reason: 'only some values are now allowed' }]
  if (!after) return [{ effect: 'wider', reason: 'any value is now allowed' }]
  const removed = [...before].some((value) => !after.has(value))
  const added = [...after].some((value) => !before.has(value))
  return [
    ...(removed ? [{ effect: 'narrower', reason: 'an allowed value was removed' } as const] : []),
    ...(added ? [{ effect: 'extended', reason: 'an allowed value was added' } as const] : []),
  ]
}

/** Values allowed by both rules: with `const` and `enum`, those in both. */
function choicesOf(schema: Members): ReadonlySet<string> | undefined {
  const hasConst = Object.hasOwn(schema, 'const')
  if (!Object.hasOwn(schema, 'enum')) return hasConst ? setOf([schema.const]) : undefined
  const all = setOf(schema.enum)
  return hasConst ? new Set([...setOf([schema.const])].filter((value) => all.has(value))) : all
}

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [value])

/** Whether a schema has any rule; without rules it accepts every value. */
export const hasRules = (schema: Members): boolean =>
  Object.keys(schema).some((name) => !isNote(name) && name !== 'default')
