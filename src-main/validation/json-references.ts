/**
 * JSON references: a schema with every `$ref` replaced by what it names.
 *
 * Guards invariant 7: a schema that refers to itself, or doubles at every level, is refused before anything walks it.
 * What comes out refers to nothing, has no name of its own, and means the same wherever it is put.
 */
import { placeOf, type SchemaContext } from './schema-places.js'

/** Objects and lists a schema may have once its references are followed. */
const maxNodes = 4_000

export type Inlined = { readonly ok: true; readonly schema: object } | { readonly ok: false; readonly problem: string }

/** @param schema a JSON Schema that nests no deeper than `schemaProblem` allows */
export function inlineReferences(schema: object): Inlined {
  let nodes = 0

  function inline(node: unknown, place: SchemaContext, following: readonly string[]): unknown {
    if (typeof node !== 'object' || node === null) return node
    nodes += 1
    if (nodes > maxNodes) throw new Refused(`it has more than ${maxNodes} parts once its references are followed`)
    if (Array.isArray(node)) return node.map((item) => inline(item, place, following))
    if (place !== 'schema') return mapMembers(node, (name, member) => inline(member, placeOf(name, place), following))
    const { $ref, definitions, $defs, ...rest } = node as Readonly<Record<string, unknown>>
    const beside = mapMembers(withoutNames(rest), (name, member) => inline(member, placeOf(name, place), following))
    if (typeof $ref !== 'string') return beside
    if (following.includes($ref)) throw new Refused('it refers to itself')
    const target = at(schema, $ref)
    if (typeof target !== 'object' || target === null) throw new Refused(`it refers to ${$ref}, which is not there`)
    const named = inline(target, 'schema', [...following, $ref]) as object
    return Object.keys(beside).length === 0 ? named : { ...beside, allOf: [...listOf(beside.allOf), named] }
  }

  try {
    return { ok: true, schema: inline(schema, 'schema', []) as object }
  } catch (thrown) {
    if (thrown instanceof Refused) return { ok: false, problem: thrown.message }
    throw thrown
  }
}

class Refused extends Error {}

/** What only says what a schema is called: two of the same name would be one too many. */
const withoutNames = ({
  $id,
  id,
  $schema,
  $anchor,
  $dynamicAnchor,
  $recursiveAnchor,
  ...rest
}: Readonly<Record<string, unknown>>): object => rest

const mapMembers = (object: object, change: (name: string, member: unknown) => unknown): Record<string, unknown> =>
  Object.fromEntries(Object.entries(object).map(([name, member]) => [name, change(name, member)]))

const listOf = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : [])

/** What a pointer such as `#/definitions/Owner` names. */
function at(root: unknown, reference: string): unknown {
  if (!reference.startsWith('#/')) return undefined
  return reference
    .slice(2)
    .split('/')
    .map((part) => part.replaceAll('~1', '/').replaceAll('~0', '~'))
    .reduce<unknown>(
      (node, part) =>
        typeof node === 'object' && node !== null && Object.hasOwn(node, part)
          ? (node as Record<string, unknown>)[part]
          : undefined,
      root,
    )
}
