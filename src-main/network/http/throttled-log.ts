/**
 * Throttled log: repeated warnings are logged a few times, then once a minute with their count.
 *
 * Protects the log: refused clients and web pages can retry without limit, and must not displace other entries.
 */
import type { JsonObject } from '@contract/call.js'
import type { LiteralText } from '@contract/text/literal-text.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'

/** Warnings of one kind within `withinMs` that are logged individually. */
export const maxPerKind = 10
export const withinMs = 60_000

export interface ThrottledLog extends Log {
  /** Logs the remaining counts. */
  close(): void
}

interface Kind {
  readonly since: number
  times: number
  /** Cancels the timer. */
  cancel(): void
  logSuppressed(): void
}

/** Applies to warnings only. Same kind: same message and same `reason`. */
export function throttleLog(log: Log, clock: Clock): ThrottledLog {
  const kinds = new Map<string, Kind>()

  function begin<Words extends string>(message: LiteralText<Words>, reason: unknown): Kind {
    const key = keyOf(message, reason)
    const kind: Kind = {
      since: clock.elapsed(),
      times: 0,
      cancel() {},
      logSuppressed() {
        kind.cancel()
        kinds.delete(key)
        const more = kind.times - maxPerKind
        if (more > 0) log.warn<Words>(message, { ...(typeof reason === 'string' && { reason }), timesMore: more })
      },
    }
    kinds.set(key, kind)
    return kind
  }

  return {
    debug: log.debug.bind(log),
    info: log.info.bind(log),
    error: log.error.bind(log),
    warn<Words extends string>(message: LiteralText<Words>, details: JsonObject = {}) {
      const now = clock.elapsed()
      const known = kinds.get(keyOf(message, details.reason))
      const kind = known && now - known.since < withinMs ? known : begin<Words>(message, details.reason)
      kind.times += 1
      if (kind.times <= maxPerKind) return log.warn<Words>(message, details)
      if (kind.times === maxPerKind + 1) kind.cancel = clock.after(kind.since + withinMs - now, kind.logSuppressed)
    },
    close() {
      for (const { logSuppressed } of [...kinds.values()]) logSuppressed()
    },
  }
}

const keyOf = (message: string, reason: unknown): string => JSON.stringify([message, reason])
