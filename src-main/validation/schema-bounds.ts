/**
 * Schema bounds: limits the size and complexity of a provider's JSON Schema before it is compiled.
 *
 * Guards invariant 7: compiling a schema runs code generated from it.
 */
import { isKnownFormat } from './formats.js'
import { patternProblem } from './pattern-bounds.js'
import { contextOf, type SchemaContext } from './schema-context.js'

const bytes = 64 * 1024
const depthLimit = 16
/** Maximum number of members of one object or list; the compile time of choices is quadratic. */
export const maxMembers = 1_000

/** The reason why a schema is refused; undefined when it may be compiled. */
export function schemaProblem(schema: unknown): string | undefined {
  const problem = walk(schema, 0, 'schema')
  if (problem) return problem
  return JSON.stringify(schema).length > bytes ? `its schema is larger than ${bytes} bytes` : undefined
}

function walk(node: unknown, depth: number, context: SchemaContext): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (depth > depthLimit) return `its schema is nested deeper than ${depthLimit} levels`
  const members = Object.entries(node)
  if (members.length > maxMembers) return `its schema has more than ${maxMembers} members in one place`
  if (Array.isArray(node)) return first(members, (_name, item) => walk(item, depth + 1, context))
  const problem = first(
    members,
    (name, value) =>
      (context === 'schema' ? keywordProblem(name, value) : undefined) ??
      walk(value, depth + 1, contextOf(name, context)),
  )
  if (problem || context !== 'schema' || !comparesTooMuch(node)) return problem
  return `uniqueItems of its schema needs maxItems of at most ${maxCompared}`
}

function first(
  members: readonly [string, unknown][],
  problemOf: (name: string, value: unknown) => string | undefined,
): string | undefined {
  for (const [name, value] of members) {
    const problem = problemOf(name, value)
    if (problem) return problem
  }
  return undefined
}

/** Maximum number of items that are compared with each other. */
const maxCompared = 512

const comparesTooMuch = (node: { uniqueItems?: unknown; maxItems?: unknown }): boolean =>
  node.uniqueItems === true && !(typeof node.maxItems === 'number' && node.maxItems <= maxCompared)

function keywordProblem(name: string, value: unknown): string | undefined {
  switch (name) {
    case '$ref':
      return typeof value === 'string' && value.startsWith('#/') ? undefined : 'its schema refers outside itself'
    case '$async':
      return 'its schema uses $async, which is not supported'
    case '$dynamicRef':
    case '$recursiveRef':
      return `its schema uses ${name}, which is not supported`
    case 'pattern':
      return typeof value === 'string' ? patternProblem(value) : undefined
    case 'patternProperties':
      return typeof value === 'object' && value !== null
        ? Object.keys(value).map(patternProblem).find(Boolean)
        : undefined
    case 'format':
      return typeof value === 'string' && !isKnownFormat(value)
        ? `its schema uses the format ${JSON.stringify(value)}, which is unknown`
        : undefined
    default:
      return undefined
  }
}
