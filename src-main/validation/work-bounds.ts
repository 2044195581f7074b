/**
 * Work bounds: limits the work that an untrusted schema may cause at once.
 *
 * Guards invariant 7: patterns backtrack, and the cost of a list is the product of its items and the parts of the
 * schema. Both depend on the value, so they are counted for each value; a value that would take too long is invalid.
 * All bounds together limit one check to a tenth of a second.
 */
import { type CostOfSchema, StepCount } from './check-cost.js'
import { stepsOf } from './pattern-bounds.js'

/** Maximum steps of regular expressions in one check. */
const maxPatternSteps = 20_000_000
/** Maximum steps of one check. With `allErrors` each may be an error, which takes longer than a step. */
const maxSteps = { untilFirstError: 200_000, allErrors: 50_000 }
/** Maximum length of a member's name, since each error below contains it. */
const maxNameLength = 1_024

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

/** Runs patterns for Ajv's `code.regExp`, until those of one check have used up the budget. */
export class PatternBudget {
  #left = maxPatternSteps

  /** Resets the budget for a new check. */
  renew(): void {
    this.#left = maxPatternSteps
  }

  /** @throws SyntaxError when the pattern is invalid. The returned object throws TooMuchWork */
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
        /** Ajv caches expressions by this text. */
        toString: () => expression.toString(),
      }
    },
    { code: 'new RegExp' },
  )
}

/** Whether a check of a value is fast enough. @param value with at most the depth of a message */
export const isAffordable = (value: unknown, cost: CostOfSchema, until: keyof typeof maxSteps): boolean =>
  hasShortNames(value) && new StepCount(maxSteps[until]).allows(cost, value)

function hasShortNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasShortNames)
  return Object.entries(value).every(([name, member]) => name.length <= maxNameLength && hasShortNames(member))
}
