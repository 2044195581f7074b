/**
 * Management session: one WebSocket to the management server of a Java server, with JSON-RPC 2.0 in text frames.
 *
 * Guards invariant 7: the size of frames and the size and number of requests are limited. Too many invalid frames, or
 * too many frames, end the session. The secret is sent in a header, and with `wss:` only to a trusted certificate.
 */

import type { LookupAddress } from 'node:dns'
import type { Duplex } from 'node:stream'
import { GatewayError } from '@contract/gateway-error.js'
import { isObject } from '@contract/json/json-object.js'
import WebSocket, { type ClientOptions, type RawData } from 'ws'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { type CertificateTrust, checkedConnection } from '../../../network/certificate-check.js'
import { lookupIn } from '../../../network/checked-host.js'
import { socketLimits } from '../../../network/socket-limits.js'
import { abortedDuringCall, closedDuringCall, noReplyInTime } from '../connection-failure.js'
import type { ReconnectableSession } from '../reconnecting-session.js'
import { ManagementUnavailable, openingProblemOf, refusedByServer } from './management-failure.js'

export interface ManagementEndpoint {
  /** `ws:` or `wss:`. */
  readonly url: string
  readonly secret: string
  readonly trust?: CertificateTrust
  /** Verified addresses of the host; resolved by the system when omitted. */
  readonly addresses?: readonly LookupAddress[]
  /** Opens the connection another way, such as through an SSH tunnel, with time limits of its own. */
  readonly dial?: (signal: AbortSignal) => Promise<Duplex>
}

export interface ManagementNotification {
  readonly method: string
  /** The only parameter, if any. */
  readonly parameter: unknown
}

export interface CallOptions {
  readonly signal?: AbortSignal
  readonly timeoutMs?: number
}

const openTimeoutMs = 10_000
const callTimeoutMs = 15_000
/** Maximum bytes of a frame from the server. */
const maxFrameBytes = 1_048_576
/** Maximum bytes of a request: the server's own limit. */
const maxRequestBytes = 65_536
const maxPending = 64
/** Maximum frames per second, and invalid frames per session. */
const maxFramesPerSecond = 1_000
const maxBadFrames = 32

interface Pending {
  readonly method: string
  readonly settle: (outcome: { readonly result: unknown } | { readonly error: GatewayError }) => void
}

export class ManagementSession implements ReconnectableSession {
  readonly #socket: WebSocket
  readonly #clock: Clock
  readonly #onNotification: (notification: ManagementNotification) => void
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #badFrames = 0
  #second = { at: 0, frames: 0 }
  #end: Error | undefined
  #endedByUs = false
  #onEnd: (error: Error) => void = () => {}

