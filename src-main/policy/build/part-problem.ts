/**
 * Part problem: what is wrong with one part of a plan, and what to change, in words that a small model can follow.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { cleanLine } from '../text/untrusted-text.js'

/** Thrown while one part is read; it becomes one of the errors of the plan. */
export class PartProblem extends Error {
  /** @param member which member to change. @param message a sentence that says what is wrong and what to change */
  constructor(
    readonly member: string,
    message: string,
    readonly given?: unknown,
  ) {
    super(message)
  }
}

interface NamedProblem {
  /** JSON pointer. */
  readonly path: string
  readonly message: string
  readonly given?: unknown
}

/** Maximum number of problems in one error. */
const most = 5

const renderLimit = 80

export class PlanProblems {
  readonly #found: NamedProblem[] = []
  #count = 0

  get isEmpty(): boolean {
    return this.#count === 0
  }

  /** @param index of the part. @param name how people call it */
  addPart(index: number, name: string, { member, message, given }: PartProblem): void {
    const path = `/parts/${index}${member === '' ? '' : `/${member}`}`
    this.#add({ path, message: `Part ${index + 1} (${name}): ${message}`, given })
  }

  add(member: string, message: string, given?: unknown): void {
    this.#add({ path: `/${member}`, message, given })
  }

  #add(problem: NamedProblem): void {
    this.#count++
    if (this.#found.length < most) this.#found.push(problem)
  }

  toError(): GatewayError {
    const rest = this.#count - this.#found.length
    const more = rest > 0 ? ` ${rest} more ${rest === 1 ? 'part has' : 'parts have'} problems.` : ''
    return new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
      message: `${this.#found.map(({ message }) => message).join(' ')}${more}`,
      suggestion: 'Change only this, then call again with the whole plan.',
      details: {
        errors: this.#found.map(({ path, message, given }) => ({ path, expected: message, given: rendered(given) })),
      },
    })
  }
}

/** A given value for a sentence. */
export function rendered(value: unknown): string {
  if (value === undefined) return 'nothing'
  const text = typeof value === 'object' && value !== null ? JSON.stringify(value) : String(value)
  return cleanLine(text.slice(0, 4 * renderLimit), renderLimit)
}
