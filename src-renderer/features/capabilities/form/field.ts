/**
 * Field: a JSON Schema as a form that a person can fill in. Pure, within the bounds of `schema.ts`.
 *
 * The form only helps; the gateway validates. Parts of a schema without a matching field are typed as JSON, so that every
 * allowed value can be entered.
 */
import { isObject } from '@contract/json/json-object.js'
import {
  bounds,
  choicesOf,
  type Json,
  membersOf,
  requiredIn,
  resolved,
  textOf,
  typesOf,
  variantsOf,
} from '../schema.js'

interface Description {
  readonly meaning?: string
  /** The value when nothing is entered: a default, or an example of it. */
  readonly initial?: unknown
}

export type Field = Description &
  (
    | { readonly kind: 'text' | 'boolean' | 'json' }
    | { readonly kind: 'number'; readonly whole: boolean; readonly least?: number; readonly most?: number }
    | { readonly kind: 'choice'; readonly choices: readonly unknown[] }
    | { readonly kind: 'object'; readonly members: readonly Member[]; readonly open: boolean }
    | { readonly kind: 'list'; readonly item: Field; readonly least: number; readonly most: number }
    | { readonly kind: 'variants'; readonly variants: readonly Variant[] }
  )

export interface Member {
  readonly name: string
  readonly required: boolean
  readonly field: Field
}

export interface Variant {
  /** Its label among the variants: its title, else its type. */
  readonly label: string
  readonly field: Field
}

/** Items of one list that a form holds. */
export const itemLimit = 50

export const fieldOf = (schema: unknown): Field => {
  const root = isObject(schema) ? schema : {}
  let left = bounds.rows

  const read = (given: unknown, depth: number): Field => {
    left -= 1
    const own = resolved(given, root)
    const description = descriptionOf(own)
    if (depth > bounds.depth || left < 0) return { ...description, kind: 'json' }
    const choices = choicesOf(own)
    if (choices) return { ...description, kind: 'choice', choices }
    const types = typesOf(own)
    const variants = variantsOf(own)
    if (variants && membersOf(own).length === 0) {
      return { ...description, kind: 'variants', variants: variants.map((one, at) => variantOf(one, at, depth)) }
    }
    if (types.length > 1) {
      const each = types.map((type) => ({
        label: type,
        field: read({ ...own, type, description: undefined }, depth + 1),
      }))
      return { ...description, kind: 'variants', variants: each }
    }
    return { ...description, ...ofType(own, types[0], depth) }
  }

  const variantOf = (given: unknown, at: number, depth: number): Variant => {
    const own = resolved(given, root)
    const [first] = membersOf(own)
    return {
      label: textOf(own.title) ?? typesOf(own)[0] ?? first?.[0] ?? `${at + 1}`,
      field: read(given, depth + 1),
    }
  }

  const ofType = (own: Json, type: string | undefined, depth: number): Field => {
    switch (type) {
      case 'string':
        return { kind: 'text' }
      case 'boolean':
        return { kind: 'boolean' }
      case 'integer':
      case 'number':
        return { kind: 'number', whole: type === 'integer', ...limitsOf(own) }
      case 'object':
        return objectOf(own, depth)
      case 'array':
        return isObject(own.items)
          ? { kind: 'list', item: read(own.items, depth + 1), ...lengthOf(own) }
          : { kind: 'json' }
      default:
        return { kind: 'json' }
    }
  }

  const objectOf = (own: Json, depth: number): Field => {
    const required = requiredIn(own)
    const members = membersOf(own).map(([name, member]) => ({
      name,
      required: required.has(name),
      field: read(member, depth + 1),
    }))
    const isWhole = isObject(own.properties) && Object.keys(own.properties).length <= bounds.members
    const open = own.additionalProperties !== false || !isWhole || variantsOf(own) !== undefined
    return members.length === 0 && open ? { kind: 'json' } : { kind: 'object', members, open }
  }

  const whole = resolved(root, root)
  return objectOf(whole, 0)
}

const descriptionOf = (own: Json): Description => {
  const meaning = textOf(own.description) ?? textOf(own.title)
  const example = Array.isArray(own.examples) ? own.examples[0] : undefined
  const initial = Object.hasOwn(own, 'default') ? own.default : example
  return { ...(meaning && { meaning }), ...(initial !== undefined && { initial }) }
}

const limitsOf = ({ minimum, maximum }: Json) => ({
  ...(typeof minimum === 'number' && { least: minimum }),
  ...(typeof maximum === 'number' && { most: maximum }),
})

const lengthOf = ({ minItems, maxItems }: Json) => ({
  least: typeof minItems === 'number' ? Math.min(Math.max(0, minItems), itemLimit) : 0,
  most: typeof maxItems === 'number' ? Math.min(Math.max(0, maxItems), itemLimit) : itemLimit,
})
