/** Schema rows: a schema as the lines of a table, members below what holds them. Pure, within the bounds of `schema.ts`. */
import { isObject } from '@contract/json/json-object.js'
import {
  bounds,
  choicesOf,
  type Json,
  membersOf,
  numberOf,
  pointerOf,
  requiredIn,
  resolved,
  textOf,
  typesOf,
  variantsOf,
} from './schema.js'

export interface Range {
  readonly of: 'value' | 'characters' | 'items'
  readonly least?: number
  readonly most?: number
}

export interface SchemaRow {
  /** JSON pointer; unique in the table. */
  readonly path: string
  readonly depth: number
  /** Absent on an item of a list and on one of several possibilities. */
  readonly name?: string
  /** From 1, of one of several possibilities. */
  readonly variant?: number
  readonly required: boolean
  readonly types: readonly string[]
  readonly range?: Range
  readonly unit?: string
  readonly format?: string
  readonly pattern?: string
  readonly choices?: readonly string[]
  readonly fallback?: string
  readonly meaning?: string
}

export interface Table {
  readonly rows: readonly SchemaRow[]
  /** There is more than is shown. */
  readonly cut: boolean
}

const json = (value: unknown): string => (JSON.stringify(value) ?? '').slice(0, bounds.text)

const rangeOf = (schema: Json): Range | undefined => {
  const range = (of: Range['of'], least: unknown, most: unknown): Range | undefined => {
    const [low, high] = [numberOf(least), numberOf(most)]
    if (low === undefined && high === undefined) return undefined
    return { of, ...(low !== undefined && { least: low }), ...(high !== undefined && { most: high }) }
  }
  return (
    range('value', schema.minimum ?? schema.exclusiveMinimum, schema.maximum ?? schema.exclusiveMaximum) ??
    range('characters', schema.minLength, schema.maxLength) ??
    range('items', schema.minItems, schema.maxItems)
  )
}

const factsOf = (schema: Json): Omit<SchemaRow, 'path' | 'depth' | 'required'> => {
  const range = rangeOf(schema)
  const unit = textOf(schema['x-unit']) ?? textOf(schema.unit)
  const [format, pattern] = [textOf(schema.format), textOf(schema.pattern)]
  const choices = choicesOf(schema)?.map(json)
  const meaning = textOf(schema.description) ?? textOf(schema.title)
  return {
    types: typesOf(schema),
    ...(range && { range }),
    ...(unit && { unit }),
    ...(format && { format }),
    ...(pattern && { pattern }),
    ...(choices && { choices }),
    ...(Object.hasOwn(schema, 'default') && { fallback: json(schema.default) }),
    ...(meaning && { meaning }),
  }
}

type RowLabel = Pick<SchemaRow, 'name' | 'variant'>

/** @param schema of an object; the object itself has no row */
export const tableOf = (schema: unknown): Table => {
  const rows: SchemaRow[] = []
  let cut = false
  const root = isObject(schema) ? schema : {}

  const below = (holder: Json, path: string, depth: number): void => {
    if (depth > bounds.depth) {
      cut ||= membersOf(holder).length > 0
      return
    }
    const required = requiredIn(holder)
    for (const [name, member] of membersOf(holder)) {
      row(member, { path: pointerOf(path, name), depth, required: required.has(name) }, { name })
    }
    for (const [at, variant] of (variantsOf(holder) ?? []).entries()) {
      row(variant, { path: `${path}#${at}`, depth, required: false }, { variant: at + 1 })
    }
  }

  const row = (member: unknown, place: Pick<SchemaRow, 'path' | 'depth' | 'required'>, label: RowLabel): void => {
    if (rows.length >= bounds.rows) {
      cut = true
      return
    }
    const own = resolved(member, root)
    const items = isObject(own.items) ? resolved(own.items, root) : undefined
    const facts = factsOf(own)
    const types = items && typesOf(items).length === 1 ? [`array of ${typesOf(items)[0]}`] : facts.types
    rows.push({ ...place, ...label, ...facts, types })
    if (items && (membersOf(items).length > 0 || variantsOf(items))) below(items, `${place.path}/*`, place.depth + 1)
    below(own, place.path, place.depth + 1)
  }

  below(resolved(root, root), '', 0)
  if (isObject(root.properties) && Object.keys(root.properties).length > bounds.members) cut = true
  return { rows, cut }
}
