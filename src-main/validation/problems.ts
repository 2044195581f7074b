/** Problems: describes Ajv's errors for people and models. See docs/protocol.md#manifest-schemas. */

import type { ArgumentProblem } from '@contract/call.js'
import type { ErrorObject } from 'ajv'
import { namesSecret, redacted } from '../policy/redaction/redaction.js'
import { cleanText, cleanValue } from '../policy/text/untrusted-text.js'

/** Limits of a short rendering. */
const renderLimits = { string: 80, members: 16, depth: 3 }
/** Maximum number of reported problems. */
const maxProblems = 16
/** Maximum number of processed errors: enough for every alternative of one choice. */
const maxErrors = 2_000
/** Maximum number of characters of a text that are processed; far fewer are shown. */
const maxCharacters = 2_048

/** At most 16 problems. The time does not depend on the number of errors or the size of the value. */
export function problemsOf(errors: readonly ErrorObject[] | null | undefined, value: unknown): ArgumentProblem[] {
  const looked = (errors ?? []).slice(0, maxErrors)
  return outermost(looked)
    .slice(0, maxProblems)
    .map((error) => ({
      path: short(pathOf(error), 256),
      expected: short(expectedOf(error, looked), 512),
      given: namesSecret(pathOf(error)) ? redacted : givenAt(value, pathOf(error)),
    }))
}

const short = (text: string, limit: number): string => cleanText(text.slice(0, maxCharacters), limit)

/** Keywords whose error summarizes the errors of all their alternatives. */
const choices: ReadonlySet<string> = new Set(['oneOf', 'anyOf'])

/** Removes errors of single alternatives, which their choice summarizes, and errors of "if". */
function outermost(errors: readonly ErrorObject[]): ErrorObject[] {
  const chosen = errors.filter(({ keyword }) => choices.has(keyword)).slice(0, 16)
  return errors.filter((error) => error.keyword !== 'if' && !chosen.some((choice) => liesIn(error, choice)))
}

const liesIn = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.schemaPath !== choice.schemaPath &&
  isAtOrBelow(error.schemaPath, choice.schemaPath) &&
  isAtOrBelow(error.instancePath, choice.instancePath)

/** Allocates no strings, since it is called very often. */
const isAtOrBelow = (path: string, above: string): boolean =>
  path.startsWith(above) && (path.length === above.length || path[above.length] === '/')

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  if (keyword === 'required') return `${instancePath}/${escaped(params.missingProperty)}`
  if (keyword === 'additionalProperties') return `${instancePath}/${escaped(params.additionalProperty)}`
  return instancePath
}

const escaped = (name: string): string => name.replaceAll('~', '~0').replaceAll('/', '~1')

function expectedOf(error: ErrorObject, all: readonly ErrorObject[]): string {
  const { keyword, params, message } = error
  switch (keyword) {
    case 'required':
      return 'a value (it is required)'
    case 'additionalProperties':
      return 'no such argument'
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'const':
      return `exactly ${JSON.stringify(params.allowedValue)}`
    case 'type':
      return [params.type].flat().join(' or ')
    case 'format':
      return `text of the format ${params.format}`
    case 'pattern':
      return `text that matches ${params.pattern}`
    case 'minLength':
    case 'maxLength':
      return `${keyword === 'minLength' ? 'at least' : 'at most'} ${params.limit} characters`
    case 'minItems':
    case 'maxItems':
      return `${keyword === 'minItems' ? 'at least' : 'at most'} ${params.limit} items`
    case 'uniqueItems':
      return 'no two equal items'
    case 'oneOf':
    case 'anyOf':
      return params.passingSchemas ? 'only one of several alternatives' : alternatives(error, all)
    default:
      return (message ?? keyword).replace(/^must (?:be )?/, '')
  }
}

/** Describes each alternative: `either /name: a value (it is required), or /uuid: a value (it is required)`. */
function alternatives(choice: ErrorObject, all: readonly ErrorObject[]): string {
  const inside = outermost(all.filter((error) => error !== choice && liesIn(error, choice)))
  const wants = new Map<string, string>()
  for (const error of inside.slice(0, 16)) {
    const [branch = ''] = error.schemaPath.slice(choice.schemaPath.length + 1).split('/')
    const below = pathOf(error).slice(choice.instancePath.length)
    const want = `${below && `${below}: `}${expectedOf(error, inside)}`
    const before = wants.get(branch)
    wants.set(branch, before ? `${before} and ${want}` : want)
  }
  return wants.size > 0 ? `either ${[...wants.values()].join(', or ')}` : 'one of several alternatives'
}

/** Short rendering of the value at a JSON pointer. */
function givenAt(value: unknown, pointer: string): string {
  let current: unknown = value
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return 'nothing'
    current = (current as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return current === undefined
    ? 'nothing'
    : cleanText(JSON.stringify(cleanValue(beginningOf(current), renderLimits)) ?? typeof current, 80)
}

/** The part of a value that is needed for a short rendering. */
function beginningOf(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.slice(0, maxCharacters)
  if (typeof value !== 'object' || value === null || depth > renderLimits.depth) return value
  if (Array.isArray(value)) return value.slice(0, renderLimits.members).map((item) => beginningOf(item, depth + 1))
  const members = Object.entries(value).slice(0, renderLimits.members)
  return Object.fromEntries(
    members.map(([name, member]) => [name.slice(0, maxCharacters), beginningOf(member, depth + 1)]),
  )
}
