/**
 * Chat limits: rate limits per player and per server.
 *
 * Enforces invariant 7: a player who floods the chat gets a few answers, one hint, and then nothing.
 */
import { RecentMap } from '@shared/recent-map.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { type Bucket, take } from '../../policy/limits/rate.js'

const limits = {
  playerQuestions: { requests: 6, period: 'minute' },
  serverQuestions: { requests: 30, period: 'minute' },
  /** Commands that are processed. */
  playerCommands: { requests: 20, period: 'minute' },
  serverCommands: { requests: 120, period: 'minute' },
  /** Hints of the same kind to one player. */
  hints: { requests: 1, period: 'minute' },
  /** For all players of a server: many names get no flood of hints either. */
  serverHints: { requests: 30, period: 'minute' },
  /** Hints to the player whose name a line of somebody else may show. */
  displayHints: { requests: 1, period: 'minute' },
  serverDisplayHints: { requests: 10, period: 'minute' },
} as const

/** Maximum buckets; the least recently used is dropped. */
const maxBuckets = 4_096

export class ChatLimits {
  readonly #clock: Pick<Clock, 'elapsed'>
  readonly #buckets = new RecentMap<string, Bucket>(maxBuckets)

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  /** @returns milliseconds to wait; 0 when allowed */
  take(kind: keyof typeof limits, whose: string): number {
    const key = JSON.stringify([kind, whose])
    const taken = take(limits[kind], this.#buckets.get(key), this.#clock.elapsed())
    this.#buckets.set(key, taken.bucket)
    return taken.allowed ? 0 : taken.retryAfterMs
  }
}
