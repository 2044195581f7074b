/**
 * Schema: reads the JSON Schema of a third party, within limits.
 *
 * Guards invariant 7: reading always ends soon and returns plain data only. References are followed only inside the
 * schema, with the same depth limit.
 */
import { isObject } from '@contract/json/json-object.js'

export type Json = Readonly<Record<string, unknown>>

/** Levels, members of one object, members in all, choices of one field, and characters of one text. */
export const bounds = { depth: 7, members: 64, rows: 300, choices: 60, text: 400 }

export const textOf = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.slice(0, bounds.text) : undefined

export const numberOf = (value: unknown): number | undefined =>
  typeof value === 'number' && Number.isFinite(value) ? value : undefined

const pointed = (root: Json, reference: unknown): unknown => {
  if (typeof reference !== 'string' || !reference.startsWith('#/')) return undefined
  let current: unknown = root
  for (const part of reference.slice(2).split('/').slice(0, 16)) {
    const name = part.replaceAll('~1', '/').replaceAll('~0', '~')
    if (!isObject(current) || !Object.hasOwn(current, name)) return undefined
    current = current[name]
  }
  return current
}

/** The schema itself, or what it refers to inside `root`; empty for what is none. */
export const resolved = (schema: unknown, root: Json): Json => {
  let current = schema
  for (let steps = 0; steps < 4; steps += 1) {
    if (!isObject(current)) return {}
    if (current.$ref === undefined) return current
    const { $ref, ...beside } = current
    const target = pointed(root, $ref)
    if (!isObject(target)) return beside
    current = { ...target, ...beside }
  }
  return {}
}

/** The types it allows, as named or as implied by other keywords; empty when any type is allowed. */
export const typesOf = (schema: Json): readonly string[] => {
  const named = [schema.type].flat().filter((type): type is string => typeof type === 'string')
  if (named.length > 0) return named.slice(0, 7)
  if (isObject(schema.properties)) return ['object']
  return schema.items === undefined ? [] : ['array']
}

export const membersOf = (schema: Json): readonly (readonly [name: string, schema: unknown])[] =>
  isObject(schema.properties) ? Object.entries(schema.properties).slice(0, bounds.members) : []

export const requiredIn = (schema: Json): ReadonlySet<unknown> =>
  new Set(Array.isArray(schema.required) ? schema.required.slice(0, 512) : [])

/** Values that it names, one of which it must be; undefined where it names none. */
export const choicesOf = (schema: Json): readonly unknown[] | undefined => {
  if (Object.hasOwn(schema, 'const')) return [schema.const]
  return Array.isArray(schema.enum) && schema.enum.length > 0 ? schema.enum.slice(0, bounds.choices) : undefined
}

/** What it may be, one of several; undefined where there is no choice. */
export const variantsOf = (schema: Json): readonly unknown[] | undefined => {
  const several = [schema.oneOf, schema.anyOf].find((list) => Array.isArray(list) && list.length > 0)
  return Array.isArray(several) ? several.slice(0, 12) : undefined
}

export const pointerOf = (parent: string, name: string | number): string =>
  `${parent}/${String(name).replaceAll('~', '~0').replaceAll('/', '~1')}`
