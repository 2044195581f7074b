/**
 * The client's end of the bridge: whole lines, one message each, and nothing else (specification 2, section 7).
 *
 * Guards back-pressure: a client that reads slowly makes its gateway wait, not this process grow.
 */
import type { Writable } from 'node:stream'

export class LineWriter {
  readonly #out: Writable
  #drained: Promise<void> | undefined

  constructor(out: Writable) {
    this.#out = out
  }

  /** Hands the line over; settles when there is room for more. */
  async write(line: string): Promise<void> {
    while (this.#drained !== undefined) await this.#drained
    if (this.#out.write(`${line}\n`)) return
    this.#drained = new Promise((resolve) => {
      this.#out.once('drain', () => {
        this.#drained = undefined
        resolve()
      })
    })
    await this.#drained
  }

  /** Settles when the reader has everything that was handed over, or after this many milliseconds. */
  flush(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      setTimeout(resolve, milliseconds).unref()
      this.#out.write('', () => resolve())
    })
  }
}
