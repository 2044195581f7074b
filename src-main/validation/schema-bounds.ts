/**
 * Schema bounds: limits the size and complexity of a provider's JSON Schema before it is compiled.
 *
 * Guards invariant 7: compiling a schema runs code generated from it.
 */
import { isKnownFormat } from './formats.js'
import { contextOf, type SchemaContext } from './json-references.js'
import { instructionsOf } from './pattern-engine.js'

const bytes = 64 * 1024
const depthLimit = 16
/** Maximum number of members of one object or list; the compile time of choices is quadratic. */
export const maxMembers = 1_000
/** Maximum instructions of all patterns of one schema: the time to compile them. */
const maxInstructions = 8_000

/** The reason why a schema is refused; undefined when it may be compiled. */
export function schemaProblem(schema: unknown): string | undefined {
  const patterns = new Set<string>()
  const problem = walk(schema, 0, 'schema', patterns) ?? patternProblem(patterns)
  if (problem) return problem
  return JSON.stringify(schema).length > bytes ? `its schema is larger than ${bytes} bytes` : undefined
}

function patternProblem(patterns: Iterable<string>): string | undefined {
  let all = 0
  for (const pattern of patterns) {
    const instructions = instructionsOf(pattern)
    if (typeof instructions === 'string') return instructions
    all += instructions
    if (all > maxInstructions) return 'the patterns of its schema repeat too much together'
  }
  return undefined
}

/** @param patterns those of the schema are added to it */
function walk(node: unknown, depth: number, context: SchemaContext, patterns: Set<string>): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (depth > depthLimit) return `its schema is nested deeper than ${depthLimit} levels`
  const members = Object.entries(node)
  if (members.length > maxMembers) return `its schema has more than ${maxMembers} members in one place`
  if (Array.isArray(node)) return first(members, (_name, item) => walk(item, depth + 1, context, patterns))
  const problem = first(
    members,
    (name, value) =>
      (context === 'schema' ? keywordProblem(name, value, patterns) : undefined) ??
      walk(value, depth + 1, contextOf(name, context), patterns),
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

function keywordProblem(name: string, value: unknown, patterns: Set<string>): string | undefined {
  switch (name) {
    case '$ref':
      return typeof value === 'string' && value.startsWith('#/') ? undefined : 'its schema refers outside itself'
    case '$async':
      return 'its schema uses $async, which is not supported'
    case '$dynamicRef':
    case '$recursiveRef':
      return `its schema uses ${name}, which is not supported`
    case 'pattern':
      if (typeof value === 'string') patterns.add(value)
      return undefined
    case 'patternProperties':
      if (typeof value === 'object' && value !== null) for (const pattern of Object.keys(value)) patterns.add(pattern)
      return undefined
    case 'format':
      return typeof value === 'string' && !isKnownFormat(value)
        ? `its schema uses the format ${JSON.stringify(value)}, which is unknown`
        : undefined
    default:
      return undefined
  }
}
