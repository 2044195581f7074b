/**
 * Message writer: writes framed messages to the client (docs/protocol.md#mcp-bridge).
 *
 * Back-pressure: a client that reads slowly makes the gateway wait and does not grow this process.
 */
import type { Writable } from 'node:stream'

export class MessageWriter {
  readonly #out: Writable
  readonly #framed: (text: string) => string
  #drained: Promise<void> | undefined

  /** @param framed adds the frame */
  constructor(out: Writable, framed: (text: string) => string) {
    this.#out = out
    this.#framed = framed
  }

  /** Writes a message; resolves when there is room for more. */
  async write(text: string): Promise<void> {
    while (this.#drained !== undefined) await this.#drained
    if (this.#out.write(this.#framed(text))) return
    this.#drained = new Promise((resolve) => {
      this.#out.once('drain', () => {
        this.#drained = undefined
        resolve()
      })
    })
    await this.#drained
  }

  /** Resolves when there is room for more; `undefined` when there is now. */
  whenWritable(): Promise<void> | undefined {
    return this.#drained
  }

  /** Resolves when everything was read, or after this many milliseconds. */
  flush(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, milliseconds).unref()
      this.#out.write('', () => resolve())
    })
  }
}
