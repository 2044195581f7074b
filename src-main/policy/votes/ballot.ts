/**
 * Ballot: counts the votes of viewers on one question.
 *
 * Guards invariants 2 and 7: one vote an account, of which the last counts; what was written before or after the vote
 * does not; too few votes, or too small a share, are a no. Memory is bounded, whoever writes how much.
 */

import type { Platform } from '@shared/streaming/audience.js'
import { firstWordOf, normalizedWord } from '@shared/streaming/vote-words.js'

export interface BallotTerms {
  /** The word of each choice. */
  readonly words: readonly string[]
  /** Milliseconds since 1970. */
  readonly startsAt: number
  readonly endsAt: number
  /** Accounts that never vote: ids or names. */
  readonly excluded?: readonly string[]
}

/** What a viewer wrote. */
export interface BallotLine {
  readonly platform: Platform
  readonly userId: string
  readonly userName: string
  readonly text: string
  /** Milliseconds since 1970, by the clock of the platform. */
  readonly sentAt: number | undefined
}

export interface Tally {
  /** Votes of each choice. */
  readonly votes: readonly number[]
  readonly total: number
  /** More viewers voted than can be counted. */
  readonly isFull: boolean
}

/** Accounts that are counted. */
export const maxVoters = 100_000

/**
 * Milliseconds that the clock of a platform may differ from ours. A line that is said to be older, or of the future, is
 * taken as at most this far from its arrival.
 */
export const clockToleranceMs = 5_000

/** Milliseconds for which votes that were sent in time may still arrive. */
export const arrivalMs = 2_000

interface Vote {
  readonly choice: number
  readonly at: number
}

export class Ballot {
  readonly #terms: BallotTerms
  readonly #choices: ReadonlyMap<string, number>
  readonly #excluded: ReadonlySet<string>
  /** Account → its vote. */
  readonly #votes = new Map<string, Vote>()
  readonly #counts: number[]
  #isFull = false

  constructor(terms: BallotTerms) {
    this.#terms = terms
    this.#choices = new Map(terms.words.map((word, choice) => [normalizedWord(word), choice]))
    this.#excluded = new Set(terms.excluded?.map(normalizedWord))
    this.#counts = terms.words.map(() => 0)
  }

  /**
   * Counts a line, if it is a vote.
   *
   * @param arrivedAt milliseconds since 1970, by our clock
   * @returns whether the tally changed
   */
  cast({ platform, userId, userName, text, sentAt }: BallotLine, arrivedAt: number): boolean {
    const choice = this.#choices.get(firstWordOf(text) ?? '')
    if (choice === undefined) return false
    const { startsAt, endsAt } = this.#terms
    const at = Math.min(Math.max(sentAt ?? arrivedAt, arrivedAt - clockToleranceMs), arrivedAt + clockToleranceMs)
    if (!(at >= startsAt && at < endsAt)) return false
    if (this.#excluded.has(normalizedWord(userId)) || this.#excluded.has(normalizedWord(userName))) return false
    return this.#count(`${platform} ${userId}`, { choice, at })
  }

  get tally(): Tally {
    return { votes: [...this.#counts], total: this.#votes.size, isFull: this.#isFull }
  }

  /** Votes by platform. */
  get sources(): Readonly<Partial<Record<Platform, number>>> {
    const counted: Partial<Record<Platform, number>> = {}
    for (const account of this.#votes.keys()) {
      const platform = account.slice(0, account.indexOf(' ')) as Platform
      counted[platform] = (counted[platform] ?? 0) + 1
    }
    return counted
  }

  #count(account: string, vote: Vote): boolean {
    const before = this.#votes.get(account)
    if (before === undefined && this.#votes.size >= maxVoters) {
      const wasFull = this.#isFull
      this.#isFull = true
      return !wasFull
    }
    if (before !== undefined && before.at > vote.at) return false
    this.#votes.set(account, vote)
    if (before?.choice === vote.choice) return false
    if (before) this.#add(before.choice, -1)
    this.#add(vote.choice, 1)
    return true
  }

  #add(choice: number, by: 1 | -1): void {
    this.#counts[choice] = (this.#counts[choice] ?? 0) + by
  }
}
