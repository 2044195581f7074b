/**
 * Schema bounds: how large and how wild a provider's JSON Schema may be before it is compiled.
 *
 * Guards invariant 7: compiling a schema runs code made from it.
 */
import { patternProblem } from './pattern-bounds.js'

const bytes = 64 * 1024
const depthLimit = 16

/** Why a schema is refused; undefined when it may be compiled. */
export function schemaProblem(schema: unknown): string | undefined {
  const problem = walk(schema, 0)
  if (problem) return problem
  return JSON.stringify(schema).length > bytes ? `its schema is larger than ${bytes} bytes` : undefined
}

function walk(node: unknown, depth: number): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (depth > depthLimit) return `its schema is nested deeper than ${depthLimit} levels`
  for (const [name, value] of Object.entries(node)) {
    const problem = keywordProblem(name, value) ?? walk(value, depth + 1)
    if (problem) return problem
  }
  return comparesTooMuch(node) ? `uniqueItems of its schema needs maxItems of at most ${mostCompared}` : undefined
}

/** Items that may be compared with each other. */
const mostCompared = 512

const comparesTooMuch = (node: { uniqueItems?: unknown; maxItems?: unknown }): boolean =>
  node.uniqueItems === true && !(typeof node.maxItems === 'number' && node.maxItems <= mostCompared)

function keywordProblem(name: string, value: unknown): string | undefined {
  if (name === '$ref' && (typeof value !== 'string' || !value.startsWith('#/')))
    return 'its schema refers outside itself'
  if (name === '$async') return 'its schema wants to answer later'
  if (name === 'pattern' && typeof value === 'string') return patternProblem(value)
  if (name === 'patternProperties' && typeof value === 'object' && value !== null) {
    return Object.keys(value).map(patternProblem).find(Boolean)
  }
  return undefined
}
