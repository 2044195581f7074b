/**
 * Text socket: a connection to a program that sends lines of chat.
 *
 * Enforces invariant 7: frames and their number are bounded, only objects of JSON are accepted, and a sender that is too
 * fast is read more slowly, so that nothing queues here. What is no such object ends the connection.
 */
import type { LookupFunction } from 'node:net'
import { bodyBounds, jsonExcess } from '@contract/json/json-bounds.js'
import WebSocket from 'ws'
import type { Clock } from '../../gateway/ports/runtime.js'
import { socketLimits } from '../../network/socket-limits.js'
import { FrameQuota } from '../../policy/limits/frame-quota.js'

/** Maximum bytes of a frame: a line of chat with hundreds of emotes has less than a tenth of it. */
const maxFrameBytes = 262_144
const handshakeTimeoutMs = 10_000
/** Milliseconds without traffic before a ping, and after it until the link counts as lost. */
const pingAfterMs = 30_000
const pongWithinMs = 10_000
/** Maximum bytes that the other side has not read. */
const maxUnreadBytes = 65_536
/** Milliseconds for the other side to finish a close. */
const closingMs = 2_000

export type Frame = Readonly<Record<string, unknown>>

/** `foreign`: it sent what no program of its kind sends. `lost`: the link ended, or there was none. */
export interface SocketEnd {
  readonly kind: 'foreign' | 'lost' | 'closed'
  /** Of the close frame; 1006 without one. */
  readonly code: number
}

export interface TextSocketEvents {
  frame(frame: Frame): void
  /** Once, as the last event. */
  ended(end: SocketEnd): void
}

export interface TextSocket {
  send(message: object): void
  close(): void
}

export interface TextSocketOptions {
  readonly clock: Clock
  /** Returns the addresses that were checked. */
  readonly lookup?: LookupFunction
  /** Whether silence is answered by a ping: some hosts accept no traffic at all. */
  readonly pings: boolean
}

export type OpenTextSocket = (address: string, options: TextSocketOptions, events: TextSocketEvents) => TextSocket

/** @throws never: errors are an `ended` event */
export const openTextSocket: OpenTextSocket = (address, { clock, lookup, pings }, events) => {
  const socket = new WebSocket(address, {
    ...socketLimits(maxFrameBytes),
    // One frame per turn of the event loop: a chunk with thousands of frames does not block others.
    allowSynchronousEvents: false,
    handshakeTimeout: handshakeTimeoutMs,
    followRedirects: false,
    ...(lookup && { lookup }),
  })
  const quota = new FrameQuota(clock.elapsed())
  let isForeign = false
  let cancelWatch = (): void => {}
  let cancelPause = (): void => {}
  const isOpen = (): boolean => socket.readyState === WebSocket.OPEN
  const watch = (): void => {
    cancelWatch()
    if (!pings || !isOpen()) return
    cancelWatch = clock.after(pingAfterMs, () => {
      if (isOpen()) socket.ping()
      cancelWatch = clock.after(pongWithinMs, () => socket.terminate())
    })
  }
  const refuse = (): void => {
    isForeign = true
    socket.terminate()
  }
  const receive = (data: Buffer): void => {
    watch()
    const frame = frameIn(`${data}`)
    if (!frame) return refuse()
    const decision = quota.take(data.length, clock.elapsed())
    if (decision.kind === 'cut') return refuse()
    if (decision.kind === 'pause') {
      socket.pause()
      cancelPause = clock.after(decision.milliseconds, () => socket.resume())
    }
    events.frame(frame)
  }
  socket.on('open', watch)
  socket.on('message', (data, isBinary) => {
    if (isForeign) return
    if (isBinary) refuse()
    else receive(data as Buffer)
  })
  socket.on('pong', watch)
  socket.on('ping', () => {
    // Each pong carries the bytes of its ping.
    if (socket.bufferedAmount > maxUnreadBytes) return refuse()
    watch()
  })
  socket.on('unexpected-response', () => refuse())
  socket.on('error', (error: NodeJS.ErrnoException) => {
    if (`${error.code}`.startsWith('WS_ERR_')) isForeign = true
  })
  socket.on('close', (code) => {
    cancelWatch()
    cancelPause()
    events.ended({ kind: isForeign ? 'foreign' : code === 1_006 ? 'lost' : 'closed', code })
  })
  return {
    send(message) {
      if (socket.bufferedAmount > maxUnreadBytes) return refuse()
      if (isOpen()) socket.send(JSON.stringify(message))
    },
    close() {
      if (!isOpen()) return socket.terminate()
      socket.resume()
      socket.close(1_000)
      cancelWatch()
      cancelWatch = clock.after(closingMs, () => socket.terminate())
    },
  }
}

/** Undefined for anything but one object of JSON within the limits. */
export function frameIn(text: string): Frame | undefined {
  if (jsonExcess(text, bodyBounds)) return undefined
  try {
    const value: unknown = JSON.parse(text)
    return isObject(value) ? value : undefined
  } catch {
    return undefined
  }
}

export const isObject = (value: unknown): value is Frame =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

/** A member that is an object; an empty one otherwise. */
export const objectIn = (value: unknown, name: string): Frame => {
  const member = isObject(value) && Object.hasOwn(value, name) ? value[name] : undefined
  return isObject(member) ? member : {}
}

/** The first member that is a text, or a number written as one; empty when there is none. */
export function textIn(value: Frame, ...names: readonly string[]): string {
  for (const name of names) {
    const member = Object.hasOwn(value, name) ? value[name] : undefined
    if (typeof member === 'string' && member !== '') return member
    if (typeof member === 'number' && Number.isSafeInteger(member)) return `${member}`
  }
  return ''
}
