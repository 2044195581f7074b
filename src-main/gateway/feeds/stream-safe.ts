/**
 * Stream-safe mode: one switch that masks what a stream must not show.
 *
 * Guards invariant 8 on a stream: all shown text goes through `value` or `text`, which return their input unchanged
 * while the switch is off. Use `mask` for what is always masked.
 */

import type { Settings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import { createStreamMask, StreamAliases, type StreamMask } from '../../policy/stream-mask.js'
import { Emitter } from '../ports/emitter.js'

type Wanted = Pick<Settings, 'streamSafe' | 'streamNames' | 'servers' | 'language'>

export interface StreamSafeParts {
  readonly settings: {
    get(): Wanted
    change(change: Pick<Settings, 'streamSafe'>): boolean
    onDidChange(listener: () => void): () => void
  }
  /** User names of this computer, as found in its paths. */
  readonly computer: { readonly homes: readonly string[]; readonly user: string }
  /** Language in use, after `system` is resolved. */
  readonly language: () => AppLanguage
}

/** Masked even when a person chose to show everything else. */
const always = ['secret', 'address', 'whisper', 'home'] as const

export class StreamSafe {
  readonly #parts: StreamSafeParts
  readonly #aliases = new StreamAliases()
  readonly #onDidSwitch = new Emitter<boolean>()
  /** Notifies when it is switched or the masked names change: everything must be redrawn. */
  readonly onDidSwitch = this.#onDidSwitch.on
  #madeOf: Wanted | undefined
  #madeIn: AppLanguage | undefined
  #all!: StreamMask
  #least!: StreamMask
  #before: string

  constructor(parts: StreamSafeParts) {
    this.#parts = parts
    this.#before = this.#redaction
    parts.settings.onDidChange(() => {
      if (this.#redaction === this.#before) return
      this.#before = this.#redaction
      this.#onDidSwitch.emit(this.on)
    })
  }

  /** What is masked, as far as a page needs to know. */
  get #redaction(): string {
    const { streamSafe, streamNames } = this.#parts.settings.get()
    return streamSafe ? JSON.stringify(streamNames) : 'off'
  }

  get on(): boolean {
    return this.#parts.settings.get().streamSafe
  }

  get language(): AppLanguage {
    return this.#parts.language()
  }

  /** Switches it, for example from the tray. False when the settings cannot be written. */
  turn(on: boolean): boolean {
    return this.on === on || this.#parts.settings.change({ streamSafe: on })
  }

  /** Masks a text before it is shown: in a notification, menu, tooltip or title. */
  text(text: string): string {
    return this.on ? this.mask().text(text) : text
  }

  /** Masks data before it is shown. */
  value<T>(value: T): T {
    return this.on ? this.mask().value(value) : value
  }

  /** Restores masked values that a person sends back; undefined when a mask is ambiguous. */
  restore<T>(value: T): T | undefined {
    return this.on ? this.mask().restore(value) : value
  }

  /**
   * The mask, whether the switch is on or off. @param all false: only what is always masked, unless the switch is on
   */
  mask(all = true): StreamMask {
    this.#make()
    return all || this.on ? this.#all : this.#least
  }

  #make(): void {
    const { settings, computer, language } = this.#parts
    const wantedNow = settings.get()
    if (wantedNow === this.#madeOf && language() === this.#madeIn) return
    this.#madeOf = wantedNow
    this.#madeIn = language()
    const { streamNames, servers } = wantedNow
    const addresses = servers.flatMap(({ id, address }) => [id, address, ...hostsOf(address)])
    const wanted = { names: streamNames, addresses, ...computer, language: language() }
    this.#all = createStreamMask({ ...wanted, aliases: this.#aliases })
    this.#least = createStreamMask({ ...wanted, kinds: always, aliases: this.#aliases })
  }
}

/** The host of an address, unless it is a common word. */
function hostsOf(address: string): string[] {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.includes('.') || host.includes(':') || host.length > 12 ? [host] : []
}
