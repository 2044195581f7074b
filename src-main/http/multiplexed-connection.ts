/**
 * Multiplexed connection: the gateway side of a connection with many exchanges. See
 * `contract/local/multiplexed-message.ts`.
 *
 * A client that sends invalid frames, or reads nothing, loses only its own connection. All requests of a connection end
 * with it. Buffered bytes count against the client's quota.
 */
import type { Socket } from 'node:net'
import { waitHeader } from '@contract/local/client-wait.js'
import {
  LineSplitter,
  maxMultiplexedBytes,
  parseRequestLine,
  serializeLine,
} from '@contract/local/multiplexed-message.js'
import type { ByteReservation } from './byte-reservation.js'
import type { RequestHead, ResponseWriter } from './exchange.js'
import { type FrameSender, MultiplexedResponse } from './multiplexed-response.js'

/** Maximum concurrent exchanges. */
const maxExchanges = 1_024

/** Unread bytes after which reading pauses. */
const maxUnread = 1024 * 1024

/** Maximum unread bytes of responses; past it the connection is closed. */
const maxWaiting = 8 * 1024 * 1024

/** Milliseconds for a message to arrive completely. */
export const messageMs = 30_000

/** Maximum characters of a head. */
const maxHeadLength = 1_024

/** @param text of the message, unparsed */
export type OnMultiplexedMessage = (request: RequestHead, response: ResponseWriter, text: string) => void

export interface MultiplexedConnectionOptions {
  /** Host name of the listener. */
  readonly host: string
  /** Bytes of an incomplete message. */
  readonly unfinished: ByteReservation
  /** Bytes of responses not read yet. */
  readonly unread: ByteReservation
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Runs work when it is the client's turn. */
  readonly inTurn: (work: () => void) => void
}

/** Serves until the connection closes. */
export function serveMultiplexedConnection(
  socket: Socket,
  { host, unfinished, unread, after, inTurn }: MultiplexedConnectionOptions,
  onMessage: OnMultiplexedMessage,
): void {
  const responses = new Map<number, MultiplexedResponse>()
  const splitter = new LineSplitter(maxMultiplexedBytes + maxHeadLength)
  let unsent = ''
  const sender: FrameSender = {
    socket,
    /** Frames of the same turn are sent together; the only response of the connection at once. */
    send(head, body) {
      if (socket.destroyed) return
      const isFirst = unsent === ''
      unsent += serializeLine(head, body)
      if (unsent.length + socket.writableLength > maxWaiting) return void socket.destroy()
      if (!isFirst) return
      if (responses.size === 1 && head.stream === undefined) flush()
      else setImmediate(flush)
    },
  }
  function flush(): void {
    if (unsent === '') return
    const ready = unsent
    unsent = ''
    // Its reservation was released, so nothing more may be reserved.
    if (socket.destroyed) return
    if (socket.writable) socket.write(ready)
    if (!unread.set(socket.writableLength)) return void socket.destroy()
    if (socket.writableLength > maxUnread) socket.pause()
  }

  let stopTimer: (() => void) | undefined
  /** Called after each chunk. */
  function waitForRest(): void {
    if (socket.destroyed) return
    if (!unfinished.set(splitter.unfinished)) return void socket.destroy()
    if (splitter.unfinished > 0) {
      stopTimer ??= after(messageMs, () => socket.destroy())
    } else {
      stopTimer?.()
      stopTimer = undefined
    }
  }

  function onLine(text: string): void {
    const request = parseRequestLine(text)
    if (!request) return void socket.destroy()
    const { exchange, session, version, wait, gone } = request.head
    if (gone) return responses.get(exchange)?.destroy()
    if (responses.has(exchange) || responses.size >= maxExchanges) return void socket.destroy()
    const response = new MultiplexedResponse(sender, exchange, () => responses.delete(exchange))
    responses.set(exchange, response)
    const headers = {
      host,
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session }),
      ...(version !== undefined && { 'mcp-protocol-version': version }),
      ...(wait !== undefined && { [waitHeader]: wait }),
    }
    onMessage({ method: 'POST', headers }, response, request.body)
  }

  socket.setNoDelay(true)
  socket.on('drain', () => {
    unread.set(0)
    socket.resume()
  })
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    stopTimer?.()
    unfinished.set(0)
    unread.set(0)
    for (const response of [...responses.values()]) response.destroy()
  })
  function read(chunk: Buffer): void {
    try {
      for (const text of splitter.push(chunk)) {
        stopTimer?.()
        stopTimer = undefined
        onLine(text)
        if (socket.destroyed) return
      }
      waitForRest()
    } catch {
      socket.destroy()
    }
  }
  socket.on('data', (chunk) => {
    let isRead = false
    inTurn(() => {
      const waited = socket.isPaused()
      isRead = true
      if (socket.destroyed) return
      read(chunk)
      if (waited && socket.writableLength <= maxUnread) socket.resume()
    })
    // Reading pauses until this chunk was processed.
    if (!isRead) socket.pause()
  })
}
