/**
 * Work bounds: how much a schema of a stranger may have checked in one go.
 *
 * Guards invariant 7: patterns backtrack, and a list of many items against a schema of many parts is their product. Both
 * are found out only with the value, so they are counted then; a value that would take too long does not fit.
 */
import { stepsOf } from './pattern-bounds.js'

/** Steps of the expression engine in one check; some tenths of a second. */
const mostPatternSteps = 50_000_000
/** Parts of the value times parts of the schema. */
const mostProducts = 20_000_000

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

/** Runs patterns, as Ajv's `code.regExp` wants it, until all of one check have used up what there is. */
export class PatternBudget {
  #left = mostPatternSteps

  /** Begins a check. */
  renew(): void {
    this.#left = mostPatternSteps
  }

  /** @throws SyntaxError when the pattern is none; what it hands back throws TooMuchWork */
  readonly regExp = Object.assign(
    (pattern: string, flags: string) => {
      const expression = new RegExp(pattern, flags)
      const steps = stepsOf(pattern)
      return {
        test: (text: string): boolean => {
          this.#left -= steps(text.length)
          if (this.#left < 0) throw new TooMuchWork()
          return expression.test(text)
        },
        /** Ajv keeps one for each text that this gives. */
        toString: () => expression.toString(),
      }
    },
    { code: 'new RegExp' },
  )
}

/** Whether a value is small enough for a schema of so many parts. */
export const isInProportion = (value: unknown, parts: number): boolean => partsOf(value) * parts <= mostProducts

/** Objects, lists and values, all together; of a value no deeper than a message. */
export function partsOf(value: unknown): number {
  if (typeof value !== 'object' || value === null) return 1
  let parts = 1
  for (const member of Object.values(value)) parts += partsOf(member)
  return parts
}
