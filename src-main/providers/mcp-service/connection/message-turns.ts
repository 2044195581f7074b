/**
 * Message turns: yields to the event loop while the messages of a service are handled.
 *
 * Guards invariant 7: neither many small messages nor a few large ones block the event loop.
 */

/** Limits of one turn. The follow-up work of a message runs later and cannot be measured here. */
const most = { messages: 24, bytes: 256 * 1024, milliseconds: 6 }

export const nextTurn = (): Promise<void> => new Promise((resolve) => setImmediate(resolve))

export class MessageTurns {
  readonly #now: () => number
  #messages = 0
  #bytes = 0
  #began: number | undefined

  constructor(now: () => number = () => performance.now()) {
    this.#now = now
  }

  /** Waits for the next turn when this one is used up. @param bytes of the handled message */
  async handled(bytes: number): Promise<void> {
    this.#began ??= this.#now()
    this.#messages += 1
    this.#bytes += bytes
    const { messages, bytes: maxBytes, milliseconds } = most
    if (this.#messages < messages && this.#bytes < maxBytes && this.#now() - this.#began < milliseconds) return
    await nextTurn()
    this.#messages = 0
    this.#bytes = 0
    this.#began = undefined
  }
}
