/**
 * Field: a JSON Schema as a form that a person can fill in. Pure, within the bounds of `schema.ts`.
 *
 * It only guides: whether what was filled in is right is for the gateway to say. What it has no form for is typed as JSON,
 * so that nothing a schema allows is out of reach.
 */
import {
  bounds,
  choicesOf,
  isObject,
  type Json,
  membersOf,
  requiredIn,
  resolved,
  textOf,
  typesOf,
  variantsOf,
} from '../schema.js'

interface Told {
  readonly meaning?: string
  /** What it is when nothing is said: a default, or an example of it. */
  readonly initial?: unknown
}

export type Field = Told &
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
  /** What tells it from the others: its title, else its type. */
  readonly label: string
  readonly field: Field
}

/** Items of one list that a form holds. */
export const mostItems = 50

export const fieldOf = (schema: unknown): Field => {
  const root = isObject(schema) ? schema : {}
  let left = bounds.rows

  const read = (given: unknown, depth: number): Field => {
    left -= 1
    const own = resolved(given, root)
    const reported = toldOf(own)
    if (depth > bounds.depth || left < 0) return { ...reported, kind: 'json' }
    const choices = choicesOf(own)
    if (choices) return { ...reported, kind: 'choice', choices }
    const types = typesOf(own)
    const variants = variantsOf(own)
    if (variants && membersOf(own).length === 0) {
      return { ...reported, kind: 'variants', variants: variants.map((one, at) => variantOf(one, at, depth)) }
    }
    if (types.length > 1) {
      const each = types.map((type) => ({
        label: type,
        field: read({ ...own, type, description: undefined }, depth + 1),
      }))
      return { ...reported, kind: 'variants', variants: each }
    }
    return { ...reported, ...ofType(own, types[0], depth) }
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

const toldOf = (own: Json): Told => {
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
  least: typeof minItems === 'number' ? Math.min(Math.max(0, minItems), mostItems) : 0,
  most: typeof maxItems === 'number' ? Math.min(Math.max(0, maxItems), mostItems) : mostItems,
})
