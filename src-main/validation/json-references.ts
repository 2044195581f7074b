/**
 * JSON references: replaces every `$ref` of a schema by its target.
 *
 * Guards invariant 7: a schema that refers to itself, or doubles at every level, is refused before it is traversed. The
 * result has no references and no ids, so it can be embedded anywhere.
 */

/** Maximum number of objects and lists after references are resolved. */
const maxNodes = 4_000

export type Inlined = { readonly ok: true; readonly schema: object } | { readonly ok: false; readonly problem: string }

/** @param schema a JSON Schema with at most the depth that `schemaProblem` allows */
export function inlineReferences(schema: object): Inlined {
  let nodes = 0

  function inline(node: unknown, context: SchemaContext, following: readonly string[]): unknown {
    if (typeof node !== 'object' || node === null) return node
    nodes += 1
    if (nodes > maxNodes) throw new Refused(`it has more than ${maxNodes} parts once its references are followed`)
    if (Array.isArray(node)) return node.map((item) => inline(item, context, following))
    if (context !== 'schema')
      return mapMembers(node, (name, member) => inline(member, contextOf(name, context), following))
    const { $ref, definitions, $defs, ...rest } = node as Readonly<Record<string, unknown>>
    const beside = mapMembers(withoutNames(rest), (name, member) => inline(member, contextOf(name, context), following))
    if (typeof $ref !== 'string') return beside
    if (following.includes($ref)) throw new Refused('it refers to itself')
    const target = at(schema, $ref)
    if (typeof target !== 'object' || target === null) throw new Refused(`it refers to ${$ref}, which does not exist`)
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

/** Removes the ids of a schema, since duplicate ids are invalid. */
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

/** The target of a pointer such as `#/definitions/Owner`. */
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

/** A schema (or a list of schemas), a map of names to schemas, or plain data. */
export type SchemaContext = 'schema' | 'named schemas' | 'data'

const byKeyword: ReadonlyMap<string, SchemaContext> = new Map([
  ...['properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'].map(
    (name) => [name, 'named schemas'] as const,
  ),
  ...['const', 'enum', 'default', 'examples'].map((name) => [name, 'data'] as const),
])

/**
 * The role of each member of a JSON Schema, so that a property named `pattern` is not read as the keyword.
 *
 * The context of the member `name` of an object in `context`.
 */
export function contextOf(name: string, context: SchemaContext): SchemaContext {
  if (context === 'data') return 'data'
  return context === 'named schemas' ? 'schema' : (byKeyword.get(name) ?? 'schema')
}
