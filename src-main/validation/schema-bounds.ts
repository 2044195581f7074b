/**
 * Schema bounds: how large and how wild a provider's JSON Schema may be before it is compiled.
 *
 * Guards invariant 7: compiling a schema runs code made from it, and a pattern can be made to run for ever.
 */

const bytes = 64 * 1024
const depthLimit = 16
const patternLimit = 256

/** A group that repeats something that repeats: the shape of catastrophic backtracking. */
const nestedRepetition = /\((?:[^()\\]|\\.)*[*+}](?:[^()\\]|\\.)*\)\s*[*+{]/u
const alternationRepetition = /\((?:[^()\\]|\\.)*\|(?:[^()\\]|\\.)*\)\s*[*+{]/u
const backReference = /\\[1-9]|\\k</u

/** Why a schema is refused; undefined when it may be compiled. */
export function schemaProblem(schema: unknown): string | undefined {
  if (JSON.stringify(schema).length > bytes) return `its schema is larger than ${bytes} bytes`
  return walk(schema, 0)
}

function walk(node: unknown, depth: number): string | undefined {
  if (typeof node !== 'object' || node === null) return undefined
  if (depth > depthLimit) return `its schema is nested deeper than ${depthLimit} levels`
  for (const [name, value] of Object.entries(node)) {
    const problem = keywordProblem(name, value) ?? walk(value, depth + 1)
    if (problem) return problem
  }
  return undefined
}

function keywordProblem(name: string, value: unknown): string | undefined {
  if (name === '$ref' && (typeof value !== 'string' || !value.startsWith('#/')))
    return 'its schema refers outside itself'
  if (name === 'pattern' && typeof value === 'string') return patternProblem(value)
  if (name === 'patternProperties' && typeof value === 'object' && value !== null) {
    return Object.keys(value).map(patternProblem).find(Boolean)
  }
  return undefined
}

function patternProblem(pattern: string): string | undefined {
  if (pattern.length > patternLimit) return `a pattern of its schema is longer than ${patternLimit} characters`
  return nestedRepetition.test(pattern) || alternationRepetition.test(pattern) || backReference.test(pattern)
    ? `the pattern ${pattern} of its schema could run for ever`
    : undefined
}
