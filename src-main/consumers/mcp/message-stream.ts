/**
 * Message stream: JSON-RPC messages as Server-Sent Events over one response. See docs/protocol.md#mcp-streams.
 *
 * Says `: heartbeat` when it is idle. Let go of at once when the connection closes; a client that does not read is hung
 * up on instead of being remembered without bound.
 */
import type { Clock } from '../../gateway/ports.js'
import type { Answer } from '../../http/exchange.js'
import type { PastEvent } from './event-history.js'

/** Milliseconds of silence before a heartbeat. */
export const heartbeatMs = 15_000

/** Bytes that may wait for a client to read them, beside the message that is being written. */
const mostUnread = 1024 * 1024

export class MessageStream {
  readonly #response: Answer
  readonly #clock: Clock
  #stopHeartbeat = (): void => {}

  /** @param onClose called once, when the connection is gone, whoever ended it */
  constructor(response: Answer, sessionId: string, clock: Clock, onClose: () => void) {
    this.#response = response
    this.#clock = clock
    response.once('close', () => {
      this.#stopHeartbeat()
      onClose()
    })
    response.writeHead(200, {
      'Content-Type': 'text/event-stream',
      'Cache-Control': 'no-store',
      'Mcp-Session-Id': sessionId,
    })
    response.flushHeaders()
    this.#beat()
  }

  /** Says where the stream stands, so that a client that loses it before the first message can come back. */
  prime(id: string): void {
    this.#write(`id: ${id}\ndata: \n\n`)
  }

  send({ id, text }: PastEvent): void {
    this.#write(`event: message\nid: ${id}\ndata: ${text}\n\n`)
  }

  end(): void {
    this.#stopHeartbeat()
    this.#response.end()
  }

  #write(text: string): void {
    if (this.#response.writableLength > mostUnread) {
      this.#response.destroy()
      return
    }
    this.#response.write(text)
    this.#beat()
  }

  #beat(): void {
    this.#stopHeartbeat()
    if (this.#response.writableEnded || this.#response.destroyed) return
    this.#stopHeartbeat = this.#clock.after(heartbeatMs, () => this.#write(': heartbeat\n\n'))
  }
}
