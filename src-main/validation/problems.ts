/** Problems: Ajv's errors in words for people and models. Specification 1, section 4.2. */
import type { ErrorObject } from 'ajv'
import type { ArgumentProblem } from '../gateway/ports.js'
import { namesSecret, redacted } from '../policy/redaction.js'
import { cleanText, cleanValue } from '../policy/untrusted-text.js'

/** What a short rendering looks at. */
const glimpse = { string: 80, members: 16, depth: 4 }

export function problemsOf(errors: readonly ErrorObject[] | null | undefined, value: unknown): ArgumentProblem[] {
  return outermost(errors ?? [])
    .slice(0, 16)
    .map((error) => ({
      path: cleanText(pathOf(error), 256),
      expected: cleanText(expectedOf(error, errors ?? []), 512),
      given: namesSecret(pathOf(error)) ? redacted : givenAt(value, pathOf(error)),
    }))
}

/** Keywords whose error stands for all that is wrong with each of their alternatives. */
const choices: ReadonlySet<string> = new Set(['oneOf', 'anyOf'])

/** Without what is said of single alternatives: their choice says it; and without "if", which only announces. */
function outermost(errors: readonly ErrorObject[]): ErrorObject[] {
  const chosen = errors.filter(({ keyword }) => choices.has(keyword)).slice(0, 16)
  return errors.filter((error) => error.keyword !== 'if' && !chosen.some((choice) => liesIn(error, choice)))
}

const liesIn = (error: ErrorObject, choice: ErrorObject): boolean =>
  error.schemaPath.startsWith(`${choice.schemaPath}/`) && `${error.instancePath}/`.startsWith(`${choice.instancePath}/`)

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

/** What each alternative wants: `either /name: a value (it is required), or /uuid: a value (it is required)`. */
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

/** Short rendering of what stands at a JSON pointer. */
function givenAt(value: unknown, pointer: string): string {
  let current: unknown = value
  for (const part of pointer.split('/').slice(1)) {
    if (typeof current !== 'object' || current === null) return 'nothing'
    current = (current as Record<string, unknown>)[part.replaceAll('~1', '/').replaceAll('~0', '~')]
  }
  return current === undefined
    ? 'nothing'
    : cleanText(JSON.stringify(cleanValue(current, glimpse)) ?? typeof current, 80)
}
