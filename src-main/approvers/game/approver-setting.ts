/**
 * Approver setting: the owner's linked player, as stored.
 *
 * Enforces invariant 6: a pause that cannot be saved holds until the program saves the setting again, and a link
 * without an account gets one only from a server that checks accounts.
 */
import type { GameApprover } from '@shared/approvals/game-approval.js'
import type { Settings } from '@shared/program/settings.js'
import type { Server } from '@shared/servers/server.js'
import type { ServerRegistry } from '../../gateway/ports/registry.js'
import type { Log } from '../../gateway/ports/runtime.js'
import { desktopId } from '../../policy/rights/person-terms.js'

export interface ApproverSettingDependencies {
  readonly settings: {
    get(): Pick<Settings, 'gameApprover' | 'answerPlaces'>
    change(change: Pick<Settings, 'gameApprover'>): boolean
    onDidChange(listener: () => void): () => void
  }
  readonly registry: Pick<ServerRegistry, 'link'>
  readonly log: Log
  readonly onDidChange: () => void
}

/** A player who has proved to be somebody's. */
export interface LinkedPlayer extends Pick<GameApprover, 'server' | 'player'> {
  readonly uuid: string | undefined
  /** Id of that person. */
  readonly person: string
  readonly word: string
}

export class ApproverSetting {
  readonly #deps: ApproverSettingDependencies
  readonly stop: () => void
  /** A pause that could not be saved. */
  #isPausedHere = false
  #value: GameApprover | null

  constructor(deps: ApproverSettingDependencies) {
    this.#deps = deps
    this.#value = deps.settings.get().gameApprover
    this.stop = deps.settings.onDidChange(() => this.#read())
  }

  get value(): GameApprover | null {
    return this.#value
  }

  /** Without the owner's word: the window could be on a stream. */
  get shown(): GameApprover | null {
    if (!this.#value) return null
    const { word: _word, ...shown } = this.#value
    return shown
  }

  /** @returns whether it was saved */
  link({ server, player, uuid, person, word }: LinkedPlayer): boolean {
    return this.write({
      server,
      player,
      ...(uuid !== undefined && { uuid }),
      ...(person !== desktopId && { person }),
      paused: false,
      ...(word !== '' && { word }),
    })
  }

  /** The owner's choice. @returns whether it was saved */
  write(gameApprover: GameApprover | null): boolean {
    if (!this.#deps.settings.change({ gameApprover })) return false
    this.#isPausedHere = false
    this.#read()
    return true
  }

  pause(): void {
    if (!this.#value || this.#value.paused) return
    if (this.#deps.settings.change({ gameApprover: { ...this.#value, paused: true } })) return
    this.#isPausedHere = true
    this.#read()
  }

  /**
   * A link that is older than the check of accounts gets the account that is online under its name, once. @returns
   * whether it got one
   */
  fillAccount({ id, accounts }: Server): boolean {
    const approver = this.#value
    if (!approver || approver.uuid !== undefined || id !== approver.server || accounts !== 'checked') return false
    const uuid = this.#deps.registry.link(id)?.accountOf?.(approver.player)
    if (uuid === undefined || !this.#deps.settings.change({ gameApprover: { ...approver, uuid } })) return false
    this.#read()
    return true
  }

  /** A Bedrock game does not prove its player's name: a different game may have connected. */
  checkConnection({ id, kind, state }: Server): void {
    const approver = this.#value
    if (!approver || approver.paused || kind !== 'bedrock' || id !== approver.server || state !== 'connecting') return
    this.#deps.log.warn('answering in the game is paused after the game connected again')
    this.pause()
  }

  #read(): void {
    const saved = this.#deps.settings.get().gameApprover
    const next = saved && this.#isPausedHere ? { ...saved, paused: true } : saved
    if (JSON.stringify(next) === JSON.stringify(this.#value)) return
    this.#value = next
    this.#deps.onDidChange()
  }
}
