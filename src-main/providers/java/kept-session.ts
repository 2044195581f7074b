/**
 * Kept session: one session to a Java server, opened again when it ends.
 *
 * Attempts grow apart and are spread by chance. A problem that only a person can solve, such as a wrong password, stops
 * them until `reconnect`.
 */

import { asGatewayError, type GatewayError } from '../../contract/gateway-error.js'
import type { ContractError } from '../../contract/generated/error.js'
import { Emitter } from '../../gateway/emitter.js'
import type { Clock } from '../../gateway/ports.js'
import { backOff, mendedByPersonMs } from '../../policy/back-off.js'

/** What brings the connection back: time, a change of the server's settings, or only a new attempt by hand. */
export type RetryPace = 'growing' | 'slow' | 'never'

export interface Session {
  readonly isOpen: boolean
  /** Whether this side ended the session, so that it can be opened again at once. */
  readonly endedByUs: boolean
  /** Calls back once when the session ends, at once when it has ended. */
  onEnd(callback: (error: Error) => void): void
  close(): void
}

export type LinkState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'online' }
  /** `retryMs`: until the next attempt; absent when only a person starts one. */
  | { readonly kind: 'offline'; readonly problem: ContractError; readonly retryMs?: number }
  | { readonly kind: 'stopped' }

export interface LinkProblem {
  readonly error: GatewayError
  readonly retry: RetryPace
}

export interface KeptSessionOptions<S extends Session> {
  readonly clock: Clock
  /** 0 up to 1. */
  readonly chance?: () => number
  /** The session ends when the signal aborts. */
  readonly open: (signal: AbortSignal) => Promise<S>
  /** Whatever `open` or the end of a session threw, in words for a person. Never rejects. */
  readonly explain: (error: unknown) => Promise<LinkProblem>
}

const firstRetryMs = 1_000
/** Milliseconds a session must last before the next loss counts as the first. */
const lastingMs = 10_000

export class KeptSession<S extends Session> {
  readonly #options: KeptSessionOptions<S>
  readonly #changed = new Emitter<LinkState>()
  readonly #opened = new Emitter<S>()
  #state: LinkState = { kind: 'stopped' }
  #session: S | undefined
  #attempt: AbortController | undefined
  #problem: GatewayError | undefined
  #retries = 0
  #onlineAt = 0
  #stopTimer: () => void = () => {}

  constructor(options: KeptSessionOptions<S>) {
    this.#options = options
  }

  readonly onDidChangeState = this.#changed.on
  /** Each session that was opened, also one that follows another without a word. */
  readonly onDidOpen = this.#opened.on

  get state(): LinkState {
    return this.#state
  }

  /** The session that is open; none while it is opened again. */
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

  /** Connects now, whatever it waits for. */
  reconnect(): void {
    this.#hangUp()
    this.#retries = 0
    this.#show({ kind: 'connecting' })
    void this.#connect()
  }

  stop(): void {
    this.#hangUp()
    this.#show({ kind: 'stopped' })
  }

  async #connect(): Promise<void> {
    const attempt = new AbortController()
    this.#attempt = attempt
    try {
      const session = await this.#options.open(attempt.signal)
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
    this.#onlineAt = this.#options.clock.elapsed()
    this.#show({ kind: 'online' })
    this.#opened.emit(session)
  }

  #lost(session: S, error: Error, attempt: AbortController): void {
    this.#session = undefined
    if (session.endedByUs) void this.#connect()
    else {
      if (this.#options.clock.elapsed() - this.#onlineAt >= lastingMs) this.#retries = 0
      void this.#failed(error, attempt)
    }
  }

  async #failed(thrown: unknown, attempt: AbortController): Promise<void> {
    const { clock, explain, chance = Math.random } = this.#options
    // A bug in the explanation must not leave the link without another attempt.
    const { error, retry } = await explain(thrown).catch((bug) => ({
      error: asGatewayError(bug),
      retry: 'slow' as const,
    }))
    if (attempt !== this.#attempt) return
    this.#attempt = undefined
    this.#problem = error
    const delays = {
      growing: backOff(this.#retries, firstRetryMs, chance()),
      slow: mendedByPersonMs,
      never: undefined,
    }
    const retryMs = delays[retry]
    if (retryMs !== undefined) {
      this.#retries += 1
      this.#stopTimer = clock.after(retryMs, () => void this.#connect())
    }
    this.#show({ kind: 'offline', problem: error.toContract(), ...(retryMs !== undefined && { retryMs }) })
  }

  #hangUp(): void {
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
