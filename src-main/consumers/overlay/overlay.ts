/**
 * Overlay: opens the door for a streamer's scene when a person has switched it on, and closes it when they have not.
 *
 * Guards invariant 2: off is the rule; what cannot be opened stays closed and says why. Guards invariant 8: of the key
 * only a hash is kept, and a new one ends what the old one opened.
 */
import { randomBytes } from 'node:crypto'
import type { OverlayLook, OverlayNews, OverlayState } from '../../contract/overlay.js'
import type { Settings } from '../../contract/settings.js'
import { Emitter } from '../../gateway/emitter.js'
import type { Clock, Log, OverlayKeys } from '../../gateway/ports.js'
import { type OverlayDoor, openOverlayDoor } from './overlay-door.js'
import { type Cover, OverlayFeed, type OverlaySources } from './overlay-feed.js'
import type { OverlayAssets } from './overlay-page.js'

export interface OverlayParts {
  readonly sources: OverlaySources
  readonly settings: { get(): Pick<Settings, 'overlay'>; onDidChange(listener: () => void): () => void }
  /** The mask as it is now. @param all false: only what is covered always */
  readonly cover: (all: boolean) => { value: Cover }
  readonly language: () => 'en' | 'zh'
  readonly keys: OverlayKeys
  /** @throws Error when they are not there */
  readonly assets: () => OverlayAssets
  readonly clock: Clock
  readonly log: Log
}

export class Overlay {
  readonly #parts: OverlayParts
  #door: OverlayDoor | undefined
  #feed: OverlayFeed | undefined
  #state: OverlayState = { kind: 'off' }
  #openedFor = ''
  #told = ''
  #work: Promise<void> = Promise.resolve()
  #isStopped = false
  readonly #endFollowing: () => void
  readonly #onDidChange = new Emitter<OverlayState>()
  readonly onDidChange = this.#onDidChange.on

  constructor(parts: OverlayParts) {
    this.#parts = parts
    this.#endFollowing = parts.settings.onDidChange(() => this.#follow())
    this.#follow()
  }

  get state(): OverlayState {
    const door = this.#door
    if (!door) return this.#state
    return { kind: 'on', address: door.address, hasKey: this.#parts.keys.isThere(), watching: door.watching }
  }

  /** Resolves when what the settings say is done. */
  settled(): Promise<void> {
    return this.#work
  }

  /**
   * Makes a new key; pages with the old one are hung up on.
   *
   * @returns the key, which nobody can read again @throws Error when its hash cannot be kept
   */
  renewKey(): string {
    const key = randomBytes(32).toString('base64url')
    this.#parts.keys.keep(key)
    this.#door?.hangUp()
    this.#changed()
    return key
  }

  /** The address that a browser source opens. The key stands behind `#`, which no browser sends to anybody. */
  addressWith(key: string): string | undefined {
    return this.#door && this.#parts.keys.isKey(key) ? `${this.#door.address}#key=${key}` : undefined
  }

  async stop(): Promise<void> {
    this.#isStopped = true
    this.#endFollowing()
    this.#follow()
    await this.#work
  }

  #follow(): void {
    this.#work = this.#work.then(() => this.#become())
  }

  async #become(): Promise<void> {
    const { enabled, port } = this.#parts.settings.get().overlay
    const isOn = enabled && !this.#isStopped
    const wanted = isOn ? String(port) : ''
    if (wanted !== this.#openedFor || this.#state.kind === 'failed') {
      this.#openedFor = wanted
      await this.#shut()
      this.#state = isOn ? await this.#open(port) : { kind: 'off' }
      this.#changed()
    }
    this.#tellLook()
  }

  async #open(port: number): Promise<OverlayState> {
    const { sources, keys, assets, clock, log, cover } = this.#parts
    const covered: Cover = (value) => cover(this.#look().coverAll).value(value)
    try {
      const door = await openOverlayDoor({
        port,
        assets: assets(),
        isKey: (key) => keys.isKey(key),
        first: () => [this.#lookNews(), ...(this.#feed?.now() ?? [])],
        onDidWatch: () => this.#changed(),
        clock,
        log,
      })
      this.#door = door
      this.#feed = new OverlayFeed(sources, () => this.#look(), covered, door)
      this.#told = JSON.stringify(this.#lookNews())
      return this.state
    } catch (cause) {
      log.error('the overlay cannot be opened', { error: `${cause}` })
      return { kind: 'failed', port, why: (cause as NodeJS.ErrnoException).code === 'EADDRINUSE' ? 'taken' : 'other' }
    }
  }

  async #shut(): Promise<void> {
    this.#feed?.close()
    this.#feed = undefined
    const door = this.#door
    this.#door = undefined
    await door?.close()
  }

  #look(): OverlayLook {
    return this.#parts.settings.get().overlay.look
  }

  #lookNews(): OverlayNews {
    const look = this.#look()
    const language = look.language === 'same' ? this.#parts.language() : look.language
    return { kind: 'look', look: { ...look, language } }
  }

  #tellLook(): void {
    const news = this.#lookNews()
    const text = JSON.stringify(news)
    if (text === this.#told) return
    this.#told = text
    this.#door?.tell(news)
  }

  #changed(): void {
    this.#onDidChange.emit(this.state)
  }
}
