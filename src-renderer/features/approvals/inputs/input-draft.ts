/** Input draft: the text entered so far, and the values parsed from it. */
import {
  type InputField,
  type InputProblem,
  type InputValue,
  type InputValues,
  problemsOf,
} from '@shared/approvals/input-form.js'
import { namesSecret } from '@shared/text/secret-names.js'

/** By the name of the field. */
export type InputDraft = Readonly<Record<string, string | boolean | readonly string[]>>

export const draftOf = (fields: readonly InputField[]): InputDraft =>
  Object.fromEntries(fields.map((field) => [field.name, emptyOf(field)]))

function emptyOf(field: InputField): string | boolean | readonly string[] {
  if (field.kind === 'boolean') return field.default ?? false
  if (field.kind === 'choices') return field.default ?? []
  return field.default === undefined ? '' : String(field.default)
}

function enteredValue(field: InputField, entered: InputDraft[string] | undefined): InputValue | undefined {
  if (entered === undefined) return undefined
  if (typeof entered !== 'string') {
    return Array.isArray(entered) && entered.length === 0 && !field.isRequired ? undefined : entered
  }
  if (field.kind === 'number') return entered.trim() === '' ? undefined : Number(entered.trim())
  return entered === '' ? undefined : entered
}

export function valuesOf(fields: readonly InputField[], draft: InputDraft): InputValues {
  const entered = fields.map((field) => [field.name, enteredValue(field, draft[field.name])] as const)
  return Object.fromEntries(entered.filter((pair): pair is [string, InputValue] => pair[1] !== undefined))
}

export const draftProblems = (fields: readonly InputField[], draft: InputDraft): ReadonlyMap<string, InputProblem> =>
  problemsOf(fields, valuesOf(fields, draft))

/** A form must not request keys; one that does is marked. */
export const asksForSecret = (fields: readonly InputField[]): boolean =>
  fields.some(({ name, title }) => namesSecret(name) || namesSecret(title))
