/**
 * Multiplexed connection: the gateway side of a connection with many exchanges. See
 * `contract/local/multiplexed-message.ts`.
 *
 * A client that sends invalid or unfinished lines, or reads nothing, loses only its own connection. All requests of a
 * connection end with it. What a connection holds in memory is bounded, because a client may have many.
 */
import type { Socket } from 'node:net'
import { waitHeader } from '@contract/local/client-wait.js'
import { maxMultiplexedBytes, parseRequestLine, serializeLine } from '@contract/local/multiplexed-message.js'
import { LineReader } from '@contract/text/line-reader.js'
import type { RequestHead, ResponseWriter } from './exchange.js'
import { type FrameSender, MultiplexedResponse } from './multiplexed-response.js'

/** Maximum concurrent exchanges. */
const maxExchanges = 1_024

/** Lines of one turn are sent together up to this many characters. */
const maxTogether = 64 * 1024

/** Unread bytes after which reading pauses. */
const maxUnread = 256 * 1024

/** Unread bytes, besides the current message, after which the connection is closed. */
const maxWaiting = 1024 * 1024

/** Maximum characters of a head. */
const maxHeadLength = 1_024

/** @param text of the message, unparsed */
export type OnMultiplexedMessage = (request: RequestHead, response: ResponseWriter, text: string) => void

export interface MultiplexedConnectionOptions {
  /** Host name of the listener. */
  readonly host: string
  /** Milliseconds for a line to arrive completely. */
  readonly lineMs: number
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Runs work when it is the client's turn. */
  readonly inTurn: (work: () => void) => void
}

/** Serves until the connection closes. */
export function serveMultiplexedConnection(
  socket: Socket,
  { host, lineMs, after, inTurn }: MultiplexedConnectionOptions,
  onMessage: OnMultiplexedMessage,
): void {
  const responses = new Map<number, MultiplexedResponse>()
  const lines = new LineReader(maxMultiplexedBytes + maxHeadLength)
  let unsent = ''
  const sender: FrameSender = {
    socket,
    /** Lines of the same turn are sent together; the only response of the connection at once. */
    send(head, body) {
      if (unsent.length + socket.writableLength > maxWaiting) socket.destroy()
      if (socket.destroyed) return
      const isFirst = unsent === ''
      unsent += serializeLine(head, body)
      if (unsent.length > maxTogether) return flush()
      if (!isFirst) return
      if (responses.size === 1 && head.stream === undefined) flush()
      else setImmediate(flush)
    },
  }
  function flush(): void {
    const ready = unsent
    unsent = ''
    if (ready === '' || !socket.writable) return
    socket.write(ready)
    if (socket.writableLength > maxUnread) socket.pause()
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

  let stopTimer: (() => void) | undefined
  function endLine(): void {
    stopTimer?.()
    stopTimer = undefined
  }

  function read(chunk: Buffer): void {
    for (const incoming of lines.push(chunk)) {
      endLine()
      if (incoming.kind === 'message') onLine(incoming.bytes.toString())
      else socket.destroy()
      if (socket.destroyed) return
    }
    if (lines.hasBegun) stopTimer ??= after(lineMs, () => socket.destroy())
    if (socket.isPaused() && socket.writableLength <= maxUnread) socket.resume()
  }

  socket.setNoDelay(true)
  socket.on('drain', () => socket.resume())
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    endLine()
    for (const response of [...responses.values()]) response.destroy()
  })
  socket.on('data', (chunk) => {
    let isRead = false
    inTurn(() => {
      isRead = true
      if (!socket.destroyed) read(chunk)
    })
    // Reading pauses until this chunk was processed.
    if (!isRead) socket.pause()
  })
}
