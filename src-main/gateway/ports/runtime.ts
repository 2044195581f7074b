/** Runtime: the clock and the log of the program. */
import type { JsonObject } from '@contract/call.js'
import type { LiteralText } from '@contract/text/literal-text.js'

export interface Clock {
  now(): Date
  /** Milliseconds of the monotonic clock, for durations. */
  elapsed(): number
  /** Calls back once after `milliseconds`; returns the function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

/**
 * Messages are literals. External data belongs in the details, which the log escapes and bounds. `{name}` in a message
 * is replaced by the detail of that name, cleaned and on one line.
 */
export interface Log {
  debug<Words extends string>(message: LiteralText<Words>, details?: JsonObject): void
  /** @param more details for the level *debug* only */
  info<Words extends string>(message: LiteralText<Words>, details?: JsonObject, more?: () => JsonObject): void
  warn<Words extends string>(message: LiteralText<Words>, details?: JsonObject): void
  error<Words extends string>(message: LiteralText<Words>, details?: JsonObject): void
}
