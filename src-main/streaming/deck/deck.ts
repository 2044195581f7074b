/**
 * Deck: opens the door of a Stream Deck when a person enables it, and closes it when disabled.
 *
 * Enforces invariant 2: off by default; what cannot be opened stays closed with a reason. Enforces invariant 8: only a
 * hash of the key is stored here, and a new key ends the old one.
 */
import { randomBytes } from 'node:crypto'
import type { Settings } from '@shared/program/settings.js'
import type { DeckRequest, DeckState, DeckVerb } from '@shared/streaming/deck.js'
import type { SingleKey } from '../../gateway/ports/client-access.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { DeckActions } from './deck-actions.js'
import { openDeckListener } from './deck-listener.js'

export interface DeckDependencies {
  readonly settings: { get(): Pick<Settings, 'deck'>; onDidChange(listener: () => void): () => void }
  readonly key: SingleKey
  readonly actions: DeckActions
  readonly clock: Clock
  readonly log: Log
}

type Opened = Awaited<ReturnType<typeof openDeckListener>>

export class Deck {
  readonly #deps: DeckDependencies
  readonly #endFollowing: () => void
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on
  /** The wanted port; undefined for a closed door. */
  #wanted: number | undefined
  #opened: Opened | undefined
  #failed: Extract<DeckState, { kind: 'failed' }> | undefined
  #work: Promise<void> = Promise.resolve()
  #requests = 0
  #last: DeckRequest | undefined

  constructor(deps: DeckDependencies) {
    this.#deps = deps
    const apply = (): void => {
      const { enabled, port } = deps.settings.get().deck
      this.#want(enabled ? port : undefined)
    }
    this.#endFollowing = deps.settings.onDidChange(apply)
    apply()
  }

  get state(): DeckState {
    if (!this.#opened) return this.#failed ?? { kind: 'off' }
    const last = this.#last && { last: this.#last }
    return { kind: 'on', hasKey: this.#deps.key.exists(), requests: this.#requests, ...last }
  }

  /** Resolves when the settings are applied. */
  settled(): Promise<void> {
    return this.#work
  }

  /** @returns the new key, which cannot be read again @throws Error when its hash cannot be stored */
  renewKey(): string {
    const key = randomBytes(32).toString('base64url')
    this.#deps.key.store(key)
    this.#onDidChange.emit()
    return key
  }

  /** The address of a button; undefined while the door is closed, or when the key is wrong. */
  addressOf(verb: DeckVerb, key: string): string | undefined {
    return this.#opened && this.#deps.key.isKey(key) ? `${this.#opened.origin}/deck/${key}/${verb}` : undefined
  }

  async stop(): Promise<void> {
    this.#endFollowing()
    this.#want(undefined)
    await this.#work
  }

  #want(port: number | undefined): void {
    if (port === this.#wanted && !this.#failed) return
    this.#wanted = port
    this.#work = this.#work.then(() => this.#open(port))
  }

  async #open(port: number | undefined): Promise<void> {
    if (port !== this.#wanted) return
    await this.#opened?.close()
    this.#opened = undefined
    this.#failed = undefined
    if (port !== undefined) await this.#listen(port)
    this.#onDidChange.emit()
  }

  async #listen(port: number): Promise<void> {
    const { key, actions, clock, log } = this.#deps
    try {
      this.#opened = await openDeckListener({
        port,
        isKey: (given) => key.isKey(given),
        actions,
        onDidAsk: (verb, isDone) => this.#asked(verb, isDone),
        clock,
        log,
      })
    } catch (cause) {
      log.error('the door of the Stream Deck cannot be opened', { error: `${cause}` })
      const isTaken = (cause as NodeJS.ErrnoException).code === 'EADDRINUSE'
      this.#failed = { kind: 'failed', port, why: isTaken ? 'taken' : 'other' }
    }
  }

  #asked(verb: DeckVerb, isDone: boolean): void {
    this.#requests += 1
    this.#last = { verb, at: this.#deps.clock.now().toISOString(), isDone }
    this.#onDidChange.emit()
  }
}
