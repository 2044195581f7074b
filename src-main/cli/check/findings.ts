/**
 * Findings: what was seen for each expectation, and what that makes of it.
 *
 * A check that nobody looked at is not passed.
 */
import { type CheckId, type Expectation, expectations } from './expectations.js'

/** `warn`: something a gateway can live with. `skip`: it could not be seen, or there was nothing to see. */
export type Verdict = 'pass' | 'fail' | 'warn' | 'skip'

export interface Finding extends Expectation {
  readonly id: CheckId
  /** From 1. */
  readonly number: number
  readonly verdict: Verdict
  /** What was seen, in words; of a skipped check, why. The worst first. */
  readonly seen: readonly string[]
}

interface Seen {
  readonly problems: string[]
  readonly warnings: string[]
  readonly notes: string[]
  /** What to do about what was seen here, where it is not what the expectation advises. */
  advice?: string
}

/** Result of one check. */
const mostTold = 20
const longestTold = 400

export class Findings {
  readonly #seen = new Map<CheckId, Seen>()
  readonly #skipped = new Map<CheckId, string>()

  /** It was looked at and, unless something else is said of it, was right. */
  good(id: CheckId, note?: string): void {
    const { notes } = this.#of(id)
    if (note !== undefined) notes.push(note)
  }

  /** @param advice what to do, where it is not what the expectation says */
  bad(id: CheckId, seen: string, advice?: string): void {
    const all = this.#of(id)
    all.problems.push(seen)
    if (advice !== undefined) all.advice ??= advice
  }

  /** Not as expected, but no reason to fail. */
  odd(id: CheckId, seen: string, advice?: string): void {
    const all = this.#of(id)
    all.warnings.push(seen)
    if (advice !== undefined) all.advice ??= advice
  }

  skip(id: CheckId, why: string): void {
    this.#skipped.set(id, why)
  }

  /** Skips what nobody has looked at. */
  skipTheRest(why: string): void {
    for (const { id } of expectations) if (!this.#seen.has(id) && !this.#skipped.has(id)) this.skip(id, why)
  }

  isBad(id: CheckId): boolean {
    return (this.#seen.get(id)?.problems.length ?? 0) > 0
  }

  conclude(): Finding[] {
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

  #of(id: CheckId): Seen {
    const seen = this.#seen.get(id) ?? { problems: [], warnings: [], notes: [] }
    this.#seen.set(id, seen)
    return seen
  }
}

function verdictOf(level: Expectation['level'], { problems, warnings }: Seen): Verdict {
  if (problems.length > 0) return level === 'must' ? 'fail' : 'warn'
  return warnings.length > 0 ? 'warn' : 'pass'
}

function bounded(reported: readonly string[]): string[] {
  const kept = reported
    .slice(0, mostTold)
    .map((text) => (text.length > longestTold ? `${text.slice(0, longestTold - 1)}…` : text))
  return reported.length > mostTold ? [...kept, `and ${reported.length - mostTold} more`] : kept
}
