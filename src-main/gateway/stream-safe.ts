/**
 * Stream-safe: the one switch that covers what a stream must not show, and the mask behind it.
 *
 * Guards invariant 8 on a stream: everything that is shown goes through `value` or `text` of this; while the switch is
 * off both give back what they get. Who shows something always covered takes `cover`.
 */
import type { Settings } from '../contract/settings.js'
import type { MarkLanguage } from '../contract/stream-mark.js'
import { createStreamMask, StreamAliases, type StreamMask } from '../policy/stream-mask.js'
import { Emitter } from './emitter.js'

type Wanted = Pick<Settings, 'streamSafe' | 'streamNames' | 'servers' | 'language'>

export interface StreamSafeParts {
  readonly settings: {
    get(): Wanted
    change(change: Pick<Settings, 'streamSafe'>): boolean
    onDidChange(listener: () => void): () => void
  }
  /** Who sits at this computer, as its paths tell. */
  readonly computer: { readonly homes: readonly string[]; readonly user: string }
  /** Language in use, after `system` is resolved. */
  readonly language: () => MarkLanguage
}

/** Covered even when a person wants to see all else. */
const always = ['secret', 'address', 'whisper', 'home'] as const

export class StreamSafe {
  readonly #parts: StreamSafeParts
  readonly #aliases = new StreamAliases()
  readonly #onDidSwitch = new Emitter<boolean>()
  /** Told when it is switched on or off, or covers other names: what was drawn before must be drawn anew. */
  readonly onDidSwitch = this.#onDidSwitch.on
  #madeOf: Wanted | undefined
  #madeIn: MarkLanguage | undefined
  #all!: StreamMask
  #least!: StreamMask
  #before: string

  constructor(parts: StreamSafeParts) {
    this.#parts = parts
    this.#before = this.#covered
    parts.settings.onDidChange(() => {
      if (this.#covered === this.#before) return
      this.#before = this.#covered
      this.#onDidSwitch.emit(this.on)
    })
  }

  /** What is covered, as far as a page that has drawn something must know. */
  get #covered(): string {
    const { streamSafe, streamNames } = this.#parts.settings.get()
    return streamSafe ? JSON.stringify(streamNames) : 'off'
  }

  get on(): boolean {
    return this.#parts.settings.get().streamSafe
  }

  get language(): MarkLanguage {
    return this.#parts.language()
  }

  /** Turns it on or off, as the tray does. False when the settings cannot be written. */
  turn(on: boolean): boolean {
    return this.on === on || this.#parts.settings.change({ streamSafe: on })
  }

  /** A text that is about to be shown: in a notification, a menu, a tooltip, a title. */
  text(text: string): string {
    return this.on ? this.cover().text(text) : text
  }

  /** Data that is about to be shown. */
  value<T>(value: T): T {
    return this.on ? this.cover().value(value) : value
  }

  /** What a person sends back; undefined when it holds a mark that stands for nothing in particular. */
  restore<T>(value: T): T | undefined {
    return this.on ? this.cover().restore(value) : value
  }

  /** The mask, whether the switch is on or off. @param all false: only what is covered always, unless the switch is on */
  cover(all = true): StreamMask {
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

/** Its host, unless that is a word that could be anything. */
function hostsOf(address: string): string[] {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.includes('.') || host.includes(':') || host.length > 12 ? [host] : []
}
