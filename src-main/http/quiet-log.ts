/**
 * Quiet log: repeated messages are logged a few times, then once a minute with their count.
 *
 * Guards the log: whoever is refused at the door, a web page too, may try as often as it likes, and must not push out
 * what a person will look for.
 */
import type { JsonObject } from '../contract/call.js'
import type { OwnWords } from '../contract/own-words.js'
import type { Clock, Log } from '../gateway/ports.js'

/** Warnings of one kind within `withinMs` that are written one by one. */
export const mostOfAKind = 10
export const withinMs = 60_000

export interface QuietLog extends Log {
  /** Tells what has only been counted. */
  close(): void
}

interface Kind {
  readonly since: number
  times: number
  /** Stops the clock that would tell the rest. */
  cancel(): void
  tellRest(): void
}

/** Only warnings are quieted. They are of one kind where the message and the `reason`, if there is one, are the same. */
export function quiet(log: Log, clock: Clock): QuietLog {
  const kinds = new Map<string, Kind>()

  function begin<Words extends string>(message: OwnWords<Words>, reason: unknown): Kind {
    const key = keyOf(message, reason)
    const kind: Kind = {
      since: clock.elapsed(),
      times: 0,
      cancel() {},
      tellRest() {
        kind.cancel()
        kinds.delete(key)
        const more = kind.times - mostOfAKind
        if (more > 0) log.warn<Words>(message, { ...(typeof reason === 'string' && { reason }), timesMore: more })
      },
    }
    kinds.set(key, kind)
    return kind
  }

  return {
    info: log.info.bind(log),
    error: log.error.bind(log),
    warn<Words extends string>(message: OwnWords<Words>, details: JsonObject = {}) {
      const now = clock.elapsed()
      const known = kinds.get(keyOf(message, details.reason))
      const kind = known && now - known.since < withinMs ? known : begin<Words>(message, details.reason)
      kind.times += 1
      if (kind.times <= mostOfAKind) return log.warn<Words>(message, details)
      if (kind.times === mostOfAKind + 1) kind.cancel = clock.after(kind.since + withinMs - now, kind.tellRest)
    },
    close() {
      for (const { tellRest } of [...kinds.values()]) tellRest()
    },
  }
}

const keyOf = (message: string, reason: unknown): string => JSON.stringify([message, reason])
