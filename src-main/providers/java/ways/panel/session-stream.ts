/**
 * Session stream: the input and output of a server's process by sessions with its panel, reopened when they close.
 *
 * It is online only while what is sent reaches the process. One line without control characters: a line break would run
 * a second command (invariant 4).
 */
import type { GatewayError } from '@contract/gateway-error.js'
import type { PowerState } from '@shared/servers/server-way.js'
import { Emitter } from '../../../../gateway/ports/emitter.js'
import type { Log } from '../../../../gateway/ports/runtime.js'
import {
  type LinkState,
  ReconnectingConnection,
  type ReconnectingOptions,
  type SessionProblem,
} from '../../reconnecting-connection.js'
import type { Session } from '../../session.js'
import type { ConsoleStream } from '../stream/console-stream.js'
import { explainPanel } from './panel-failure.js'

export interface SessionStreamOptions extends ReconnectingOptions {
  readonly log: Log
}

export interface StreamSession extends Session {
  readonly power: PowerState
}

/** Why a command would be lost although a session is open. */
export interface Obstacle {
  readonly problem: GatewayError
  readonly retryMs?: number
}

interface Standing {
  readonly state: LinkState
  readonly problem?: GatewayError
}

class PanelLink<S extends Session> extends ReconnectingConnection<S> {
  readonly #openSession: (signal: AbortSignal) => Promise<S>

  constructor(options: ReconnectingOptions, openSession: (signal: AbortSignal) => Promise<S>) {
    super(options)
    this.#openSession = openSession
  }

  protected override open(signal: AbortSignal): Promise<S> {
    return this.#openSession(signal)
  }

  protected override explain(error: unknown): SessionProblem {
    return explainPanel(error)
  }
}

export abstract class SessionStream<S extends StreamSession> implements ConsoleStream {
  abstract readonly keepsOrder: boolean
  protected readonly output = new Emitter<string>()
  readonly #link: PanelLink<S>
  readonly #changed = new Emitter<LinkState>()
  #standing: Standing = { state: { kind: 'stopped' } }

  constructor(options: SessionStreamOptions, openSession: (signal: AbortSignal) => Promise<S>) {
    this.#link = new PanelLink(options, openSession)
    this.#link.onDidOpen((session) => {
      this.opened(session)
      this.show()
    })
    this.#link.onDidChangeState((state) => {
      this.logState(state)
      this.show()
    })
  }

  readonly onDidChangeState = this.#changed.on
  readonly onOutput = this.output.on

  get state(): LinkState {
    return this.#standing.state
  }

  get problem(): GatewayError | undefined {
    return this.#standing.problem
  }

  /** Undefined while the console is not connected. */
  get power(): PowerState | undefined {
    return this.#link.session?.power
  }

  start(): void {
    this.#link.start()
  }

  reconnect(): void {
    this.#link.reconnect()
  }

  stop(): void {
    this.#link.stop()
  }

  abstract send(line: string): Promise<void> | void

  protected abstract opened(session: S): void
  protected abstract obstacleOf(session: S): Obstacle | undefined
  /** The error of a stream that never was online. */
  protected abstract lost(state: LinkState['kind']): GatewayError
  protected abstract logState(state: LinkState): void

  /** @throws GatewayError when the command would be lost */
  protected onlineSession(): S {
    const { state, problem } = this.#current()
    const { session } = this.#link
    if (state.kind === 'online' && session) return session
    throw problem ?? this.lost(state.kind)
  }

  /** Reports the state when it is another one. */
  protected show(): void {
    const before = this.#standing
    const now = this.#current()
    this.#standing = now
    const isSame =
      now.state.kind === before.state.kind && now.problem?.details?.reason === before.problem?.details?.reason
    if (!isSame) this.#changed.emit(now.state)
  }

  #current(): Standing {
    const { state, session, problem } = this.#link
    if (state.kind !== 'online') return { state, ...(problem && { problem }) }
    if (!session) return { state: { kind: 'connecting' } }
    const obstacle = this.obstacleOf(session)
    if (!obstacle) return { state }
    const { problem: why, retryMs } = obstacle
    const offline = { kind: 'offline', problem: why.toContract(), ...(retryMs !== undefined && { retryMs }) } as const
    return { state: offline, problem: why }
  }
}