  private constructor(socket: WebSocket, clock: Clock, onNotification: (notification: ManagementNotification) => void) {
    this.#socket = socket
    this.#clock = clock
    this.#onNotification = onNotification
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('error', () => {})
    socket.on('close', () => this.#ended(new ManagementUnavailable('lost')))
  }

  /**
   * @param signal ends the session whenever it aborts
   * @throws GatewayError
   */
  static async open(
    endpoint: ManagementEndpoint,
    clock: Clock,
    signal: AbortSignal,
    onNotification: (notification: ManagementNotification) => void,
  ): Promise<ManagementSession> {
    const socket = await opened(endpoint, clock, signal)
    const session = new ManagementSession(socket, clock, onNotification)
    const abort = () => session.close()
    signal.addEventListener('abort', abort, { once: true })
    socket.once('close', () => signal.removeEventListener('abort', abort))
    return session
  }

  get isOpen(): boolean {
    return this.#end === undefined
  }

  get endedByUs(): boolean {
    return this.#endedByUs
  }

  onEnd(callback: (error: Error) => void): void {
    if (this.#end) callback(this.#end)
    else this.#onEnd = callback
  }

  close(): void {
    this.#endedByUs = this.#end === undefined
    this.#ended(new ManagementUnavailable('lost'))
  }

  /**
   * Calls a method with one parameter or none.
   *
   * @throws GatewayError; `details.mayHaveRun` is true when the outcome is unknown
   */
  call(method: string, parameter?: unknown, { signal, timeoutMs = callTimeoutMs }: CallOptions = {}): Promise<unknown> {
    const id = (this.#lastId % 0x7fff_fff0) + 1
    this.#lastId = id
    const params = parameter === undefined ? [] : [parameter]
    const frame = JSON.stringify({ jsonrpc: '2.0', id, method, params })
    const objection = this.#objectionTo(frame, signal)
    if (objection) return Promise.reject(objection)
    return new Promise((resolve, reject) => {
      const settle: Pending['settle'] = (outcome) => {
        this.#pending.delete(id)
        stop()
        signal?.removeEventListener('abort', abort)
        if ('error' in outcome) reject(outcome.error)
        else resolve(outcome.result)
      }
      const abort = () => settle({ error: abortedDuringCall({ method }) })
      const stop = this.#clock.after(timeoutMs, () => settle({ error: noReplyInTime(timeoutMs, { method }) }))
      signal?.addEventListener('abort', abort, { once: true })
      this.#pending.set(id, { method, settle })
      this.#socket.send(frame)
    })
  }

  #objectionTo(frame: string, signal: AbortSignal | undefined): GatewayError | undefined {
    if (this.#end) return new ManagementUnavailable('lost')
    if (signal?.aborted) return new ManagementUnavailable('lost', { details: { reason: 'aborted' } })
    if (this.#pending.size >= maxPending) {
      return new GatewayError('SYSTEM.RATE_LIMITED', { details: { waiting: maxPending, retryAfterMs: 1_000 } })
    }
    const bytes = Buffer.byteLength(frame)
    if (bytes <= maxRequestBytes) return undefined
    return new GatewayError('PROTOCOL.INVALID_REQUEST', {
      message: 'The request is too large for the management server.',
      details: { reason: 'too-long', bytes, limitBytes: maxRequestBytes },
    })
  }

  #receive(data: RawData, isBinary: boolean): void {
    if (this.#end) return
    if (this.#isFlood()) return this.#fail()
    const frame = isBinary ? undefined : objectIn(data.toString())
    if (!frame) return this.#bad()
    if (typeof frame.method === 'string') this.#notified(frame.method, frame.params, frame.id)
    else this.#settle(frame)
  }

  #isFlood(): boolean {
    const now = this.#clock.elapsed()
    if (now - this.#second.at >= 1_000) this.#second = { at: now, frames: 0 }
    this.#second.frames += 1
    return this.#second.frames > maxFramesPerSecond
  }

  #notified(method: string, params: unknown, id: unknown): void {
    // Servers call no methods of the client.
    if (id !== undefined) return this.#bad()
    this.#onNotification({ method: method.slice(0, 256), parameter: onlyParameter(params) })
  }

  #settle({ id, result, error }: Frame): void {
    const pending = typeof id === 'number' ? this.#pending.get(id) : undefined
    if (!pending) return this.#bad()
    // Some versions put the error inside the result.
    const failure = error ?? (isObject(result) && isObject(result.error) ? result.error : undefined)
    if (failure === undefined) return pending.settle({ result })
    const { code, message, data } = isObject(failure) ? failure : ({} as Frame)
    pending.settle({ error: refusedByServer(code, message, data, pending.method) })
  }

  #bad(): void {
    this.#badFrames += 1
    if (this.#badFrames > maxBadFrames) this.#fail()
  }

  #fail(): void {
    this.#ended(new ManagementUnavailable('not-management'))
  }

  #ended(error: Error): void {
    if (this.#end) return
    this.#end = error
    this.#socket.terminate()
    for (const { method, settle } of [...this.#pending.values()]) settle({ error: closedDuringCall({ method }) })
    this.#onEnd(error)
  }
}

type Frame = Readonly<Record<string, unknown>>

function objectIn(text: string): Frame | undefined {
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

/** `[x]` or `{name: x}`. */
function onlyParameter(params: unknown): unknown {
  if (Array.isArray(params)) return params[0]
  return isObject(params) ? Object.values(params)[0] : undefined
}

function dialled(dial: () => Promise<Duplex>): NonNullable<ClientOptions['createConnection']> {
  const create = (_target: unknown, done: (error: Error | null, socket?: Duplex) => void) =>
    void dial().then((socket) => done(null, socket), done)
  // Node waits for the callback when nothing is returned; the types assume the opposite.
  return create as unknown as NonNullable<ClientOptions['createConnection']>
}

/** An open WebSocket. @throws GatewayError */
function opened(
  { url, secret, trust = {}, addresses, dial }: ManagementEndpoint,
  clock: Clock,
  signal: AbortSignal,
): Promise<WebSocket> {
  return new Promise((resolve, reject) => {
    let giveUp = () => {}
    const isSecure = url.startsWith('wss:')
    const socket = new WebSocket(url, {
      headers: { authorization: `Bearer ${secret}` },
      ...socketLimits(maxFrameBytes),
      // One frame in each turn of the event loop.
      allowSynchronousEvents: false,
      followRedirects: false,
      ...(addresses && !isSecure && { lookup: lookupIn(addresses) }),
      ...checkedConnection(url, trust, (stop) => {
        giveUp = stop
      }),
      ...(dial && { createConnection: dialled(() => dial(signal)) }),
    })
    const settle = (report: () => void) => {
      stop()
      signal.removeEventListener('abort', abort)
      socket.removeAllListeners()
      socket.on('error', () => {})
      report()
    }
    const fail = (error: GatewayError) =>
      settle(() => {
        giveUp()
        socket.terminate()
        reject(error)
      })
    const abort = () => fail(new ManagementUnavailable('lost'))
    const stop = clock.after(openTimeoutMs, () => fail(new ManagementUnavailable('no-connection-in-time')))
    signal.addEventListener('abort', abort, { once: true })
    socket.once('error', (error) => fail(openingProblemOf(error, isSecure)))
    socket.once('unexpected-response', (_request, { statusCode }) =>
      fail(
        new ManagementUnavailable(statusCode === 401 ? 'wrong-secret' : 'not-management', { details: { statusCode } }),
      ),
    )
    socket.once('open', () => settle(() => resolve(socket)))
    if (signal.aborted) abort()
  })
}
