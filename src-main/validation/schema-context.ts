/**
 * Schema context: the role of each member of a JSON Schema, so that a property named `pattern` is not read as the
 * keyword.
 */

/** A schema (or a list of schemas), a map of names to schemas, or plain data. */
export type SchemaContext = 'schema' | 'named schemas' | 'data'

const byKeyword: ReadonlyMap<string, SchemaContext> = new Map([
  ...['properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'].map(
    (name) => [name, 'named schemas'] as const,
  ),
  ...['const', 'enum', 'default', 'examples'].map((name) => [name, 'data'] as const),
])

/** The context of the member `name` of an object in `context`. */
export function contextOf(name: string, context: SchemaContext): SchemaContext {
  if (context === 'data') return 'data'
  return context === 'named schemas' ? 'schema' : (byKeyword.get(name) ?? 'schema')
}
