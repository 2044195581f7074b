/**
 * Input form: the fields that a service asks a person to fill in, and the check of the entered values.
 *
 * Guards invariant 7: the same check runs in the page, for the person, and in the program, before anything is sent. The
 * types of fields are those of MCP's elicitation, revision 2025-11-25.
 */

export interface InputOption {
  readonly value: string
  /** Text shown to a person. */
  readonly title: string
}

interface FieldBase {
  /** Key in the response, exactly as the service wrote it. */
  readonly name: string
  /** Cleaned text of the service. */
  readonly title: string
  readonly description?: string
  readonly isRequired: boolean
}

export const textFormats = ['email', 'uri', 'date', 'date-time'] as const
export type TextFormat = (typeof textFormats)[number]

export type InputField =
  | (FieldBase & {
      readonly kind: 'text'
      readonly format?: TextFormat
      readonly minLength?: number
      readonly maxLength?: number
      readonly default?: string
    })
  | (FieldBase & {
      readonly kind: 'number'
      readonly isInteger: boolean
      readonly minimum?: number
      readonly maximum?: number
      readonly default?: number
    })
  | (FieldBase & { readonly kind: 'boolean'; readonly default?: boolean })
  | (FieldBase & { readonly kind: 'choice'; readonly options: readonly InputOption[]; readonly default?: string })
  | (FieldBase & {
      readonly kind: 'choices'
      readonly options: readonly InputOption[]
      readonly minItems?: number
      readonly maxItems?: number
      readonly default?: readonly string[]
    })

export type InputValue = string | number | boolean | readonly string[]
/** Values by the name of the field; empty fields are omitted. */
export type InputValues = Readonly<Record<string, InputValue>>

/** Why a value is invalid. */
export type InputProblem =
  | { readonly why: 'missing' | 'number' | 'integer' | 'choice' | 'kind' }
  | { readonly why: 'format'; readonly format: TextFormat }
  | {
      readonly why: 'too-short' | 'too-long' | 'too-small' | 'too-large' | 'too-few' | 'too-many'
      readonly limit: number
    }

/** Maximum number of characters of a text without a limit of the service. */
export const maxInputLength = 4_096

/** Problems by the name of the field; empty when all values are valid. */
export function problemsOf(fields: readonly InputField[], values: InputValues): ReadonlyMap<string, InputProblem> {
  const problems = new Map<string, InputProblem>()
  for (const field of fields) {
    const value = Object.hasOwn(values, field.name) ? values[field.name] : undefined
    const problem = value === undefined ? missing(field) : problemOf(field, value)
    if (problem) problems.set(field.name, problem)
  }
  return problems
}

/** Whether all values belong to fields of the form. */
export const namesOnlyFields = (fields: readonly InputField[], values: InputValues): boolean => {
  const names = new Set(fields.map(({ name }) => name))
  return Object.keys(values).every((name) => names.has(name))
}

const missing = ({ isRequired }: InputField): InputProblem | undefined => (isRequired ? { why: 'missing' } : undefined)

function problemOf(field: InputField, value: InputValue): InputProblem | undefined {
  switch (field.kind) {
    case 'text':
      return typeof value === 'string' ? textProblem(field, value) : { why: 'kind' }
    case 'number':
      return typeof value === 'number' ? numberProblem(field, value) : { why: 'number' }
    case 'boolean':
      return typeof value === 'boolean' ? undefined : { why: 'kind' }
    case 'choice':
      return field.options.some((option) => option.value === value) ? undefined : { why: 'choice' }
    case 'choices':
      return choicesProblem(field, value)
  }
}

function textProblem(field: Extract<InputField, { kind: 'text' }>, value: string): InputProblem | undefined {
  const length = Array.from(value).length
  const { minLength = 0, maxLength = maxInputLength, format } = field
  if (field.isRequired && length === 0 && minLength === 0 && format === undefined) return { why: 'missing' }
  if (length < minLength) return { why: 'too-short', limit: minLength }
  if (length > Math.min(maxLength, maxInputLength))
    return { why: 'too-long', limit: Math.min(maxLength, maxInputLength) }
  return format !== undefined && !fits[format](value) ? { why: 'format', format } : undefined
}

function numberProblem(field: Extract<InputField, { kind: 'number' }>, value: number): InputProblem | undefined {
  if (!Number.isFinite(value)) return { why: 'number' }
  if (field.isInteger && !Number.isSafeInteger(value)) return { why: 'integer' }
  if (field.minimum !== undefined && value < field.minimum) return { why: 'too-small', limit: field.minimum }
  if (field.maximum !== undefined && value > field.maximum) return { why: 'too-large', limit: field.maximum }
  return undefined
}

function choicesProblem(field: Extract<InputField, { kind: 'choices' }>, value: InputValue): InputProblem | undefined {
  if (!Array.isArray(value)) return { why: 'kind' }
  const chosen = value as readonly string[]
  const known = new Set(field.options.map((option) => option.value))
  if (new Set(chosen).size !== chosen.length || !chosen.every((one) => known.has(one))) return { why: 'choice' }
  const { minItems = field.isRequired ? 1 : 0, maxItems } = field
  if (chosen.length < minItems) return { why: 'too-few', limit: minItems }
  if (maxItems !== undefined && chosen.length > maxItems) return { why: 'too-many', limit: maxItems }
  return undefined
}

const datePattern = /^(\d{4})-(\d{2})-(\d{2})$/u
const timePattern = /^\d{2}:\d{2}(?::\d{2}(?:\.\d{1,9})?)?(?:Z|[+-]\d{2}:\d{2})$/iu

function isDate(text: string): boolean {
  const [, year, month, day] = datePattern.exec(text) ?? []
  if (day === undefined) return false
  const date = new Date(Date.UTC(Number(year), Number(month) - 1, Number(day)))
  return date.getUTCMonth() === Number(month) - 1 && date.getUTCDate() === Number(day)
}

const fits: Readonly<Record<TextFormat, (text: string) => boolean>> = {
  email(text) {
    const at = text.lastIndexOf('@')
    const host = text.slice(at + 1)
    return at > 0 && text.length <= 320 && !/[\s@]/u.test(text.slice(0, at) + host) && host.includes('.')
  },
  uri: (text) => !/\s/u.test(text) && URL.canParse(text),
  date: isDate,
  'date-time': (text) =>
    isDate(text.slice(0, 10)) &&
    /^t$/iu.test(text.charAt(10)) &&
    timePattern.test(text.slice(11)) &&
    !Number.isNaN(Date.parse(text)),
}
