/** Heartbeat: sends heartbeats to an agent, and detects its silence. See docs/protocol.md#agents-heartbeat. */
import type { Clock } from '../../gateway/ports/runtime.js'

/** Intervals without any frame until the agent is degraded, and until it is offline. */
const missedBeats = { degraded: 2, gone: 3 }

export interface HeartbeatEvents {
  beat(): void
  /** Whether heartbeats are missing. */
  quiet(missing: boolean): void
  gone(): void
}

export class HeartbeatMonitor {
  readonly #clock: Clock
  readonly #interval: number
  readonly #events: HeartbeatEvents
  #receivedAt: number
  #cancel: () => void = () => {}

  /** Sends one at once, then every `interval` milliseconds. */
  constructor(clock: Clock, interval: number, events: HeartbeatEvents) {
    this.#clock = clock
    this.#interval = interval
    this.#events = events
    this.#receivedAt = clock.elapsed()
    this.#beat(this.#receivedAt)
  }

  /** A frame arrived, of any kind. */
  received(): void {
    this.#receivedAt = this.#clock.elapsed()
  }

  stop(): void {
    this.#cancel()
  }

  /** @param due scheduled time; a late timer of ours says nothing about the agent's silence */
  #beat(due: number): void {
    const now = this.#clock.elapsed()
    if (now - due > this.#interval / 2) this.#receivedAt = now
    const silence = now - this.#receivedAt
    if (silence >= this.#interval * missedBeats.gone) return this.#events.gone()
    this.#cancel = this.#clock.after(this.#interval, () => this.#beat(now + this.#interval))
    this.#events.quiet(silence >= this.#interval * missedBeats.degraded)
    this.#events.beat()
  }
}
