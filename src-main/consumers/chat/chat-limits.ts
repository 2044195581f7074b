/**
 * Chat limits: how much one player and one server may ask.
 *
 * Enforces invariant 7: whoever floods a chat gets a few answers, one line that says so, and then silence.
 */
import type { Clock } from '../../gateway/ports.js'
import { type Bucket, take } from '../../policy/rate.js'

const limits = {
  playerQuestions: { requests: 6, period: 'minute' },
  serverQuestions: { requests: 30, period: 'minute' },
  /** Commands that are looked at. */
  playerCommands: { requests: 20, period: 'minute' },
  serverCommands: { requests: 120, period: 'minute' },
  /** Hints of the same kind to one player. */
  hints: { requests: 1, period: 'minute' },
  /** Of all players of a server, so that many names get no flood of hints either. */
  serverHints: { requests: 30, period: 'minute' },
} as const

/** Buckets that are kept; the longest unused goes first. */
const mostBuckets = 4_096

export class ChatLimits {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #buckets = new Map<string, Bucket>()

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** @returns milliseconds to wait; 0 when it may go on */
  take(kind: keyof typeof limits, whose: string): number {
    const key = JSON.stringify([kind, whose])
    const taken = take(limits[kind], this.#buckets.get(key), this.#clock.elapsed())
    this.#buckets.delete(key)
    this.#buckets.set(key, taken.bucket)
    if (this.#buckets.size > mostBuckets) this.#buckets.delete(this.#buckets.keys().next().value ?? key)
    return taken.allowed ? 0 : taken.retryAfterMs
  }
}
