/**
 * Draft: the contents of the form fields, and the value they represent.
 *
 * Pure. A value converted to a draft and back is the same value: parts without a field are kept as JSON.
 */
import type { ArgumentProblem } from '@contract/call.js'
import { isSameJson } from '@contract/compatibility/same.js'
import { isObject } from '@contract/json/json-object.js'
import { pointerOf } from '../schema.js'
import type { Field, Member } from './field.js'

export type Draft =
  /** What was typed or chosen; empty for nothing. For a choice it is the index of the chosen one. */
  | { readonly kind: 'typed'; readonly text: string }
  /** `rest`: members that have no field, as JSON; empty for none. */
  | {
      readonly kind: 'object'
      readonly on: boolean
      readonly members: Readonly<Record<string, Draft>>
      readonly rest: string
    }
  | { readonly kind: 'list'; readonly items: readonly Draft[] }
  | { readonly kind: 'variants'; readonly at: number; readonly drafts: readonly Draft[] }

const typed = (text: string): Draft => ({ kind: 'typed', text })
const pretty = (value: unknown): string => (value === undefined ? '' : (JSON.stringify(value, null, 2) ?? ''))

/** Creates a draft of `value`. A required field without a value starts with the one that the schema suggests. */
export const draftOf = (field: Field, value: unknown, required: boolean): Draft => {
  const given = value === undefined && required ? field.initial : value
  switch (field.kind) {
    case 'text':
      return typed(typeof given === 'string' ? given : '')
    case 'number':
      return typed(typeof given === 'number' ? String(given) : '')
    case 'boolean':
      return typed(typeof given === 'boolean' ? String(given) : '')
    case 'choice': {
      const at = field.choices.findIndex((choice) => isSameJson(choice, given))
      return typed(at === -1 ? (required && field.choices.length === 1 ? '0' : '') : String(at))
    }
    case 'json':
      return typed(pretty(given))
    case 'object':
      return objectDraft(field.members, given, required)
    case 'list': {
      const items = Array.isArray(given) ? given : Array.from({ length: required ? field.least : 0 }, () => undefined)
      return { kind: 'list', items: items.map((item) => draftOf(field.item, item, true)) }
    }
    case 'variants': {
      const at = Math.max(
        0,
        field.variants.findIndex((variant) => fits(variant.field, given)),
      )
      const drafts = field.variants.map((variant, index) =>
        draftOf(variant.field, index === at ? given : undefined, required),
      )
      return { kind: 'variants', at, drafts }
    }
  }
}

const objectDraft = (members: readonly Member[], value: unknown, required: boolean): Draft => {
  const given = isObject(value) ? value : {}
  const known = new Set(members.map(({ name }) => name))
  const rest = Object.fromEntries(Object.entries(given).filter(([name]) => !known.has(name)))
  const drafts = members.map(
    (member) => [member.name, draftOf(member.field, own(given, member.name), member.required)] as const,
  )
  return {
    kind: 'object',
    on: required || value !== undefined,
    members: Object.fromEntries(drafts),
    rest: Object.keys(rest).length > 0 ? pretty(rest) : '',
  }
}

const own = (object: Readonly<Record<string, unknown>>, name: string): unknown =>
  Object.hasOwn(object, name) ? object[name] : undefined

/** Whether a value is of the kind that a field is for. */
const fits = (field: Field, value: unknown): boolean => {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string'
    case 'number':
      return typeof value === 'number' && (!field.whole || Number.isInteger(value))
    case 'boolean':
      return typeof value === 'boolean'
    case 'choice':
      return field.choices.some((choice) => isSameJson(choice, value))
    case 'list':
      return Array.isArray(value)
    case 'object':
      return isObject(value) && field.members.every(({ name, required }) => !required || Object.hasOwn(value, name))
    case 'variants':
      return field.variants.some((variant) => fits(variant.field, value))
    case 'json':
      return value !== undefined
  }
}

export interface Filled {
  /** Undefined when nothing is entered. */
  readonly value: unknown
  /** Unreadable input only; the gateway validates everything else. */
  readonly problems: readonly ArgumentProblem[]
}

const nothing: Filled = { value: undefined, problems: [] }
const just = (value: unknown): Filled => ({ value, problems: [] })
const unreadable = (path: string, expected: string, text: string): Filled => ({
  value: undefined,
  problems: [{ path, expected, given: text.slice(0, 80) }],
})

/** @param path JSON pointer of the field */
export const filledOf = (field: Field, draft: Draft, required: boolean, path = ''): Filled => {
  if (field.kind === 'object' && draft.kind === 'object') return objectValue(field.members, draft, path)
  if (field.kind === 'list' && draft.kind === 'list') {
    if (draft.items.length === 0 && !required) return nothing
    const items = draft.items.map((item, at) => filledOf(field.item, item, true, pointerOf(path, at)))
    return { value: items.map(({ value }) => value ?? null), problems: items.flatMap(({ problems }) => problems) }
  }
  if (field.kind === 'variants' && draft.kind === 'variants') {
    const [variant, inside] = [field.variants[draft.at], draft.drafts[draft.at]]
    return variant && inside ? filledOf(variant.field, inside, required, path) : nothing
  }
  return draft.kind === 'typed' ? typedValue(field, draft.text, required, path) : nothing
}

const typedValue = (field: Field, text: string, required: boolean, path: string): Filled => {
  if (field.kind === 'text') return text === '' && !required ? nothing : just(text)
  if (text.trim() === '') return nothing
  if (field.kind === 'boolean') return just(text === 'true')
  if (field.kind === 'choice') return just(field.choices[Number(text)])
  if (field.kind === 'number') {
    const value = Number(text)
    return Number.isFinite(value) ? just(value) : unreadable(path, field.whole ? 'integer' : 'number', text)
  }
  try {
    return just(JSON.parse(text))
  } catch {
    return unreadable(path, 'JSON', text)
  }
}

const objectValue = (members: readonly Member[], draft: Extract<Draft, { kind: 'object' }>, path: string): Filled => {
  if (!draft.on) return nothing
  const problems: ArgumentProblem[] = []
  const entries: (readonly [string, unknown])[] = []
  for (const { name, field, required } of members) {
    const inside = own(draft.members, name) as Draft | undefined
    if (!inside) continue
    const filled = filledOf(field, inside, required, pointerOf(path, name))
    problems.push(...filled.problems)
    if (filled.value !== undefined) entries.push([name, filled.value])
  }
  const rest = draft.rest.trim() === '' ? nothing : typedValue({ kind: 'json' }, draft.rest, false, path)
  problems.push(...rest.problems)
  if (rest.value !== undefined && !isObject(rest.value))
    problems.push({ path, expected: 'object', given: draft.rest.slice(0, 80) })
  const beside = isObject(rest.value) ? Object.entries(rest.value) : []
  return { value: Object.fromEntries([...beside, ...entries]), problems }
}
