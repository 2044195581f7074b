/**
 * Line: the gateway's end of a connection that carries many exchanges. See `contract/gateway-line.ts`.
 *
 * Guards that who sends what is no line, or reads nothing, costs itself its line and nobody anything else; and that
 * whatever was asked over a line ends with it. Bytes that wait, to be whole or to be read, count for the client.
 */
import type { Socket } from 'node:net'
import { askingIn, LineSplitter, lineOf, longestOnLine } from '../contract/gateway-line.js'
import type { Answer, Asked } from './exchange.js'
import type { HeldBytes } from './held-bytes.js'
import { LineAnswer, type LineEnd } from './line-answer.js'

/** Exchanges of one line at once. */
const mostExchanges = 1_024

/** Bytes that may wait for the other end to read them before no more is read from it. */
const mostUnread = 1024 * 1024

/** Bytes of answers that may wait in all: who asks on without reading loses the line. */
const mostWaiting = 8 * 1024 * 1024

/** Milliseconds that a message may take from its first byte to its last. */
export const messageMs = 30_000

/** Characters of a head. */
const longestHead = 1_024

/** @param text of the message, as it came */
export type HearLine = (asked: Asked, answer: Answer, text: string) => void

export interface LineTerms {
  /** Under which the door was reached. */
  readonly host: string
  /** Bytes of a message that is not whole yet. */
  readonly unfinished: HeldBytes
  /** Bytes of answers that the other end has not read. */
  readonly unread: HeldBytes
  readonly after: (milliseconds: number, work: () => void) => () => void
  /** Does it when it is the client's turn. */
  readonly inTurn: (work: () => void) => void
}

/** Serves a line until its connection ends. */
export function serveLine(
  socket: Socket,
  { host, unfinished, unread, after, inTurn }: LineTerms,
  hear: HearLine,
): void {
  const answers = new Map<number, LineAnswer>()
  const splitter = new LineSplitter(longestOnLine + longestHead)
  let unsent = ''
  const line: LineEnd = {
    socket,
    /** What is ready at the same time leaves together. */
    send(head, body) {
      if (socket.destroyed) return
      if (unsent === '') setImmediate(flush)
      unsent += lineOf(head, body)
      if (unsent.length + socket.writableLength > mostWaiting) socket.destroy()
    },
  }
  function flush(): void {
    const ready = unsent
    unsent = ''
    // What it held has been given back: nothing more may be taken.
    if (socket.destroyed) return
    if (socket.writable) socket.write(ready)
    if (!unread.set(socket.writableLength)) return void socket.destroy()
    if (socket.writableLength > mostUnread) socket.pause()
  }

  let stopTimer: (() => void) | undefined
  /** Called when a chunk has been taken. */
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

  function take(text: string): void {
    const asking = askingIn(text)
    if (!asking) return void socket.destroy()
    const { exchange, session, version, gone } = asking.head
    if (gone) return answers.get(exchange)?.destroy()
    if (answers.has(exchange) || answers.size >= mostExchanges) return void socket.destroy()
    const answer = new LineAnswer(line, exchange, () => answers.delete(exchange))
    answers.set(exchange, answer)
    const headers = {
      host,
      accept: 'application/json, text/event-stream',
      ...(session !== undefined && { 'mcp-session-id': session }),
      ...(version !== undefined && { 'mcp-protocol-version': version }),
    }
    hear({ method: 'POST', headers }, answer, asking.body)
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
    for (const answer of [...answers.values()]) answer.destroy()
  })
  function read(chunk: Buffer): void {
    try {
      for (const text of splitter.push(chunk)) {
        stopTimer?.()
        stopTimer = undefined
        take(text)
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
      if (waited && socket.writableLength <= mostUnread) socket.resume()
    })
    // Nothing more is read from it before this has had its turn.
    if (!isRead) socket.pause()
  })
}
