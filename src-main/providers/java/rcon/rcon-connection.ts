/**
 * RCON connection: the console of one Java server, kept connected.
 *
 * One connection and one command at a time, because vanilla shares one reply buffer between all connections. A command
 * whose outcome is unknown is never repeated. A wrong password stops all attempts until a person changes it.
 */
import type { LookupAddress } from 'node:dns'
import { lookup } from 'node:dns/promises'
import type { ContractError } from '../../../contract/generated/error.js'
import { Emitter } from '../../../gateway/emitter.js'
import type { Log } from '../../../gateway/ports.js'
import { reachOf } from '../../../network/address-reach.js'
import { backOff, mendedByPersonMs } from '../../../policy/back-off.js'
import type { Console, ConsoleOptions } from '../console.js'
import { mostRequestBytes } from './packet.js'
import {
  abortedBeforeCommand,
  abortedDuringCommand,
  queueFull,
  RconUnavailable,
  retryOf,
  unsendable,
} from './rcon-failure.js'
import { type RconEndpoint, RconSession, type SessionOptions } from './rcon-session.js'

export interface RconAddress extends Omit<RconEndpoint, 'addresses'> {
  /** A person confirmed that the password may cross the internet as plain text. */
  readonly plainTextConfirmed?: boolean
}

export interface RconConnectionOptions extends SessionOptions {
  readonly log: Log
  /** 0 up to 1. */
  readonly chance?: () => number
  readonly resolve?: (host: string) => Promise<readonly LookupAddress[]>
  /** Says what answers at a port that is not RCON, as details of the problem. Never rejects. */
  readonly explain?: (host: string, port: number) => Promise<Record<string, unknown>>
}

export type RconState =
  | { readonly kind: 'connecting' }
  | { readonly kind: 'online' }
  /** `retryMs`: until the next attempt; absent when only `reconnect` or `change` starts one. */
  | { readonly kind: 'offline'; readonly problem: ContractError; readonly retryMs?: number }
  | { readonly kind: 'stopped' }

interface Waiting {
  readonly command: string
  readonly timeoutMs: number
  readonly resolve: (reply: string) => void
  readonly reject: (error: unknown) => void
}

/** Milliseconds a command may take. */
const commandTimeoutMs = 15_000
const firstRetryMs = 1_000
/** Milliseconds a connection must last before the next loss counts as the first. */
const lastingMs = 10_000
const mostWaiting = 256

export class RconConnection implements Console {
  readonly #options: RconConnectionOptions
  readonly #changed = new Emitter<RconState>()
  readonly #queue = new Set<Waiting>()
  #address: RconAddress
  #state: RconState = { kind: 'stopped' }
  #session: RconSession | undefined
  #attempt: AbortController | undefined
  #isRunning = false
  #retries = 0
  #onlineAt = 0
  #problem: RconUnavailable | undefined
  #stopTimer: () => void = () => {}

  constructor(address: RconAddress, options: RconConnectionOptions) {
    this.#address = address
    this.#options = options
  }

  readonly onDidChangeState = this.#changed.on

  get state(): RconState {
    return this.#state
  }

