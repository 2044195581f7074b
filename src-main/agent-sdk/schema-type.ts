/**
 * Schema type: the TypeScript type of values that match a JSON Schema.
 *
 * Supports `type`, `enum`, `const`, `properties`, `required`, `items` and `default`; anything else becomes `unknown`.
 * See docs/protocol.md#manifest-schemas.
 */
import type { JsonObject } from '@contract/call.js'

/** Arguments of a handler: properties with a default are present. */
export type HandlerArguments<Schema> = TypeOf<Schema, 'given'>

/** Result of a handler, or data of an event: only required properties must be present. */
export type HandlerResult<Schema> = TypeOf<Schema, 'result'>

type Way = 'given' | 'result'

type TypeOf<Schema, Reading extends Way> = Schema extends { const: infer Only }
  ? Only
  : Schema extends { enum: readonly (infer One)[] }
    ? One
    : Schema extends { type: readonly (infer Name)[] }
      ? Named<Name, Schema, Reading>
      : Schema extends { type: infer Name }
        ? Named<Name, Schema, Reading>
        : unknown

type Named<Name, Schema, Reading extends Way> = Name extends keyof Plain
  ? Plain[Name]
  : Name extends 'array'
    ? readonly (Schema extends { items: infer Items } ? TypeOf<Items, Reading> : unknown)[]
    : Schema extends { properties: infer Properties }
      ? Members<Properties, Present<Schema, Reading>, Reading>
      : JsonObject

interface Plain {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type Members<Properties, Sure, Reading extends Way> = Flat<
  { readonly [Name in keyof Properties as Name extends Sure ? Name : never]: TypeOf<Properties[Name], Reading> } & {
    readonly [Name in keyof Properties as Name extends Sure ? never : Name]?: TypeOf<Properties[Name], Reading>
  }
>

type Present<Schema, Reading extends Way> = Required<Schema> | (Reading extends 'given' ? Filled<Schema> : never)

type Required<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never

type Filled<Schema> = Schema extends { properties: infer Properties }
  ? { [Name in keyof Properties]: Properties[Name] extends { default: unknown } ? Name : never }[keyof Properties]
  : never

/** Merges intersections into one object type, for readable compiler errors. */
type Flat<Joined> = { [Name in keyof Joined]: Joined[Name] }
