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

type SchemaUse = 'given' | 'result'

type TypeOf<Schema, Reading extends SchemaUse> = Schema extends { const: infer Only }
  ? Only
  : Schema extends { enum: readonly (infer One)[] }
    ? One
    : Schema extends { type: readonly (infer Name)[] }
      ? TypeOfNamed<Name, Schema, Reading>
      : Schema extends { type: infer Name }
        ? TypeOfNamed<Name, Schema, Reading>
        : unknown

type TypeOfNamed<Name, Schema, Reading extends SchemaUse> = Name extends keyof PrimitiveTypes
  ? PrimitiveTypes[Name]
  : Name extends 'array'
    ? readonly (Schema extends { items: infer Items } ? TypeOf<Items, Reading> : unknown)[]
    : Schema extends { properties: infer Properties }
      ? ObjectOf<Properties, PresentNames<Schema, Reading>, Reading>
      : JsonObject

interface PrimitiveTypes {
  string: string
  number: number
  integer: number
  boolean: boolean
  null: null
}

type ObjectOf<Properties, Sure, Reading extends SchemaUse> = Simplify<
  { readonly [Name in keyof Properties as Name extends Sure ? Name : never]: TypeOf<Properties[Name], Reading> } & {
    readonly [Name in keyof Properties as Name extends Sure ? never : Name]?: TypeOf<Properties[Name], Reading>
  }
>

type PresentNames<Schema, Reading extends SchemaUse> =
  | RequiredNames<Schema>
  | (Reading extends 'given' ? DefaultedNames<Schema> : never)

type RequiredNames<Schema> = Schema extends { required: readonly (infer Name)[] } ? Name : never

type DefaultedNames<Schema> = Schema extends { properties: infer Properties }
  ? { [Name in keyof Properties]: Properties[Name] extends { default: unknown } ? Name : never }[keyof Properties]
  : never

/** Merges intersections into one object type, for readable compiler errors. */
type Simplify<Joined> = { [Name in keyof Joined]: Joined[Name] }
