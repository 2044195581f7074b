/**
 * Message stream: JSON-RPC messages as Server-Sent Events over one response. See docs/protocol.md#mcp-streams.
 *
 * Sends `: heartbeat` when idle. Released when the connection closes; a client that does not read is disconnected,
 * which bounds the buffer.
 */
import type { Clock } from '../../gateway/ports/runtime.js'
import type { ResponseWriter } from '../../network/http/exchange.js'
import type { PastEvent } from './event-history.js'

/** Milliseconds of silence before a heartbeat. */
export const heartbeatMs = 15_000

/** Maximum unread bytes, besides the current message. */
const maxUnread = 1024 * 1024

export class MessageStream {
  readonly #response: ResponseWriter
  readonly #clock: Clock
  #stopHeartbeat = (): void => {}

  /** @param onClose called once, when the connection is closed by either side */
  constructor(response: ResponseWriter, sessionId: string, clock: Clock, onClose: () => void) {
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

  /** Sends an event id, so that a client that is disconnected before the first message can resume. */
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
    if (this.#response.writableLength > maxUnread) {
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
