/**
 * Text socket: a WebSocket of ours to a server of others that carries text.
 *
 * Enforces invariant 7: frames have a size limit and a rate, a fast sender is read more slowly, a silent link is dropped,
 * and sending is bounded by what the other side reads. Enforces invariant 8: a reason contains a code and never the
 * address or the other side's words.
 */
import WebSocket from 'ws'
import type { Clock } from '../gateway/ports/runtime.js'
import { FrameQuota, type FrameQuotaOptions } from '../policy/limits/frame-quota.js'
import { reachOf } from './address-reach.js'
import { lookupIn, type ResolveHost, resolveHost } from './checked-host.js'
import { socketLimits } from './socket-limits.js'

const handshakeTimeoutMs = 10_000
/** Milliseconds without traffic before a ping, and after it until the link counts as lost. */
const pingAfterMs = 30_000
const pongWithinMs = 10_000
/** Milliseconds for the other side to finish a close. */
const closingMs = 2_000

export interface TextSocketEvents {
  /** @param isHere the other side runs on this computer */
  open(isHere: boolean): void
  /** Empty when it was no text. */
  text(text: string): void
  /** Once, as the last event. @param code of the close frame; 1006 without one. @param reason as a code, to show */
  closed(code: number, reason: string): void
}

export interface TextSocket {
  send(text: string): void
  /** Ends the connection, with a close frame where it is open; `closed` follows, and no text before it. */
  close(): void
}

export type OpenTextSocket = (address: string, events: TextSocketEvents) => TextSocket

export interface TextSocketOptions extends FrameQuotaOptions {
  readonly clock: Pick<Clock, 'after' | 'elapsed'>
  /** Maximum bytes of a frame. */
  readonly maxFrameBytes: number
  /** Maximum bytes that the other side has not read; more end the connection. */
  readonly maxUnreadBytes: number
  readonly subprotocol?: string
  /** Whether only addresses of this computer and of private networks are connected to; without any, `publicReason`. */
  readonly nearOnly?: boolean
  readonly resolve?: ResolveHost
  /** Whether silence is answered by a ping; default: yes. Some hosts accept no traffic at all. */
  readonly pings?: boolean
  /** The reason to show for a close frame; default: its code. @param said the other side's own text */
  readonly reasonOf?: (code: number, said: string) => string
}

/** The reason when the other side did not respond in time. */
export const timedOutReason = 'ETIMEDOUT'
/** The reason when the address is on the internet, and must not be. */
export const publicReason = 'public'
/** The reason when the other side sent without end. */
export const floodReason = 'flood'
/** The reason when the other side does not speak the subprotocol. */
export const subprotocolReason = 'subprotocol'
const unknownHostReason = 'ENOTFOUND'

const lost = 1_006

/** Whether a reason means that the other side is no program of its kind, rather than that the link is lost. */
export const isForeign = (reason: string): boolean =>
  reason === floodReason || reason === subprotocolReason || /^(?:HTTP |WS_ERR_|HPE_)/u.test(reason)

/** @returns what never throws: errors are a `closed` event */
export const textSocketDial =
  (options: TextSocketOptions): OpenTextSocket =>
  (address, events) =>
    new LimitedSocket(address, options, events)

class LimitedSocket implements TextSocket {
  readonly #options: TextSocketOptions
  readonly #events: TextSocketEvents
  readonly #quota: FrameQuota
  #socket: WebSocket | undefined
  #failure: string | undefined
  #isClosing = false
  #cancelWatch = (): void => {}
  #cancelPause = (): void => {}

  constructor(address: string, options: TextSocketOptions, events: TextSocketEvents) {
    this.#options = options
    this.#events = events
    this.#quota = new FrameQuota(options.clock.elapsed(), options)
    if (options.nearOnly) void this.#connectNear(address)
    else this.#connect(address)
  }

