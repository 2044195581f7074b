/**
 * Payload schema: JSON Schemas for the payloads of pages, each with the TypeScript type that it accepts.
 *
 * Guards invariant 7: the type in a handler is derived from the checked schema. The schemas are plain objects without a
 * library, since the preload of each page contains them.
 */

declare const accepted: unique symbol

/** A JSON Schema that accepts a `T` and nothing else. */
export type Schema<T> = Readonly<Record<string, unknown>> & { readonly [accepted]?: T }
export type Accepted<S> = S extends { readonly [accepted]?: infer T } ? T : never

type Members = Readonly<Record<string, Schema<unknown>>>
type Flat<T> = { readonly [K in keyof T]: T[K] }
type AcceptedMembers<R extends Members, O extends Members> = Flat<
  { readonly [K in keyof R]: Accepted<R[K]> } & { readonly [K in keyof O]?: Accepted<O[K]> }
>

interface TextLimits {
  readonly minLength?: number
  readonly maxLength?: number
  readonly pattern?: string
  readonly format?: string
}
interface NumberLimits {
  readonly minimum?: number
  readonly maximum?: number
  readonly not?: NumberLimits
}
interface ListLimits {
  readonly minItems?: number
  readonly maxItems: number
  readonly uniqueItems?: boolean
}
interface RecordLimits {
  readonly maxProperties: number
  readonly propertyNames?: TextLimits | Schema<string>
}

/** A schema from another module, or of a type that the other functions cannot express. */
export const as = <T>(schema: object): Schema<T> => schema as Schema<T>

/** The schema of a request without a payload. */
export const nothing: Schema<undefined> = as({})
export const flag: Schema<boolean> = as({ type: 'boolean' })
export const text = <T extends string = string>(limits: TextLimits): Schema<T> => as({ type: 'string', ...limits })
export const integer = (limits: NumberLimits = {}): Schema<number> => as({ type: 'integer', ...limits })
export const number = (limits: NumberLimits = {}): Schema<number> => as({ type: 'number', ...limits })
export const only = <const T>(value: T): Schema<T> => as({ const: value })
export const oneOf = <const T>(values: readonly T[]): Schema<T> => as({ enum: values })
export const anyOf = <S extends readonly Schema<unknown>[]>(...schemas: S): Schema<Accepted<S[number]>> =>
  as({ oneOf: schemas })
export const list = <T>(items: Schema<T>, limits: ListLimits): Schema<readonly T[]> =>
  as({ type: 'array', items, ...limits })
export const record = <T>(values: Schema<T>, limits: RecordLimits): Schema<Readonly<Record<string, T>>> =>
  as({ type: 'object', additionalProperties: values, ...limits })

/** An object with exactly these members. */
// biome-ignore lint/complexity/noBannedTypes: no member is optional when none is given.
export const object = <R extends Members, O extends Members = {}>(
  required: R,
  optional?: O,
): Schema<AcceptedMembers<R, O>> =>
  as({
    type: 'object',
    required: Object.keys(required),
    properties: { ...required, ...optional },
    additionalProperties: false,
  })

const offeredSchemas = new WeakSet<object>()

/** A text that the program offered to the page: in stream-safe mode the page has its mask (`page-mask.ts`). */
export const offered = <T extends string = string>(limits: TextLimits): Schema<T> => {
  const schema = text<T>(limits)
  offeredSchemas.add(schema)
  return schema
}
export const isOffered = (schema: object): boolean => offeredSchemas.has(schema)

export const id = offered({ minLength: 1, maxLength: 256 })
/** A file that the handler offered to the window before; the handler checks this. */
export const file = offered({ minLength: 1, maxLength: 4_096 })
/** `04:00` */
export const timeOfDay = text({ pattern: '^([01]\\d|2[0-3]):[0-5]\\d$' })
/** SHA-256 in hex. */
export const digest = text({ pattern: '^[0-9a-f]{64}$' })
/** The text that a person types to confirm a critical action. */
export const typed = text({ maxLength: 256 })
