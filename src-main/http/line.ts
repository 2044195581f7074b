/**
 * Line: the gateway's end of a connection that carries many exchanges. See `contract/gateway-line.ts`.
 *
 * Guards that who sends what is no line, or reads nothing, costs itself its line and nobody anything else; and that
 * whatever was asked over a line ends with it.
 */
import type { Socket } from 'node:net'
import { askingIn, LineSplitter, lineOf, longestOnLine } from '../contract/gateway-line.js'
import type { Answer, Asked } from './exchange.js'
import { LineAnswer, type LineEnd } from './line-answer.js'

/** Exchanges of one line at once. */
const mostExchanges = 1_024

/** Bytes that may wait for the other end to read them before no more is read from it. */
const mostUnread = 4 * 1024 * 1024

/** Characters of a head. */
const longestHead = 1_024

/** @param text of the message, as it came */
export type HearLine = (asked: Asked, answer: Answer, text: string) => void

/**
 * Serves a line until its connection ends.
 *
 * @param host under which the door was reached
 */
export function serveLine(socket: Socket, host: string, hear: HearLine): void {
  const answers = new Map<number, LineAnswer>()
  const splitter = new LineSplitter(longestOnLine + longestHead)
  let unsent = ''
  const line: LineEnd = {
    socket,
    /** What is ready at the same time leaves together. */
    send(head, body) {
      if (unsent === '') setImmediate(flush)
      unsent += lineOf(head, body)
    },
  }
  function flush(): void {
    if (socket.writable) socket.write(unsent)
    unsent = ''
    if (socket.writableLength > mostUnread) socket.pause()
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
  socket.on('drain', () => socket.resume())
  socket.on('error', () => socket.destroy())
  socket.on('close', () => {
    for (const answer of [...answers.values()]) answer.destroy()
  })
  socket.on('data', (chunk) => {
    try {
      for (const text of splitter.push(chunk)) if (!socket.destroyed) take(text)
    } catch {
      socket.destroy()
    }
  })
}
