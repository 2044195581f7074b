/**
 * Attention service: notifies the person of waiting requests, as `policy/approvals/attention.ts` decides.
 *
 * Requests during a game or quiet hours are shown when these end. Many consecutive requests make one sound.
 */
import type { Settings } from '@shared/program/settings.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { attentionFor, type FullScreen, type Sound } from '../../policy/approvals/attention.js'
import { isQuiet, localTimeOf } from '../../policy/approvals/quiet-hours.js'

/** A request that waits for a person. */
export interface NewRequest {
  readonly id: string
  readonly critical: boolean
  /** Shows it without taking the keyboard focus. */
  readonly raise: () => void
}

export interface AttentionDependencies {
  readonly clock: Clock
  readonly settings: () => Settings
  readonly fullScreen: () => Promise<FullScreen>
  readonly play: (sound: Sound) => void
  /** Shows a notification. */
  readonly notify: () => void
  /** Called when there are no more waiting requests. */
  readonly ended: () => void
}

/** Minimum milliseconds between two sounds. */
export const minSoundIntervalMs = 6_000
/** Milliseconds between checks whether delayed requests may be shown. */
export const recheckMs = 4_000

export class AttentionService {
  readonly #deps: AttentionDependencies
  /** Waiting id → whether it was shown. */
  readonly #waiting = new Map<string, { readonly request: NewRequest; raised: boolean }>()
  #lastSoundAt = Number.NEGATIVE_INFINITY
  #willNotify = false
  #isRecheckScheduled = false

  constructor(deps: AttentionDependencies) {
    this.#deps = deps
  }

  /** Whether do not disturb is on. */
  get isQuiet(): boolean {
    return isQuiet(this.#deps.settings().quietHours, localTimeOf(this.#deps.clock.now()))
  }

  async add(request: NewRequest): Promise<void> {
    const waiting = { request, raised: false }
    this.#waiting.set(request.id, waiting)
    const fullScreen = await this.#fullScreen()
    if (this.#waiting.get(request.id) !== waiting) return
    const { settings, play } = this.#deps
    const situation = { fullScreen, quiet: this.isQuiet, critical: request.critical, settings: settings() }
    const { popUp, sound, notification } = attentionFor(situation)
    if (popUp) this.#raise(waiting)
    else this.#scheduleRecheck()
    if (notification) this.#notifySoon()
    if (!sound || !this.#isSoundDue()) return
    this.#lastSoundAt = this.#deps.clock.elapsed()
    play(sound)
  }

  remove(id: string): void {
    if (!this.#waiting.delete(id)) return
    if (this.#waiting.size === 0) this.#deps.ended()
  }

  #raise(waiting: { readonly request: NewRequest; raised: boolean }): void {
    waiting.raised = true
    waiting.request.raise()
  }

  #isSoundDue(): boolean {
    return this.#deps.clock.elapsed() - this.#lastSoundAt >= minSoundIntervalMs
  }

  /** Notifies at once for the first request; requests right after it are grouped. */
  #notifySoon(): void {
    if (this.#willNotify) return
    if (this.#isSoundDue()) return this.#deps.notify()
    this.#willNotify = true
    this.#deps.clock.after(minSoundIntervalMs, () => {
      this.#willNotify = false
      if (this.#waiting.size > 0 && !this.isQuiet) this.#deps.notify()
    })
  }

  #scheduleRecheck(): void {
    if (this.#isRecheckScheduled) return
    this.#isRecheckScheduled = true
    this.#deps.clock.after(recheckMs, () => void this.#lookAgain())
  }

  async #lookAgain(): Promise<void> {
    const unshown = () => [...this.#waiting.values()].filter(({ raised }) => !raised)
    const { settings } = this.#deps
    const mayRaise = unshown().length > 0 && !this.isQuiet && settings().popUp !== 'count'
    if (mayRaise) {
      const fullScreen = await this.#fullScreen()
      const situation = { fullScreen, quiet: this.isQuiet, critical: false, settings: settings() }
      if (attentionFor(situation).popUp) for (const waiting of unshown()) this.#raise(waiting)
    }
    this.#isRecheckScheduled = false
    if (unshown().length > 0) this.#scheduleRecheck()
  }

  async #fullScreen(): Promise<FullScreen> {
    try {
      return await this.#deps.fullScreen()
    } catch {
      return 'unknown'
    }
  }
}
