/** Rate: token buckets, as pure steps from one state to the next. Specification 1, section 3.1 (`rateLimit`). */
import type { RateLimit } from '../contract/generated/capability-manifest.js'

export interface Bucket {
  readonly tokens: number
  /** Milliseconds on the caller's clock. */
  readonly at: number
}

export type Taken =
  | { readonly allowed: true; readonly bucket: Bucket }
  | { readonly allowed: false; readonly bucket: Bucket; readonly retryAfterMs: number }

const periods: Readonly<Record<RateLimit['period'], number>> = {
  second: 1_000,
  minute: 60_000,
  hour: 3_600_000,
  day: 86_400_000,
  connection: Number.POSITIVE_INFINITY,
}

/** Takes one token at time `now` (milliseconds). A limit without `requests` allows everything. */
export function take(limit: RateLimit, bucket: Bucket | undefined, now: number): Taken {
  const capacity = limit.requests ?? Number.POSITIVE_INFINITY
  const perMillisecond = capacity / periods[limit.period]
  const elapsed = bucket ? Math.max(0, now - bucket.at) : 0
  const tokens = bucket ? Math.min(capacity, bucket.tokens + elapsed * perMillisecond) : capacity
  if (tokens >= 1) return { allowed: true, bucket: { tokens: tokens - 1, at: now } }
  return { allowed: false, bucket: { tokens, at: now }, retryAfterMs: Math.ceil((1 - tokens) / perMillisecond) }
}
