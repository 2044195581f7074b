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
import type { ClientOptions, RawData, WebSocket } from 'ws'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { CertificateTrust } from '../../../network/certificate-check.js'
import { abortedDuringCall, closedDuringCall, noReplyInTime } from '../connection-failure.js'
import { Session } from '../session.js'
import { connectedWebSocket } from '../socket-connection.js'
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

export class ManagementSession extends Session {
  readonly #socket: WebSocket
  readonly #clock: Clock
  readonly #onNotification: (notification: ManagementNotification) => void
  readonly #pending = new Map<number, Pending>()
  #lastId = 0
  #badFrames = 0
  #second = { at: 0, frames: 0 }

  private constructor(socket: WebSocket, clock: Clock, onNotification: (notification: ManagementNotification) => void) {
    super()
    this.#socket = socket
    this.#clock = clock
    this.#onNotification = onNotification
    socket.on('message', (data, isBinary) => this.#receive(data, isBinary))
    socket.on('error', () => {})
    socket.on('close', () => this.end(new ManagementUnavailable('lost')))
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
    session.endOn(signal)
    return session
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
    if (!this.isOpen) return new ManagementUnavailable('lost')
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
    if (!this.isOpen) return
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
    this.end(new ManagementUnavailable('not-management'))
  }

  protected override closed(): Error {
    return new ManagementUnavailable('lost')
  }

  protected override release(): void {
    this.#socket.terminate()
    for (const { method, settle } of [...this.#pending.values()]) settle({ error: closedDuringCall({ method }) })
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

/** @throws GatewayError */
function opened(
  { url, secret, trust = {}, addresses, dial }: ManagementEndpoint,
  clock: Clock,
  signal: AbortSignal,
): Promise<WebSocket> {
  return connectedWebSocket(
    {
      url,
      trust,
      ...(addresses && { addresses }),
      maxFrameBytes,
      options: {
        headers: { authorization: `Bearer ${secret}` },
        ...(dial && { createConnection: dialled(() => dial(signal)) }),
      },
      Unavailable: ManagementUnavailable,
      failed: (error) => openingProblemOf(error, url.startsWith('wss:')),
      refused: (statusCode) =>
        new ManagementUnavailable(statusCode === 401 ? 'wrong-secret' : 'not-management', { details: { statusCode } }),
    },
    { clock, timeoutMs: openTimeoutMs, signal },
  )
}
