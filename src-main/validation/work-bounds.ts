/**
 * Work bounds: how much work an untrusted schema may cause at once.
 *
 * Guards invariant 7: patterns backtrack, and a list of many items against a schema of many parts is their product. Both
 * are found out only with the value, so they are counted then; a value that would take too long does not fit. All bounds
 * together keep one check under a tenth of a second.
 */
import { type CostOfSchema, StepCount } from './check-cost.js'
import { stepsOf } from './pattern-bounds.js'

/** Steps of the expression engine in one check. */
const maxPatternSteps = 20_000_000
/** Steps of one check. Each may be an error where all are gathered, and an error takes longer than a step. */
const maxSteps = { untilFirstError: 200_000, allErrors: 50_000 }
/** Characters of a member's name: each error below it would carry them. */
const maxNameLength = 1_024

export class TooMuchWork extends Error {
  override readonly name = 'TooMuchWork'
}

/** Runs patterns, as Ajv's `code.regExp` wants it, until all of one check have used up what there is. */
export class PatternBudget {
  #left = maxPatternSteps

  /** Begins a check. */
  renew(): void {
    this.#left = maxPatternSteps
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

/** Whether a check of a value ends soon enough. @param value one no deeper than a message */
export const isAffordable = (value: unknown, cost: CostOfSchema, until: keyof typeof maxSteps): boolean =>
  hasShortNames(value) && new StepCount(maxSteps[until]).allows(cost, value)

function hasShortNames(value: unknown): boolean {
  if (typeof value !== 'object' || value === null) return true
  if (Array.isArray(value)) return value.every(hasShortNames)
  return Object.entries(value).every(([name, member]) => name.length <= maxNameLength && hasShortNames(member))
}
