/**
 * Schema type: the TypeScript type of what a JSON Schema lets through, for the keywords that handlers meet.
 *
 * Knows `type`, `enum`, `const`, `properties`, `required`, `items` and `default`; what it does not know is `unknown`.
 * See docs/protocol.md#manifest-schemas.
 */
import type { JsonObject } from '../contract/call.js'

/** What a handler is given: whatever has a default is there. */
export type Given<Schema> = TypeOf<Schema, 'given'>

/** What a handler answers, or an event tells: only what is required must be there. */
export type Told<Schema> = TypeOf<Schema, 'told'>

type Way = 'given' | 'told'

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

/** One object type in place of two that are joined, for those who read an error message. */
type Flat<Joined> = { [Name in keyof Joined]: Joined[Name] }
