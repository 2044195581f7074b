/**
 * Endpoint socket: text to and from a XiaoZhi endpoint over WebSocket. See docs/protocol.md#xiaozhi.
 *
 * Enforces invariant 7: frames have a size limit, only text is accepted, and sending is bounded by what the other side
 * reads. Enforces invariant 8: a reason contains a code and never the address.
 */

import type { XiaozhiTest } from '@shared/features/xiaozhi.js'
import WebSocket from 'ws'
import type { Clock } from '../../gateway/ports/runtime.js'
import { socketLimits } from '../../network/socket-limits.js'

/** Maximum bytes of a frame: requests of a model are small. */
export const maxFrameBytes = 262_144
/** Maximum unread bytes. */
const maxUnreadBytes = 1_048_576
/** Connection timeout in milliseconds. */
const handshakeTimeoutMs = 15_000

export interface EndpointSocketEvents {
  open(): void
  text(text: string): void
  /** A pong arrived. */
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

export type OpenSocket = (address: string, events: EndpointSocketEvents) => EndpointSocket

/** @throws never: errors are a `closed` event */
export const dialEndpoint: OpenSocket = (address, events) => {
  const socket = new WebSocket(address, {
    ...socketLimits(maxFrameBytes),
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
  socket.on('close', (code, reason) => events.closed(code, failure ?? closeReason(code, `${reason}`)))
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
  }
}

/** The texts of endpoint servers when another program replaced this connection. */
const replacement = ['replaced', 'new connection', '新连接', '新的连接', '替换', '顶替']

/** A reason is the endpoint's own text: only known ones are kept. */
function closeReason(code: number, reason: string): string {
  const said = reason.toLowerCase()
  return replacement.some((words) => said.includes(words)) ? replacedReason : `${code}`
}

/** The reason when the endpoint did not respond in time. */
export const timedOutReason = 'ETIMEDOUT'

/** Whether the endpoint refused the token: by a close code, or before the connection opened. */
export const isTokenRefusal = (code: number, reason: string): boolean =>
  code === 1_008 || reason === 'HTTP 401' || reason === 'HTTP 403'

/** The reason for a replaced connection. */
export const replacedReason = 'replaced'

/** Milliseconds to watch an open connection: endpoints accept first and refuse later. */
const watchedMs = 3_000
/** Milliseconds in total. */
const testMs = 20_000

/** Checks by one connection whether an address is an endpoint that accepts its token. */
export function testEndpoint(
  address: string,
  { dial, clock }: { readonly dial: OpenSocket; readonly clock: Clock },
): Promise<XiaozhiTest> {
  return new Promise((resolve) => {
    let isOpen = false
    const timers: (() => void)[] = []
    const end = (result: XiaozhiTest): void => {
      for (const cancel of timers.splice(0)) cancel()
      resolve(result)
      if (isOpen) socket.close(1_000)
      else socket.terminate()
    }
    const socket = dial(address, {
      open() {
        isOpen = true
        timers.push(clock.after(watchedMs, () => end({ kind: 'open' })))
      },
      text: () => end({ kind: 'in-use' }),
      alive() {},
      closed(code, reason) {
        const kind = isTokenRefusal(code, reason) ? 'refused' : reason === replacedReason ? 'replaced' : undefined
        isOpen = false
        end(kind ? { kind } : { kind: 'unreachable', reason })
      },
    })
    timers.push(clock.after(testMs, () => end({ kind: 'unreachable', reason: timedOutReason })))
  })
}