  send(text: string): void {
    const socket = this.#socket
    if (socket?.readyState !== WebSocket.OPEN) return
    if (socket.bufferedAmount > this.#options.maxUnreadBytes) socket.terminate()
    else socket.send(text)
  }

  close(): void {
    if (this.#isClosing) return
    this.#isClosing = true
    const socket = this.#socket
    if (!socket) return this.#events.closed(lost, 'closed')
    this.#release()
    if (socket.readyState !== WebSocket.OPEN) return socket.terminate()
    socket.resume()
    socket.close(1_000)
    this.#cancelWatch = this.#options.clock.after(closingMs, () => socket.terminate())
  }

  /** Connects to no address but those that were checked, whatever the name resolves to later. */
  async #connectNear(address: string): Promise<void> {
    const { resolve = resolveHost } = this.#options
    const found = await resolve(new URL(address).hostname.replace(/^\[|\]$/gu, '')).catch(() => [])
    const near = found.filter((one) => reachOf(one.address) !== 'public')
    if (this.#isClosing) return
    if (near.length > 0) return this.#connect(address, near)
    this.#isClosing = true
    this.#events.closed(lost, found.length === 0 ? unknownHostReason : publicReason)
  }

  #connect(address: string, checked?: Awaited<ReturnType<ResolveHost>>): void {
    const { maxFrameBytes, maxUnreadBytes, subprotocol, reasonOf = (code) => `${code}` } = this.#options
    const socket = new WebSocket(address, subprotocol === undefined ? [] : [subprotocol], {
      ...socketLimits(maxFrameBytes),
      ...(checked && { lookup: lookupIn(checked) }),
      // One frame per turn of the event loop: a chunk with thousands of frames does not block others.
      allowSynchronousEvents: false,
      handshakeTimeout: handshakeTimeoutMs,
      followRedirects: false,
    })
    this.#socket = socket
    let isHere = false
    socket.on('upgrade', (response) => {
      isHere = reachOf(response.socket.remoteAddress ?? '') === 'loopback'
    })
    socket.on('open', () => {
      this.#watch(socket)
      this.#events.open(isHere)
    })
    socket.on('message', (data: Buffer, isBinary) => {
      if (this.#receives(socket, data.length)) this.#events.text(isBinary ? '' : `${data}`)
    })
    for (const beat of ['ping', 'pong'] as const) {
      socket.on(beat, (data: Buffer) => {
        // Each pong carries the bytes of its ping.
        if (socket.bufferedAmount > maxUnreadBytes) return socket.terminate()
        this.#receives(socket, data.length)
      })
    }
    socket.on('unexpected-response', (_request, response) => {
      this.#failure = `HTTP ${response.statusCode ?? 0}`
      socket.terminate()
    })
    socket.on('error', (error) => {
      this.#failure ??= reasonOfError(error)
    })
    socket.on('close', (code, said) => {
      this.#release()
      this.#events.closed(code, this.#failure ?? reasonOf(code, `${said}`))
    })
  }

  /** Whether a frame is taken. Nothing is lost before the other side never slows down. */
  #receives(socket: WebSocket, bytes: number): boolean {
    const { clock } = this.#options
    if (this.#isClosing || this.#failure !== undefined) return false
    this.#watch(socket)
    const decision = this.#quota.take(bytes, clock.elapsed())
    if (decision.kind === 'cut') {
      this.#failure = floodReason
      this.#release()
      socket.terminate()
      return false
    }
    if (decision.kind === 'pause') {
      socket.pause()
      this.#watch(socket, decision.milliseconds)
      this.#cancelPause()
      this.#cancelPause = clock.after(decision.milliseconds, () => socket.resume())
    }
    return true
  }

  /** Traffic proves that the link works; the next ping is due after silence. @param unread ms in which nothing is read */
  #watch(socket: WebSocket, unread = 0): void {
    const { clock, pings = true } = this.#options
    this.#cancelWatch()
    if (!pings || this.#isClosing) return
    this.#cancelWatch = clock.after(unread + pingAfterMs, () => {
      socket.ping()
      this.#cancelWatch = clock.after(pongWithinMs, () => {
        this.#failure = timedOutReason
        socket.terminate()
      })
    })
  }

  #release(): void {
    this.#cancelWatch()
    this.#cancelPause()
  }
}

function reasonOfError({ code, message }: NodeJS.ErrnoException): string {
  if (code !== undefined) return code
  if (message.includes('timed out')) return timedOutReason
  return message.includes('subprotocol') ? subprotocolReason : 'error'
}
