/**
 * Attention service: notifies the person of waiting requests, as `policy/attention.ts` decides.
 *
 * Requests held back during a game or quiet hours are shown when these end. Many requests in a row make one sound.
 */
import type { Settings } from '@shared/program/settings.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { attentionFor, type FullScreen, type Sound } from '../policy/attention.js'
import { isQuiet, localTimeOf } from '../policy/quiet-hours.js'

/** Something that waits for a person. */
export interface NewRequest {
  readonly id: string
  readonly critical: boolean
  /** Shows it without taking the keyboard focus. */
  readonly raise: () => void
}

export interface AttentionParts {
  readonly clock: Clock
  readonly settings: () => Settings
  readonly fullScreen: () => Promise<FullScreen>
  readonly play: (sound: Sound) => void
  /** Shows a notification. */
  readonly notify: () => void
  /** Nothing waits any more. */
  readonly ended: () => void
}

/** Minimum milliseconds between two sounds. */
export const minSoundIntervalMs = 6_000
/** Milliseconds between checks whether held-back requests may be shown. */
export const recheckMs = 4_000

export class AttentionService {
  readonly #parts: AttentionParts
  /** Waiting id → whether it was shown. */
  readonly #waiting = new Map<string, { readonly arrival: NewRequest; raised: boolean }>()
  #lastSoundAt = Number.NEGATIVE_INFINITY
  #willNotify = false
  #looksAgain = false

  constructor(parts: AttentionParts) {
    this.#parts = parts
  }

  /** Do not disturb is on. */
  get isQuiet(): boolean {
    return isQuiet(this.#parts.settings().quietHours, localTimeOf(this.#parts.clock.now()))
  }

  async arrived(arrival: NewRequest): Promise<void> {
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
    if (!sound || !this.#isSoundDue()) return
    this.#lastSoundAt = this.#parts.clock.elapsed()
    play(sound)
  }

  gone(id: string): void {
    if (!this.#waiting.delete(id)) return
    if (this.#waiting.size === 0) this.#parts.ended()
  }

  #raise(waiting: { readonly arrival: NewRequest; raised: boolean }): void {
    waiting.raised = true
    waiting.arrival.raise()
  }

  #isSoundDue(): boolean {
    return this.#parts.clock.elapsed() - this.#lastSoundAt >= minSoundIntervalMs
  }

  /** At once for the first; those right after it are gathered. */
  #notifySoon(): void {
    if (this.#willNotify) return
    if (this.#isSoundDue()) return this.#parts.notify()
    this.#willNotify = true
    this.#parts.clock.after(minSoundIntervalMs, () => {
      this.#willNotify = false
      if (this.#waiting.size > 0 && !this.isQuiet) this.#parts.notify()
    })
  }

  #lookAgainSoon(): void {
    if (this.#looksAgain) return
    this.#looksAgain = true
    this.#parts.clock.after(recheckMs, () => void this.#lookAgain())
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
