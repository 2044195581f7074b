/**
 * Findings: observations for each expectation, and their outcome.
 *
 * An expectation without an observation is not passed.
 */
import { type CheckId, type Expectation, expectations } from './expectations.js'

/** `warn`: tolerable for a gateway. `skip`: not observable, or not applicable. */
export type CheckOutcome = 'pass' | 'fail' | 'warn' | 'skip'

export interface CheckFinding extends Expectation {
  readonly id: CheckId
  /** 1-based. */
  readonly number: number
  readonly verdict: CheckOutcome
  /** Observations as text, the worst first; for a skipped check, the reason. */
  readonly seen: readonly string[]
}

interface Observations {
  readonly problems: string[]
  readonly warnings: string[]
  readonly notes: string[]
  /** Advice for this observation, where the expectation's does not fit. */
  advice?: string
}

/** Result of one check. */
const maxReported = 20
const maxReportedLength = 400

export class Findings {
  readonly #seen = new Map<CheckId, Observations>()
  readonly #skipped = new Map<CheckId, string>()

  /** Marks it as checked: passed unless a problem is reported. */
  good(id: CheckId, note?: string): void {
    const { notes } = this.#of(id)
    if (note !== undefined) notes.push(note)
  }

  /** @param advice what to do, where the expectation's advice does not fit */
  bad(id: CheckId, seen: string, advice?: string): void {
    const all = this.#of(id)
    all.problems.push(seen)
    if (advice !== undefined) all.advice ??= advice
  }

  /** A deviation that is not a failure. */
  addWarning(id: CheckId, seen: string, advice?: string): void {
    const all = this.#of(id)
    all.warnings.push(seen)
    if (advice !== undefined) all.advice ??= advice
  }

  skip(id: CheckId, why: string): void {
    this.#skipped.set(id, why)
  }

  /** Skips expectations without an observation. */
  skipRemaining(why: string): void {
    for (const { id } of expectations) if (!this.#seen.has(id) && !this.#skipped.has(id)) this.skip(id, why)
  }

  isBad(id: CheckId): boolean {
    return (this.#seen.get(id)?.problems.length ?? 0) > 0
  }

  conclude(): CheckFinding[] {
    return expectations.map((expectation, index) => {
      const { id, level } = expectation
      const seen = this.#seen.get(id)
      const reported = seen
        ? [...seen.problems, ...seen.warnings, ...seen.notes]
        : [this.#skipped.get(id) ?? 'not checked']
      const verdict = seen ? verdictOf(level, seen) : 'skip'
      const advice = seen?.advice ?? expectation.advice
      return { ...expectation, advice, number: index + 1, verdict, seen: bounded(reported) }
    })
  }

  #of(id: CheckId): Observations {
    const seen = this.#seen.get(id) ?? { problems: [], warnings: [], notes: [] }
    this.#seen.set(id, seen)
    return seen
  }
}

function verdictOf(level: Expectation['level'], { problems, warnings }: Observations): CheckOutcome {
  if (problems.length > 0) return level === 'must' ? 'fail' : 'warn'
  return warnings.length > 0 ? 'warn' : 'pass'
}

function bounded(reported: readonly string[]): string[] {
  const shown = reported
    .slice(0, maxReported)
    .map((text) => (text.length > maxReportedLength ? `${text.slice(0, maxReportedLength - 1)}…` : text))
  return reported.length > maxReported ? [...shown, `and ${reported.length - maxReported} more`] : shown
}
