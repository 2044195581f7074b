/** Schema places: what stands where in a JSON Schema, so that a property called `pattern` is not taken for the keyword. */

/** A schema (or a list of them), names with a schema each, or plain data. */
export type SchemaContext = 'schema' | 'named schemas' | 'data'

const byKeyword: ReadonlyMap<string, SchemaContext> = new Map([
  ...['properties', 'patternProperties', 'definitions', '$defs', 'dependencies', 'dependentSchemas'].map(
    (name) => [name, 'named schemas'] as const,
  ),
  ...['const', 'enum', 'default', 'examples'].map((name) => [name, 'data'] as const),
])

/** What the member `name` of an object at `place` is. */
export function placeOf(name: string, place: SchemaContext): SchemaContext {
  if (place === 'data') return 'data'
  return place === 'named schemas' ? 'schema' : (byKeyword.get(name) ?? 'schema')
}
