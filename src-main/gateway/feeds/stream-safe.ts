/**
 * Stream-safe mode: one switch that masks what a stream must not show.
 *
 * Guards invariant 8 on a stream: all shown text goes through `value` or `text`, which return their input unchanged
 * while the switch is off. Use `mask` for what is always masked.
 */

import path from 'node:path'
import type { Settings } from '@shared/program/settings.js'
import type { AppLanguage } from '@shared/text/language.js'
import { createStreamMask, type OnMasked, StreamAliases, type StreamMask } from '../../policy/redaction/stream-mask.js'
import { Emitter } from '../ports/emitter.js'

type MaskSettings = Pick<
  Settings,
  'streamSafe' | 'streamNames' | 'streamHidesPlayers' | 'servers' | 'language' | 'gameApprover'
>

export interface StreamSafeDependencies {
  readonly settings: {
    get(): MaskSettings
    change(change: Pick<Settings, 'streamSafe'>): boolean
    onDidChange(listener: () => void): () => void
  }
  /** User names of this computer, as found in its paths. */
  readonly computer: { readonly homes: readonly string[]; readonly user: string }
  /** Language in use, after `system` is resolved. */
  readonly language: () => AppLanguage
  /** Players whom the program saw in the game. */
  readonly players?: { readonly names: readonly string[] }
}

/** Kinds that are masked even when a person chose to show everything else. */
const alwaysMasked = ['secret', 'address', 'whisper', 'home'] as const

export class StreamSafe {
  readonly #deps: StreamSafeDependencies
  readonly #aliases = new StreamAliases()
  readonly #onDidSwitch = new Emitter<boolean>()
  /** Notifies when it is switched or the masked names change: pages must be loaded again. */
  readonly onDidSwitch = this.#onDidSwitch.on
  #maskSettings: MaskSettings | undefined
  #maskLanguage: AppLanguage | undefined
  #maskPlayers: readonly string[] | undefined
  #fullMask!: StreamMask
  #minimalMask!: StreamMask
  #before: string

  constructor(deps: StreamSafeDependencies) {
    this.#deps = deps
    this.#before = this.#redaction
    deps.settings.onDidChange(() => {
      if (this.#redaction === this.#before) return
      this.#before = this.#redaction
      this.#onDidSwitch.emit(this.on)
    })
  }

  /** What is masked, as far as a page needs to know. */
  get #redaction(): string {
    const { streamSafe, streamNames, streamHidesPlayers } = this.#deps.settings.get()
    return streamSafe ? JSON.stringify([streamNames, streamHidesPlayers]) : 'off'
  }

  get on(): boolean {
    return this.#deps.settings.get().streamSafe
  }

  get language(): AppLanguage {
    return this.#deps.language()
  }

  /** Switches the mode, for example from the tray. Returns false when the settings cannot be written. */
  turn(on: boolean): boolean {
    return this.on === on || this.#deps.settings.change({ streamSafe: on })
  }

  /** Masks a text before it is shown: in a notification, menu, tooltip or title. */
  text(text: string): string {
    return this.on ? this.mask().text(text) : text
  }

  /** Masks data before it is shown. */
  value<T>(value: T, onMasked?: OnMasked): T {
    return this.on ? this.mask().value(value, onMasked) : value
  }

  /**
   * The mask, whether the switch is on or off. @param all false: only what is always masked, unless the switch is on
   */
  mask(all = true): StreamMask {
    this.#refreshMasks()
    return all || this.on ? this.#fullMask : this.#minimalMask
  }

  /** Undefined while the names of players are shown. */
  #hiddenPlayers({ streamSafe, streamHidesPlayers }: MaskSettings): readonly string[] | undefined {
    return streamSafe && streamHidesPlayers ? (this.#deps.players?.names ?? noPlayers) : undefined
  }

  #refreshMasks(): void {
    const { settings, computer, language } = this.#deps
    const wantedNow = settings.get()
    const players = this.#hiddenPlayers(wantedNow)
    const isSame = wantedNow === this.#maskSettings && players === this.#maskPlayers
    if (isSame && language() === this.#maskLanguage) return
    this.#maskSettings = wantedNow
    this.#maskPlayers = players
    this.#maskLanguage = language()
    const { streamNames, servers, gameApprover } = wantedNow
    const own = gameApprover ? [gameApprover.player] : []
    const addresses = servers.flatMap(({ id, address }) => [id, address, ...hostsOf(address)])
    const wanted = { names: streamNames, addresses, ...computer, language: language() }
    const hidden = players && { players: [...own, ...players] }
    this.#fullMask = createStreamMask({ ...wanted, ...hidden, aliases: this.#aliases })
    this.#minimalMask = createStreamMask({ ...wanted, kinds: alwaysMasked, aliases: this.#aliases })
  }
}

const noPlayers: readonly string[] = []

/** The host of an address, unless it is a common word. */
function hostsOf(address: string): string[] {
  const host = URL.canParse(address) ? new URL(address).hostname : ''
  return host.includes('.') || host.includes(':') || host.length > 12 ? [host] : []
}

/** For settings that do not change: of a command, or of one report. @param profile absolute path */
export const stillStreamSafe = (profile: string, home: string, settings: MaskSettings): StreamSafe =>
  new StreamSafe({
    settings: { get: () => settings, change: () => false, onDidChange: () => () => {} },
    computer: { homes: [profile, home].filter((folder) => path.dirname(folder) !== folder), user: '' },
    language: () => (settings.language === 'zh' ? 'zh' : 'en'),
  })

/** The mask of a report: the same names always get the same masks. */
export const reportMask = (profile: string, home: string, settings: MaskSettings, language: AppLanguage): StreamSafe =>
  stillStreamSafe(profile, home, { ...settings, streamSafe: true, language })
