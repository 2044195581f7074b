/**
 * Attention service: brings what waits for a person to their notice, as `policy/attention.ts` decides.
 *
 * What was held back, because a game had the screen or the hours were quiet, comes up by itself once that has ended. An AI
 * that asks without end makes one noise, not many.
 */
import type { Settings } from '../contract/settings.js'
import type { Clock } from '../gateway/ports.js'
import { attentionFor, type FullScreen, type Sound } from '../policy/attention.js'
import { isQuiet, localTimeOf } from '../policy/quiet-hours.js'

/** Something that waits for a person. */
export interface Arrival {
  readonly id: string
  readonly critical: boolean
  /** Brings it up without taking the keyboard. */
  readonly raise: () => void
}

export interface AttentionParts {
  readonly clock: Clock
  readonly settings: () => Settings
  readonly fullScreen: () => Promise<FullScreen>
  readonly play: (sound: Sound) => void
  /** Says by a notification what waits. */
  readonly notify: () => void
  /** Nothing waits any more. */
  readonly ended: () => void
}

/** Milliseconds between two noises. */
export const noiseMs = 6_000
/** Milliseconds until it is looked again whether what was held back may come up. */
export const lookAgainMs = 4_000

export class AttentionService {
  readonly #parts: AttentionParts
  /** What waits; true: it came up. */
  readonly #waiting = new Map<string, { readonly arrival: Arrival; raised: boolean }>()
  #lastNoise = Number.NEGATIVE_INFINITY
  #willNotify = false
  #looksAgain = false

  constructor(parts: AttentionParts) {
    this.#parts = parts
  }

  /** It is quiet now. */
  get isQuiet(): boolean {
    return isQuiet(this.#parts.settings().quietHours, localTimeOf(this.#parts.clock.now()))
  }

  async arrived(arrival: Arrival): Promise<void> {
    const waiting = { arrival, raised: false }
    this.#waiting.set(arrival.id, waiting)
    const fullScreen = await this.#fullScreen()
    if (this.#waiting.get(arrival.id) !== waiting) return
    const { settings, play } = this.#parts
    const situation = { fullScreen, quiet: this.isQuiet, critical: arrival.critical, settings: settings() }
    const { popUp, sound, notification } = attentionFor(situation)
    if (popUp) this.#raise(waiting)
    else this.#lookAgainSoon()
    if (notification) this.#notifySoon()
    if (!sound || !this.#isTimeForNoise()) return
    this.#lastNoise = this.#parts.clock.elapsed()
    play(sound)
  }

  gone(id: string): void {
    if (!this.#waiting.delete(id)) return
    if (this.#waiting.size === 0) this.#parts.ended()
  }

  #raise(waiting: { readonly arrival: Arrival; raised: boolean }): void {
    waiting.raised = true
    waiting.arrival.raise()
  }

  #isTimeForNoise(): boolean {
    return this.#parts.clock.elapsed() - this.#lastNoise >= noiseMs
  }

  /** At once for the first; for those right behind it together, a little later. */
  #notifySoon(): void {
    if (this.#willNotify) return
    if (this.#isTimeForNoise()) return this.#parts.notify()
    this.#willNotify = true
    this.#parts.clock.after(noiseMs, () => {
      this.#willNotify = false
      if (this.#waiting.size > 0 && !this.isQuiet) this.#parts.notify()
    })
  }

  #lookAgainSoon(): void {
    if (this.#looksAgain) return
    this.#looksAgain = true
    this.#parts.clock.after(lookAgainMs, () => void this.#lookAgain())
  }

  async #lookAgain(): Promise<void> {
    const held = () => [...this.#waiting.values()].filter(({ raised }) => !raised)
    const { settings } = this.#parts
    const mayRaise = held().length > 0 && !this.isQuiet && settings().popUp !== 'count'
    if (mayRaise) {
      const fullScreen = await this.#fullScreen()
      const situation = { fullScreen, quiet: this.isQuiet, critical: false, settings: settings() }
      if (attentionFor(situation).popUp) for (const waiting of held()) this.#raise(waiting)
    }
    this.#looksAgain = false
    if (held().length > 0) this.#lookAgainSoon()
  }

  async #fullScreen(): Promise<FullScreen> {
    try {
      return await this.#parts.fullScreen()
    } catch {
      return 'unknown'
    }
  }
}
