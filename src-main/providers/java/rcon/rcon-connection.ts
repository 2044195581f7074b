/**
 * RCON connection: keeps a connection to the console of one Java server.
 *
 * One connection and one command at a time, because vanilla shares one reply buffer between all connections. A command
 * with an unknown outcome is never repeated. After a wrong password there are no more attempts until a person changes
 * it, unless it was read from the folder of a container.
 */
import type { LookupAddress } from 'node:dns'
import { GatewayError } from '@contract/gateway-error.js'
import type { Log } from '../../../gateway/ports/runtime.js'
import type { ResolveHost } from '../../../network/checked-host.js'
import { describeService, type PortTarget } from '../doctor/port-service.js'
import type { LinkState, SessionProblem } from '../reconnecting-connection.js'
import { SessionConsole } from '../session-console.js'
import { addressesToTrust } from '../socket-connection.js'
import { maxRequestBytes } from './packet.js'
import { RconUnavailable } from './rcon-failure.js'
import { type RconEndpoint, RconSession, type RconSessionOptions } from './rcon-session.js'

export interface RconAddress extends Omit<RconEndpoint, 'addresses'> {
  /** A person confirmed that the password may be sent unencrypted over the internet. */
  readonly plainTextConfirmed?: boolean
  /**
   * Read before each login; replaces the password where it is known, as for a container that makes a new one at each
   * start. When it fails and the password is empty, there is none to log in with.
   */
  readonly currentPassword?: () => Promise<string | undefined>
}

export interface RconConnectionOptions extends RconSessionOptions {
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: (() => number) | undefined
  readonly resolve?: ResolveHost
  /** Identifies what responds at a port that is not RCON, as details of the problem. Never rejects. */
  readonly explain?: (target: PortTarget) => Promise<Record<string, unknown>>
}

export class RconConnection extends SessionConsole<RconSession> {
  readonly #options: RconConnectionOptions
  #address: RconAddress
  #addresses: readonly LookupAddress[] = []
  /** The last login used a password that may be another one after the next start of the server. */
  #isPasswordTemporary = false

  constructor(address: RconAddress, options: RconConnectionOptions) {
    super(options, maxRequestBytes)
    this.#address = address
    this.#options = options
    this.onDidChangeState((state) => this.#stateChanged(state))
  }

  /** Sets another address or password, and reconnects now. */
  change(address: RconAddress): void {
    this.#address = address
    this.reconnect()
  }

  protected override async open(signal: AbortSignal): Promise<RconSession> {
    const address = this.#address
    const { host, plainTextConfirmed } = address
    // What dials itself sends nothing in clear text over the network.
    const addresses = address.dial
      ? []
      : await addressesToTrust(host, { ...this.#options, mayBePublic: plainTextConfirmed === true }, RconUnavailable)
    this.#addresses = addresses
    const current = await address.currentPassword?.().catch((cause: unknown) => {
      if (address.password === '') throw cause
      return undefined
    })
    this.#isPasswordTemporary = current !== undefined
    return RconSession.open({ ...address, password: current ?? address.password, addresses }, this.#options, signal)
  }

  protected override async explain(thrown: unknown): Promise<SessionProblem> {
    const { host, port } = this.#address
    // The password could not be read again.
    if (thrown instanceof GatewayError && !(thrown instanceof RconUnavailable)) return { error: thrown, retry: 'slow' }
    const error = thrown instanceof RconUnavailable ? thrown : new RconUnavailable('lost', { cause: thrown })
    if (error.problem === 'wrong-password' && this.#isPasswordTemporary) return { error, retry: 'slow' }
    const { retry } = error
    // What is behind a tunnel cannot be looked at from here.
    if (retry !== 'slow' || this.#address.dial) return { error, retry }
    const { clock, explain = (target) => describeService(target, clock) } = this.#options
    const details = { ...(await explain({ host, port, addresses: this.#addresses })), port }
    return { error: new RconUnavailable(error.problem, { details, cause: error.cause }), retry }
  }

  #stateChanged(state: LinkState): void {
    const { log } = this.#options
    const { host, port } = this.#address
    if (state.kind === 'online') log.info('RCON connected', { host, port })
    if (state.kind === 'offline') log.warn('RCON is not connected', { host, port, code: state.problem.code })
  }
}