  start(): void {
    if (this.#state.kind === 'stopped') this.reconnect()
  }

  /** Connects now, whatever it waits for. */
  reconnect(): void {
    this.#hangUp(new RconUnavailable('lost'))
    this.#retries = 0
    this.#show({ kind: 'connecting' })
    void this.#connect()
  }

  /** Takes another address or password, and connects with it now. */
  change(address: RconAddress): void {
    this.#address = address
    this.reconnect()
  }

  stop(): void {
    this.#hangUp(new RconUnavailable('lost'))
    this.#show({ kind: 'stopped' })
  }

  run(command: string, { signal, timeoutMs = commandTimeoutMs }: ConsoleOptions = {}): Promise<string> {
    const objection = objectionTo(command) ?? this.#unavailable()
    if (objection) return Promise.reject(objection)
    if (signal?.aborted) return Promise.reject(abortedBeforeCommand())
    if (this.#queue.size >= mostWaiting) return Promise.reject(queueFull(mostWaiting))
    return new Promise((resolve, reject) => {
      const abort = () => reject(this.#queue.delete(waiting) ? abortedBeforeCommand() : abortedDuringCommand())
      const settled = () => signal?.removeEventListener('abort', abort)
      const waiting: Waiting = {
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

  /** First in, first out. A command that was sent keeps its turn to the end, also when its caller stopped waiting. */
  async #runNext(): Promise<void> {
    const [next] = this.#queue
    const session = this.#session
    if (this.#isRunning || !next || !session?.isOpen) return
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

  #unavailable(): RconUnavailable | undefined {
    if (this.#state.kind === 'online') return undefined
    const cause = this.#state.kind === 'offline' ? this.#problem : undefined
    return cause ?? new RconUnavailable('lost', { details: { state: this.#state.kind } })
  }

  async #connect(): Promise<void> {
    const attempt = new AbortController()
    this.#attempt = attempt
    const address = this.#address
    try {
      const addresses = await this.#checkedAddresses(address)
      const session = await RconSession.open({ ...address, addresses }, this.#options, attempt.signal)
      if (attempt !== this.#attempt) return session.close()
      this.#opened(session, attempt)
    } catch (error) {
      const problem = error instanceof RconUnavailable ? error : new RconUnavailable('lost', { cause: error })
      const explained = await this.#explained(problem, address)
      if (attempt === this.#attempt) this.#failed(explained)
    }
  }

  /** @throws RconUnavailable when the password would cross the internet and nobody confirmed that */
  async #checkedAddresses({ host, plainTextConfirmed }: RconAddress): Promise<readonly LookupAddress[]> {
    const { resolve = (name) => lookup(name, { all: true }) } = this.#options
    const addresses = await resolve(host).catch((cause: unknown) => {
      throw new RconUnavailable('unknown-host', { cause })
    })
    if (addresses.length === 0) throw new RconUnavailable('unknown-host')
    const publicAddress = addresses.find(({ address }) => reachOf(address) === 'public')
    if (publicAddress && !plainTextConfirmed) {
      throw new RconUnavailable('public-address', { details: { address: publicAddress.address } })
    }
    return addresses
  }

  async #explained(problem: RconUnavailable, { host, port }: RconAddress): Promise<RconUnavailable> {
    const { explain } = this.#options
    if (!explain || retryOf(problem.problem) !== 'slow') return problem
    return new RconUnavailable(problem.problem, { details: await explain(host, port), cause: problem.cause })
  }

  #opened(session: RconSession, attempt: AbortController): void {
    this.#session = session
    session.onEnd(() => {
      if (session === this.#session && attempt === this.#attempt) this.#lost(session)
    })
    if (!session.isOpen) return
    this.#onlineAt = this.#options.clock.elapsed()
    this.#problem = undefined
    if (this.#state.kind !== 'online') {
      this.#options.log.info('RCON connected', { host: this.#address.host, port: this.#address.port })
    }
    this.#show({ kind: 'online' })
    void this.#runNext()
  }

  /** After a command that cost the connection, but whose reply is whole, it is opened again without a word. */
  #lost(session: RconSession): void {
    this.#session = undefined
    if (session.endedByUs) {
      void this.#connect()
      return
    }
    if (this.#options.clock.elapsed() - this.#onlineAt >= lastingMs) this.#retries = 0
    this.#failed(new RconUnavailable('lost'))
  }

  #failed(problem: RconUnavailable): void {
    const { clock, log, chance = Math.random } = this.#options
    this.#attempt = undefined
    this.#problem = problem
    this.#rejectAll(problem)
    const pace = retryOf(problem.problem)
    const delays = { growing: backOff(this.#retries, firstRetryMs, chance()), slow: mendedByPersonMs, never: undefined }
    const retryMs = delays[pace]
    if (retryMs !== undefined) {
      this.#retries += 1
      this.#stopTimer = clock.after(retryMs, () => void this.#connect())
    }
    if (this.#state.kind !== 'offline') log.warn('RCON is not connected', { reason: problem.problem })
    this.#show({ kind: 'offline', problem: problem.toContract(), ...(retryMs !== undefined && { retryMs }) })
  }

  #hangUp(reason: RconUnavailable): void {
    this.#stopTimer()
    const attempt = this.#attempt
    this.#attempt = undefined
    attempt?.abort()
    this.#session?.close()
    this.#session = undefined
    this.#rejectAll(reason)
  }

  #rejectAll(error: RconUnavailable): void {
    const waiting = [...this.#queue]
    this.#queue.clear()
    for (const { reject } of waiting) reject(error)
  }

  #show(state: RconState): void {
    this.#state = state
    this.#changed.emit(state)
  }
}

/** Why a command cannot be sent as one line in one packet. */
function objectionTo(command: string) {
  const bytes = Buffer.byteLength(command)
  if (bytes > mostRequestBytes) {
    return unsendable('The command is too long for RCON.', { reason: 'too-long', bytes, limitBytes: mostRequestBytes })
  }
  if (/[\p{Cc}\p{Cs}]/u.test(command)) {
    return unsendable('The command contains a line break or another control character.', {
      reason: 'control-character',
    })
  }
  return undefined
}
