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
import { publicAddressIn, type ResolveHost, resolveHost } from '../../../network/checked-host.js'
import { oneLine } from '../../../policy/console-command/one-line.js'
import { abortedDuringCall } from '../connection-failure.js'
import { describeService, type PortTarget } from '../doctor/port-service.js'
import type { Console, ConsoleOptions } from '../ports.js'
import { type LinkState, ReconnectingSession, type SessionProblem } from '../reconnecting-session.js'
import { maxRequestBytes } from './packet.js'
import { abortedBeforeCommand, commandQueueFull, RconUnavailable, retryOf, unsendable } from './rcon-failure.js'
import { type RconEndpoint, RconSession, type RconSessionOptions } from './rcon-session.js'

export type RconState = LinkState

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
  readonly chance?: () => number
  readonly resolve?: ResolveHost
  /** Identifies what responds at a port that is not RCON, as details of the problem. Never rejects. */
  readonly explain?: (target: PortTarget) => Promise<Record<string, unknown>>
}

interface WaitingCommand {
  readonly command: string
  readonly timeoutMs: number
  readonly resolve: (reply: string) => void
  readonly reject: (error: unknown) => void
}

/** Timeout of a command in milliseconds. */
const commandTimeoutMs = 15_000
const maxWaiting = 256

export class RconConnection implements Console {
  readonly #options: RconConnectionOptions
  readonly #link: ReconnectingSession<RconSession>
  readonly #queue = new Set<WaitingCommand>()
  #address: RconAddress
  #addresses: readonly LookupAddress[] = []
  #isRunning = false
  /** The last login used a password that may be another one after the next start of the server. */
  #isPasswordTemporary = false

  constructor(address: RconAddress, options: RconConnectionOptions) {
    this.#address = address
    this.#options = options
    this.#link = new ReconnectingSession({
      clock: options.clock,
      ...(options.chance && { chance: options.chance }),
      open: (signal) => this.#open(signal),
      explain: (error) => this.#explain(error),
    })
    this.#link.onDidOpen(() => void this.#runNext())
    this.#link.onDidChangeState((state) => this.#stateChanged(state))
    this.onDidChangeState = this.#link.onDidChangeState
  }

  readonly onDidChangeState: ReconnectingSession<RconSession>['onDidChangeState']

  get state(): RconState {
    return this.#link.state
  }

  start(): void {
    this.#link.start()
  }

  /** Connects now instead of waiting. */
  reconnect(): void {
    this.#link.reconnect()
  }

  /** Sets another address or password, and reconnects now. */
  change(address: RconAddress): void {
    this.#address = address
    this.#link.reconnect()
  }

  stop(): void {
    this.#link.stop()
  }

  run(command: string, { signal, timeoutMs = commandTimeoutMs }: ConsoleOptions = {}): Promise<string> {
    const objection = objectionTo(command) ?? this.#unavailable()
    if (objection) return Promise.reject(objection)
    if (signal?.aborted) return Promise.reject(abortedBeforeCommand())
    if (this.#queue.size >= maxWaiting) return Promise.reject(commandQueueFull(maxWaiting))
    return new Promise((resolve, reject) => {
      const abort = () => reject(this.#queue.delete(waiting) ? abortedBeforeCommand() : abortedDuringCall())
      const settled = () => signal?.removeEventListener('abort', abort)
      const waiting: WaitingCommand = {
        command,
        timeoutMs,
        resolve: (reply) => {
          settled()
          resolve(reply)
        },
        reject: (error) => {
          settled()
          reject(error)
        },
      }
      signal?.addEventListener('abort', abort, { once: true })
      this.#queue.add(waiting)
      void this.#runNext()
    })
  }

  /**
   * First in, first out. A command that was sent keeps its turn until it ends, even when its caller stopped waiting.
   */
  async #runNext(): Promise<void> {
    const [next] = this.#queue
    const { session } = this.#link
    if (this.#isRunning || !next || !session) return
    this.#queue.delete(next)
    this.#isRunning = true
    try {
      next.resolve(await session.run(next.command, next.timeoutMs))
    } catch (error) {
      next.reject(error)
    } finally {
      this.#isRunning = false
    }
    await this.#runNext()
  }

  #unavailable(): Error | undefined {
    const { state, problem } = this.#link
    if (state.kind === 'online') return undefined
    return problem ?? new RconUnavailable('lost', { details: { state: state.kind } })
  }

  async #open(signal: AbortSignal): Promise<RconSession> {
    const address = this.#address
    // What dials itself sends nothing in clear text over the network.
    const addresses = address.dial ? [] : await this.#checkedAddresses(address)
    this.#addresses = addresses
    const current = await address.currentPassword?.().catch((cause: unknown) => {
      if (address.password === '') throw cause
      return undefined
    })
    this.#isPasswordTemporary = current !== undefined
    return RconSession.open({ ...address, password: current ?? address.password, addresses }, this.#options, signal)
  }

  /** @throws RconUnavailable when the password would be sent over the internet without a person's confirmation */
  async #checkedAddresses({ host, plainTextConfirmed }: RconAddress): Promise<readonly LookupAddress[]> {
    const { resolve = resolveHost } = this.#options
    const addresses = await resolve(host).catch((cause: unknown) => {
      throw new RconUnavailable('unknown-host', { cause })
    })
    if (addresses.length === 0) throw new RconUnavailable('unknown-host')
    const publicAddress = publicAddressIn(addresses)
    if (publicAddress !== undefined && !plainTextConfirmed) {
      throw new RconUnavailable('public-address', { details: { address: publicAddress } })
    }
    return addresses
  }

  async #explain(thrown: unknown): Promise<SessionProblem> {
    const { host, port } = this.#address
    // The password could not be read again.
    if (thrown instanceof GatewayError && !(thrown instanceof RconUnavailable)) return { error: thrown, retry: 'slow' }
    const error = thrown instanceof RconUnavailable ? thrown : new RconUnavailable('lost', { cause: thrown })
    if (error.problem === 'wrong-password' && this.#isPasswordTemporary) return { error, retry: 'slow' }
    const retry = retryOf(error.problem)
    // What is behind a tunnel cannot be looked at from here.
    if (retry !== 'slow' || this.#address.dial) return { error, retry }
    const { clock, explain = (target) => describeService(target, clock) } = this.#options
    const details = { ...(await explain({ host, port, addresses: this.#addresses })), port }
    return { error: new RconUnavailable(error.problem, { details, cause: error.cause }), retry }
  }

  #stateChanged(state: RconState): void {
    const { log } = this.#options
    const { host, port } = this.#address
    if (state.kind === 'online') log.info('RCON connected', { host, port })
    if (state.kind === 'offline') log.warn('RCON is not connected', { host, port, code: state.problem.code })
    if (state.kind === 'online') return
    const waiting = [...this.#queue]
    this.#queue.clear()
    for (const { reject } of waiting) reject(this.#unavailable())
  }
}

/** Why a command cannot be sent as one line in one packet. */
function objectionTo(command: string): GatewayError | undefined {
  const bytes = Buffer.byteLength(command)
  if (bytes > maxRequestBytes) {
    return unsendable('The command is too long for RCON.', { reason: 'too-long', bytes, limitBytes: maxRequestBytes })
  }
  try {
    oneLine(command)
  } catch (error) {
    return error as GatewayError
  }
  return undefined
}
