/**
 * Held events: what the log tells while nothing can be asked of its server, until it can again.
 *
 * The files of a server may be back before its console. Guards invariant 7: the number of events and their age are
 * bounded, and it is said how many were left out.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { JavaLogEvent } from '../log/log-events.js'

const maxEvents = 2_000
/** Milliseconds after which a chat line is no request any more. */
const maxAgeMs = 10 * 60_000

export class HeldEvents {
  readonly #clock: Pick<Clock, 'elapsed'>
  #held: { readonly event: JavaLogEvent; readonly since: number }[] = []
  #dropped = 0

  constructor(clock: Pick<Clock, 'elapsed'>) {
    this.#clock = clock
  }

  add(event: JavaLogEvent): void {
    this.#held.push({ event, since: this.#clock.elapsed() })
    if (this.#held.length <= maxEvents) return
    this.#held.shift()
    this.#dropped += 1
  }

  /** The first one first. Each is taken once. */
  take(): { readonly events: readonly JavaLogEvent[]; readonly dropped: number } {
    const oldest = this.#clock.elapsed() - maxAgeMs
    const fresh = this.#held.filter(({ since }) => since >= oldest)
    const dropped = this.#dropped + this.#held.length - fresh.length
    this.#held = []
    this.#dropped = 0
    return { events: fresh.map(({ event }) => event), dropped }
  }
}
