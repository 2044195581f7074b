/**
 * MCSManager stream: the input and output of an instance, reopened when it closes.
 *
 * It is online only while the instance runs. One line without control characters: a line break would run a second command
 * (invariant 4), and the daemon takes `^c` for an order to interrupt the process.
 */
import { asGatewayError, type GatewayError } from '@contract/gateway-error.js'
import type { PowerState } from '@shared/servers/server-way.js'
import { Emitter } from '../../../../gateway/ports/emitter.js'
import type { Log } from '../../../../gateway/ports/runtime.js'
import { oneLine } from '../../../../policy/console-command/one-line.js'
import { unsendable } from '../../rcon/rcon-failure.js'
import { type LinkState, ReconnectingSession, type SessionProblem } from '../../reconnecting-session.js'
import { retryOf } from '../panel/panel-failure.js'
import type { ConsoleStream } from '../stream/console-stream.js'
import { McsManagerUnavailable } from './mcsmanager-failure.js'
import { McsManagerSession, type McsManagerSessionTerms } from './mcsmanager-session.js'

export interface McsManagerStreamOptions extends McsManagerSessionTerms {
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: () => number
}

interface Standing {
  readonly state: LinkState
  readonly problem?: GatewayError
}

export class McsManagerStream implements ConsoleStream {
  /** The daemon writes each message at once, in the order in which it comes. */
  readonly keepsOrder = true
  /** The daemon repeats nothing. */
  readonly earlier: readonly string[] = []
  readonly #link: ReconnectingSession<McsManagerSession>
  readonly #changed = new Emitter<LinkState>()
  readonly #output = new Emitter<string>()
  #standing: Standing = { state: { kind: 'stopped' } }

  constructor(options: McsManagerStreamOptions) {
    const { clock, log, chance } = options
    this.#link = new ReconnectingSession({
      clock,
      ...(chance && { chance }),
      open: (signal) => McsManagerSession.open(options, signal),
      explain: (error) => Promise.resolve(explained(error)),
    })
    this.#link.onDidOpen((session) => {
      session.onOutput((text) => this.#output.emit(text))
      session.onDidChangePower(() => this.#show())
      this.#show()
    })
    this.#link.onDidChangeState((state) => {
      if (state.kind === 'online') log.info('MCSManager console connected')
      if (state.kind === 'offline') log.warn('MCSManager console is not connected', { code: state.problem.code })
      this.#show()
    })
  }

  readonly onDidChangeState = this.#changed.on
  readonly onOutput = this.#output.on

  get state(): LinkState {
    return this.#standing.state
  }

  get problem(): GatewayError | undefined {
    return this.#standing.problem
  }

  get isConnected(): boolean {
    return this.#link.session !== undefined
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

  send(line: string): void {
    oneLine(line)
    if (line.trim().toLowerCase() === '^c') {
      throw unsendable('The daemon would interrupt the server instead of sending this.', { reason: 'interrupt' })
    }
    const { session } = this.#link
    if (this.state.kind !== 'online' || !session) {
      throw this.problem ?? new McsManagerUnavailable('lost', { details: { state: this.state.kind } })
    }
    session.send(line)
  }

  #show(): void {
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
    if (session.power === 'running' || session.power === 'stopping') return { state }
    const stopped = new McsManagerUnavailable('stopped', { details: { state: session.power } })
    return { state: { kind: 'offline', problem: stopped.toContract() }, problem: stopped }
  }
}

function explained(thrown: unknown): SessionProblem {
  const error = asGatewayError(thrown)
  return { error, retry: error instanceof McsManagerUnavailable ? error.retry : retryOf(error) }
}
