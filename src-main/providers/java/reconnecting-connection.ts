/**
 * Reconnecting connection: one session to a Java server, reopened when it ends.
 *
 * The delay between attempts grows and is randomized. A problem that only a person can solve, such as a wrong password,
 * stops the attempts until `reconnect`.
 */

import { asGatewayError, type GatewayError } from '@contract/gateway-error.js'
import type { ContractError } from '@contract/generated/error.js'
import { Emitter } from '../../gateway/ports/emitter.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import { backOff, retryAfterPersonMs } from '../../policy/limits/back-off.js'
import type { Session } from './session.js'

/** What triggers the next attempt: a timer, changed server settings, or only a manual reconnect. */
export type RetryTrigger = 'growing' | 'slow' | 'never'

export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'online' }
  /** `retryMs`: until the next attempt; absent when only a person can start one. */
  | { readonly kind: 'offline'; readonly problem: ContractError; readonly retryMs?: number }
  | { readonly kind: 'stopped' }

export interface SessionProblem {
  readonly error: GatewayError
  readonly retry: RetryTrigger
}

export interface ReconnectingOptions {
  readonly clock: Clock
  /** 0 up to 1. */
  readonly chance?: (() => number) | undefined
}

const firstRetryMs = 1_000
/** Milliseconds after which a session counts as stable: its loss starts with the shortest delay. */
const lastingMs = 10_000

export abstract class ReconnectingConnection<S extends Session> {
  readonly #clock: Clock
  readonly #chance: () => number
  readonly #changed = new Emitter<LinkState>()
  readonly #opened = new Emitter<S>()
  #state: LinkState = { kind: 'stopped' }
  #session: S | undefined
  #attempt: AbortController | undefined
  #problem: GatewayError | undefined
  #retries = 0
  #onlineAt = 0
  #stopTimer: () => void = () => {}

  constructor({ clock, chance = Math.random }: ReconnectingOptions) {
    this.#clock = clock
    this.#chance = chance
  }

  /** The session ends when the signal aborts. */
  protected abstract open(signal: AbortSignal): Promise<S>

  /** Converts an error of `open` or of the end of a session to a message for a person. */
  protected abstract explain(error: unknown): SessionProblem | Promise<SessionProblem>

  readonly onDidChangeState = this.#changed.on
  /** Called for each opened session, also when it replaces another without going offline. */
  readonly onDidOpen = this.#opened.on

  get state(): LinkState {
    return this.#state
  }

  /** The open session; undefined while it is reopened. */
  get session(): S | undefined {
    return this.#session?.isOpen ? this.#session : undefined
  }

  /** Why it is offline. */
  get problem(): GatewayError | undefined {
    return this.#state.kind === 'offline' ? this.#problem : undefined
  }

  start(): void {
    if (this.#state.kind === 'stopped') this.reconnect()
  }

  /** Connects now instead of waiting. */
  reconnect(): void {
    this.#disconnect()
    this.#retries = 0
    this.#show({ kind: 'connecting' })
    void this.#connect()
  }

  stop(): void {
    this.#disconnect()
    this.#show({ kind: 'stopped' })
  }

  async #connect(): Promise<void> {
    const attempt = new AbortController()
    this.#attempt = attempt
    try {
      const session = await this.open(attempt.signal)
      if (attempt === this.#attempt) this.#open(session, attempt)
      else session.close()
    } catch (error) {
      await this.#failed(error, attempt)
    }
  }

  #open(session: S, attempt: AbortController): void {
    this.#session = session
    session.onEnd((error) => {
      if (attempt === this.#attempt) this.#lost(session, error, attempt)
    })
    if (!session.isOpen) return
    this.#onlineAt = this.#clock.elapsed()
    this.#show({ kind: 'online' })
    this.#opened.emit(session)
  }

  #lost(session: S, error: Error, attempt: AbortController): void {
    this.#session = undefined
    if (session.endedByUs) void this.#connect()
    else {
      if (this.#clock.elapsed() - this.#onlineAt >= lastingMs) this.#retries = 0
      void this.#failed(error, attempt)
    }
  }

  async #failed(thrown: unknown, attempt: AbortController): Promise<void> {
    const { error, retry } = await this.#explained(thrown)
    if (attempt !== this.#attempt) return
    this.#attempt = undefined
    this.#problem = error
    const delays = {
      growing: backOff(this.#retries, firstRetryMs, this.#chance()),
      slow: retryAfterPersonMs,
      never: undefined,
    }
    const retryMs = delays[retry]
    if (retryMs !== undefined) {
      this.#retries += 1
      this.#stopTimer = this.#clock.after(retryMs, () => void this.#connect())
    }
    this.#show({ kind: 'offline', problem: error.toContract(), ...(retryMs !== undefined && { retryMs }) })
  }

  /** A bug in the explanation must not prevent further attempts. */
  async #explained(thrown: unknown): Promise<SessionProblem> {
    try {
      return await this.explain(thrown)
    } catch (bug) {
      return { error: asGatewayError(bug), retry: 'slow' }
    }
  }

  #disconnect(): void {
    this.#stopTimer()
    const attempt = this.#attempt
    this.#attempt = undefined
    attempt?.abort()
    this.#session?.close()
    this.#session = undefined
  }

  #show(state: LinkState): void {
    const isNews = state.kind !== 'online' || this.#state.kind !== 'online'
    this.#state = state
    if (isNews) this.#changed.emit(state)
  }
}
