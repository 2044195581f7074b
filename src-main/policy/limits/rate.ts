/** Rate: token buckets as pure functions. See docs/protocol.md#manifest-rate-limit (`rateLimit`). */
import type { RateLimit } from '@contract/generated/capability-manifest.js'

export interface Bucket {
  readonly tokens: number
  /** Milliseconds of the clock of the caller. */
  readonly at: number
}

export type RateDecision =
  | { readonly allowed: true; readonly bucket: Bucket }
  | { readonly allowed: false; readonly bucket: Bucket; readonly retryAfterMs: number }

const day = 86_400_000

/** Milliseconds; a connection's budget is never refilled. */
const periods: Readonly<Record<RateLimit['period'], number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day,
  connection: Number.POSITIVE_INFINITY,
}

/** Average number of calls per millisecond that a limit allows; infinite without a limit of calls. */
export const requestsPerMs = ({ requests = Number.POSITIVE_INFINITY, period }: RateLimit): number =>
  requests / periods[period]

/** Tolerance for rounding errors when tokens are added. */
const rounding = 1e-9

/**
 * Takes one token at time `now` (milliseconds). A limit without `requests` allows everything.
 *
 * A full bucket may be spent at once and refills steadily: at most `requests` at any moment, and as many again over the
 * period that follows.
 */
export function take(limit: RateLimit, bucket: Bucket | undefined, now: number): RateDecision {
  const capacity = limit.requests
  if (capacity === undefined) return { allowed: true, bucket: { tokens: 0, at: now } }
  const perMillisecond = requestsPerMs(limit)
  const elapsed = bucket ? Math.max(0, now - bucket.at) : 0
  const tokens = bucket ? Math.min(capacity, bucket.tokens + elapsed * perMillisecond) : capacity
  if (tokens >= 1 - rounding) return { allowed: true, bucket: { tokens: Math.max(0, tokens - 1), at: now } }
  const retryAfterMs = perMillisecond === 0 ? day : Math.ceil((1 - rounding / 2 - tokens) / perMillisecond)
  return { allowed: false, bucket: { tokens, at: now }, retryAfterMs }
}
