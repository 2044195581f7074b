/**
 * The client's end of the bridge: whole messages, framed, and nothing else (docs/protocol.md#mcp-bridge).
 *
 * Guards back-pressure: a client that reads slowly makes its gateway wait, not this process grow.
 */
import type { Writable } from 'node:stream'

export class MessageWriter {
  readonly #out: Writable
  readonly #framed: (text: string) => string
  #drained: Promise<void> | undefined

  /** @param framed gives a message its frame */
  constructor(out: Writable, framed: (text: string) => string) {
    this.#out = out
    this.#framed = framed
  }

  /** Hands the message over; settles when there is room for more. */
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

  /** Settles when there is room for more; `undefined` when there is now. */
  room(): Promise<void> | undefined {
    return this.#drained
  }

  /** Settles when the reader has everything that was handed over, or after this many milliseconds. */
  flush(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, milliseconds).unref()
      this.#out.write('', () => resolve())
    })
  }
}
