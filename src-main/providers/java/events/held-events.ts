/**
 * Held events: what the log tells while nothing can be asked of its server, until it can again.
 *
 * The files of a server may be back before its console. Guards invariant 7: the number of events and their age are
 * bounded, and it is said how many were left out.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import { type JavaLogEvent, maxRequestAgeMs } from '../log/log-events.js'

const maxEvents = 2_000
/** Milliseconds after which an event is no news any more. */
const maxAgeMs = 10 * 60_000

export class HeldEvents {
  readonly #clock: Pick<Clock, 'now'>
  #held: { readonly event: JavaLogEvent; readonly since: number }[] = []
  #dropped = 0

  constructor(clock: Pick<Clock, 'now'>) {
    this.#clock = clock
  }

  add(event: JavaLogEvent): void {
    this.#held.push({ event, since: this.#clock.now().getTime() })
    if (this.#held.length <= maxEvents) return
    this.#held.shift()
    this.#dropped += 1
  }

  /** The first one first, and each once. One that waited too long to be a request is marked as late. */
  take(): { readonly events: readonly JavaLogEvent[]; readonly dropped: number } {
    const now = this.#clock.now().getTime()
    const fresh = this.#held.filter(({ since }) => now - since <= maxAgeMs)
    const dropped = this.#dropped + this.#held.length - fresh.length
    this.#held = []
    this.#dropped = 0
    const events = fresh.map(({ event, since }) =>
      now - since > maxRequestAgeMs ? { ...event, isLate: true as const } : event,
    )
    return { events, dropped }
  }
}
