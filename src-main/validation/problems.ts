/** Problems: Ajv's errors in words for people and models. Specification 1, section 4.2. */
import type { ErrorObject } from 'ajv'
import type { ArgumentProblem } from '../gateway/ports.js'
import { namesSecret, redacted } from '../policy/redaction.js'
import { cleanText, cleanValue } from '../policy/untrusted-text.js'

/** What a short rendering looks at. */
const glimpse = { string: 80, members: 16, depth: 4 }

export function problemsOf(errors: readonly ErrorObject[] | null | undefined, value: unknown): ArgumentProblem[] {
  return (errors ?? []).slice(0, 16).map((error) => ({
    path: cleanText(pathOf(error), 256),
    expected: cleanText(expectedOf(error), 512),
    given: namesSecret(pathOf(error)) ? redacted : givenAt(value, pathOf(error)),
  }))
}

function pathOf({ instancePath, keyword, params }: ErrorObject): string {
  if (keyword === 'required') return `${instancePath}/${params.missingProperty}`
  if (keyword === 'additionalProperties') return `${instancePath}/${params.additionalProperty}`
  return instancePath
}

function expectedOf({ keyword, params, message }: ErrorObject): string {
  switch (keyword) {
    case 'required':
      return 'a value (it is required)'
    case 'additionalProperties':
      return 'no such argument'
    case 'enum':
      return `one of ${(params.allowedValues as unknown[]).map((value) => JSON.stringify(value)).join(', ')}`
    case 'type':
      return `${params.type}`
    default:
      return (message ?? keyword).replace(/^must (?:be )?/, '')
  }
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
