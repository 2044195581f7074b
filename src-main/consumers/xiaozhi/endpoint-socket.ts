/**
 * Endpoint socket: text to and from a XiaoZhi endpoint over WebSocket. See docs/protocol.md#xiaozhi.
 *
 * Guards invariant 7: a frame has a size limit, only text is taken, and no more is sent than the other side reads. Guards
 * invariant 8: a reason names a code and never the address.
 */
import WebSocket from 'ws'
import { socketLimits } from '../../network/socket-limits.js'

/** Bytes of a frame that the endpoint may send: requests of a model are small. */
export const maxFrameBytes = 262_144
/** Bytes that may wait for the endpoint to read them. */
const mostUnreadBytes = 1_048_576
/** Milliseconds from the dial until the connection stands. */
const handshakeTimeoutMs = 15_000

export interface SocketEvents {
  open(): void
  text(text: string): void
  /** It answered a ping. */
  alive(): void
  /** Once, as the last event. @param code of the close frame; 1006 without one. @param reason as a code, to show */
  closed(code: number, reason: string): void
}

export interface EndpointSocket {
  send(text: string): void
  ping(): void
  close(code: number): void
  /** Drops the connection without a close frame. */
  terminate(): void
}

export type Dial = (address: string, events: SocketEvents) => EndpointSocket

/** @throws never: what goes wrong is a `closed` event */
export const dialEndpoint: Dial = (address, events) => {
  const socket = new WebSocket(address, {
    ...socketLimits(maxFrameBytes),
    // One frame in each turn of the event loop: a chunk with thousands of frames holds nobody else up.
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
    // Each was answered with its own bytes.
    if (socket.bufferedAmount > mostUnreadBytes) return socket.terminate()
    events.alive()
  })
  socket.on('pong', () => events.alive())
  socket.on('unexpected-response', (_request, response) => {
    failure = `HTTP ${response.statusCode ?? 0}`
    socket.terminate()
  })
  socket.on('error', (error: NodeJS.ErrnoException) => {
    failure ??= error.code ?? 'error'
  })
  socket.on('close', (code, reason) => events.closed(code, failure ?? closeReason(code, `${reason}`)))
  return {
    send(text) {
      if (socket.bufferedAmount > mostUnreadBytes) return socket.terminate()
      if (socket.readyState === WebSocket.OPEN) socket.send(text)
    },
    ping() {
      if (socket.readyState === WebSocket.OPEN) socket.ping()
    },
    close: (code) => socket.close(code),
    terminate: () => socket.terminate(),
  }
}

/** What endpoint servers say when another program took the place. */
const replacement = ['replaced', 'new connection', '新连接', '新的连接', '替换', '顶替']

/** A reason is the endpoint's own text: only what we know by name is kept of it. */
function closeReason(code: number, reason: string): string {
  const said = reason.toLowerCase()
  return replacement.some((words) => said.includes(words)) ? replacedReason : `${code}`
}

/** The reason of a connection that another one took over. */
export const replacedReason = 'replaced'
