/** Heart: beats towards an agent, and notices when nothing comes back. See docs/protocol.md#agents-heartbeat. */
import type { Clock } from '../../gateway/ports.js'

/** Intervals without any frame after which the agent is unwell, and after which it is gone. */
const missedBeats = { degraded: 2, gone: 3 }

export interface HeartEvents {
  beat(): void
  /** Whether heartbeats are missing. */
  quiet(missing: boolean): void
  gone(): void
}

export class Heart {
  readonly #clock: Clock
  readonly #interval: number
  readonly #events: HeartEvents
  #heardAt: number
  #cancel: () => void = () => {}

  /** Beats at once, then every `interval` milliseconds. */
  constructor(clock: Clock, interval: number, events: HeartEvents) {
    this.#clock = clock
    this.#interval = interval
    this.#events = events
    this.#heardAt = clock.elapsed()
    this.#beat(this.#heardAt)
  }

  /** A frame came, of whatever kind. */
  heard(): void {
    this.#heardAt = this.#clock.elapsed()
  }

  stop(): void {
    this.#cancel()
  }

  /** @param due when this beat should have come; one that comes late says nothing about the agent's silence */
  #beat(due: number): void {
    const now = this.#clock.elapsed()
    if (now - due > this.#interval / 2) this.#heardAt = now
    const silence = now - this.#heardAt
    if (silence >= this.#interval * missedBeats.gone) return this.#events.gone()
    this.#cancel = this.#clock.after(this.#interval, () => this.#beat(now + this.#interval))
    this.#events.quiet(silence >= this.#interval * missedBeats.degraded)
    this.#events.beat()
  }
}
