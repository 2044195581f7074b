/**
 * Overlay: opens the listener for a streamer's scene when a person enables it, and closes it when disabled.
 *
 * Enforces invariant 2: off by default; what cannot be opened stays closed with a reason. Enforces invariant 8: only a
 * hash of the key is stored, and a new key disconnects pages with the old one.
 */

import { randomBytes } from 'node:crypto'
import type { OverlayAppearance, OverlayState, OverlayUpdate } from '@shared/features/overlay.js'
import type { Settings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { SingleKey } from '../../gateway/ports/client-access.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import { OverlayFeed, type OverlaySources, type Redact } from './overlay-feed.js'
import { type OverlayListener, openOverlayListener } from './overlay-listener.js'
import type { OverlayAssets } from './overlay-page.js'

export interface OverlayDependencies {
  readonly sources: OverlaySources
  readonly settings: { get(): Pick<Settings, 'overlay'>; onDidChange(listener: () => void): () => void }
  /** The current mask. @param all false: only what is always masked */
  readonly mask: (all: boolean) => { value: Redact }
  readonly language: () => AppLanguage
  readonly keys: SingleKey
  /** @throws Error when the files are missing */
  readonly assets: () => OverlayAssets
  readonly clock: Clock
  readonly log: Log
}

export class Overlay {
  readonly #deps: OverlayDependencies
  #listener: OverlayListener | undefined
  #feed: OverlayFeed | undefined
  #state: OverlayState = { kind: 'off' }
  #openedFor = ''
  #sent = ''
  #work: Promise<void> = Promise.resolve()
  #isStopped = false
  readonly #endFollowing: () => void
  readonly #onDidChange = new Emitter<OverlayState>()
  readonly onDidChange = this.#onDidChange.on

  constructor(deps: OverlayDependencies) {
    this.#deps = deps
    this.#endFollowing = deps.settings.onDidChange(() => this.#applySettings())
    this.#applySettings()
  }

  get state(): OverlayState {
    const listener = this.#listener
    if (!listener) return this.#state
    return { kind: 'on', address: listener.address, hasKey: this.#deps.keys.exists(), watching: listener.watching }
  }

  /** Resolves when the settings are applied. */
  settled(): Promise<void> {
    return this.#work
  }

  /**
   * Makes a new key, and disconnects pages with the old one.
   *
   * @returns the key, which cannot be read again @throws Error when its hash cannot be stored
   */
  renewKey(): string {
    const key = randomBytes(32).toString('base64url')
    this.#deps.keys.store(key)
    this.#listener?.disconnectPages()
    this.#changed()
    return key
  }

  /** The URL for a browser source. The key is in the fragment, which no browser sends. */
  addressWith(key: string): string | undefined {
    return this.#listener && this.#deps.keys.isKey(key) ? `${this.#listener.address}#key=${key}` : undefined
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endFollowing()
    this.#applySettings()
    await this.#work
  }

  #applySettings(): void {
    this.#work = this.#work.then(() => this.#apply())
  }

  async #apply(): Promise<void> {
    const { enabled, port } = this.#deps.settings.get().overlay
    const isOn = enabled && !this.#isStopped
    const target = isOn ? String(port) : ''
    if (target !== this.#openedFor || this.#state.kind === 'failed') {
      this.#openedFor = target
      await this.#closeListener()
      this.#state = isOn ? await this.#open(port) : { kind: 'off' }
      this.#changed()
    }
    this.#sendAppearance()
  }

  async #open(port: number): Promise<OverlayState> {
    const { sources, keys, assets, clock, log, mask } = this.#deps
    const redact: Redact = (value) => mask(this.#appearance().coverAll).value(value)
    try {
      const listener = await openOverlayListener({
        port,
        assets: assets(),
        isKey: (key) => keys.isKey(key),
        first: () => [this.#appearanceUpdate(), ...(this.#feed?.now() ?? [])],
        onDidWatch: () => this.#changed(),
        clock,
        log,
      })
      this.#listener = listener
      this.#feed = new OverlayFeed(sources, () => this.#appearance(), redact, listener)
      this.#sent = JSON.stringify(this.#appearanceUpdate())
      return this.state
    } catch (cause) {
      log.error('the overlay cannot be opened', { error: `${cause}` })
      return { kind: 'failed', port, why: (cause as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'taken' : 'other' }
    }
  }

  async #closeListener(): Promise<void> {
    this.#feed?.close()
    this.#feed = undefined
    const listener = this.#listener
    this.#listener = undefined
    await listener?.close()
  }

  #appearance(): OverlayAppearance {
    return this.#deps.settings.get().overlay.look
  }

  #appearanceUpdate(): OverlayUpdate {
    const look = this.#appearance()
    const language = look.language === 'same' ? this.#deps.language() : look.language
    return { kind: 'look', look: { ...look, language } }
  }

  #sendAppearance(): void {
    const update = this.#appearanceUpdate()
    const text = JSON.stringify(update)
    if (text === this.#sent) return
    this.#sent = text
    this.#listener?.sendToPages(update)
  }

  #changed(): void {
    this.#onDidChange.emit(this.state)
  }
}
