/**
 * Text socket: a WebSocket of ours to a server of others that carries text.
 *
 * Enforces invariant 7: frames have a size limit, only text is accepted, and sending is bounded by what the other side
 * reads. Enforces invariant 8: a reason contains a code and never the address or the other side's words.
 */
import { isIP, type LookupFunction } from 'node:net'
import WebSocket from 'ws'
import { reachOf } from './address-reach.js'
import { lookupIn, resolveHost } from './checked-host.js'
import { socketLimits } from './socket-limits.js'

/** Maximum unread bytes. */
const maxUnreadBytes = 1_048_576
/** Connection timeout in milliseconds. */
const handshakeTimeoutMs = 15_000

export interface TextSocketEvents {
  open(): void
  text(text: string): void
  /** A pong arrived. */
  alive(): void
  /** Once, as the last event. @param code of the close frame; 1006 without one. @param reason as a code, to show */
  closed(code: number, reason: string): void
}

export interface TextSocket {
  send(text: string): void
  ping(): void
  close(code: number): void
  /** Drops the connection without a close frame. */
  terminate(): void
  /** Stops reading, until `resume`. */
  pause(): void
  resume(): void
}

export type OpenTextSocket = (address: string, events: TextSocketEvents) => TextSocket

export interface TextSocketOptions {
  /** Maximum bytes of a frame. */
  readonly maxFrameBytes: number
  /** Whether it stays on this computer and in private networks; otherwise it ends with `publicReason`. */
  readonly nearOnly?: boolean
  /** The reason to show for a close frame; default: its code. @param said the other side's own text */
  readonly reasonOf?: (code: number, said: string) => string
}

/** The reason when the other side did not respond in time. */
export const timedOutReason = 'ETIMEDOUT'

/** The reason when the address is on the internet, and must not be. */
export const publicReason = 'public'

/** Checks every address of the name, and connects to no other. */
const nearLookup: LookupFunction = (host, options, done) => {
  resolveHost(host).then(
    (addresses) => {
      if (addresses.every(({ address }) => reachOf(address) !== 'public')) lookupIn(addresses)(host, options, done)
      else done(Object.assign(new Error(publicReason), { code: publicReason }), [])
    },
    (error: NodeJS.ErrnoException) => done(error, []),
  )
}

/** A literal address is never looked up. */
function isPublicLiteral(address: string): boolean {
  const host = new URL(address).hostname.replace(/^\[|\]$/gu, '')
  return isIP(host) !== 0 && reachOf(host) === 'public'
}

const unconnected: TextSocket = { send() {}, ping() {}, close() {}, terminate() {}, pause() {}, resume() {} }

/** @returns what never throws: errors are a `closed` event */
export const textSocketDial =
  ({ maxFrameBytes, nearOnly = false, reasonOf = (code) => `${code}` }: TextSocketOptions): OpenTextSocket =>
  (address, events) => {
    if (nearOnly && isPublicLiteral(address)) {
      queueMicrotask(() => events.closed(1_006, publicReason))
      return unconnected
    }
    const socket = new WebSocket(address, {
      ...socketLimits(maxFrameBytes),
      ...(nearOnly && { lookup: nearLookup }),
      // One frame per turn of the event loop: a chunk with thousands of frames does not block others.
      allowSynchronousEvents: false,
      handshakeTimeout: handshakeTimeoutMs,
      followRedirects: false,
    })
    let failure: string | undefined
    socket.on('open', () => events.open())
    socket.on('message', (data, isBinary) => {
      if (!isBinary) events.text(`${data as Buffer}`)
    })
    socket.on('ping', () => {
      // Each pong carried its own bytes.
      if (socket.bufferedAmount > maxUnreadBytes) return socket.terminate()
      events.alive()
    })
    socket.on('pong', () => events.alive())
    socket.on('unexpected-response', (_request, response) => {
      failure = `HTTP ${response.statusCode ?? 0}`
      socket.terminate()
    })
    socket.on('error', (error: NodeJS.ErrnoException) => {
      failure ??= error.code ?? (error.message.includes('timed out') ? timedOutReason : 'error')
    })
    socket.on('close', (code, reason) => events.closed(code, failure ?? reasonOf(code, `${reason}`)))
    return {
      send(text) {
        if (socket.bufferedAmount > maxUnreadBytes) return socket.terminate()
        if (socket.readyState === WebSocket.OPEN) socket.send(text)
      },
      ping() {
        if (socket.readyState === WebSocket.OPEN) socket.ping()
      },
      close: (code) => socket.close(code),
      terminate: () => socket.terminate(),
      pause: () => socket.pause(),
      resume: () => socket.resume(),
    }
  }
