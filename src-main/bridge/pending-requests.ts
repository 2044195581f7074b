/**
 * Pending requests: messages sent to the gateway without a response yet.
 *
 * Bounds the number and bytes of pending requests, and maps cancellations to them.
 */
import { limits } from './limits.js'
import type { Message, RequestId } from './message.js'
import { modernHeaders } from './modern-era.js'

/** A pending message. */
export interface PendingRequest {
  readonly id: RequestId | undefined
  readonly size: number
  readonly abort: AbortController
  /** Start time, from `performance.now()`. */
  readonly since: number
  /** Of the stateless era. */
  readonly modern: boolean
  /** Whether the message may have been sent already. */
  sent: boolean
  answered: boolean
}

export class BridgeRequests {
  readonly #all = new Set<PendingRequest>()
  #bytes = 0
  #onRemove = (): void => {}

  /**
   * Adds a message; `undefined` when the limit is reached.
   *
   * @param modern also a cancellation, of a request of the stateless era, is of that era
   */
  add(message: Message, modern = modernHeaders(message) !== undefined): PendingRequest | undefined {
    const size = message.text.length
    if (this.#all.size >= limits.pendingRequests || this.#bytes + size > limits.pendingBytes) return undefined
    const id = message.kind === 'request' ? message.id : undefined
    const since = performance.now()
    const pending: PendingRequest = {
      id,
      size,
      abort: new AbortController(),
      since,
      modern,
      sent: false,
      answered: false,
    }
    this.#all.add(pending)
    this.#bytes += size
    return pending
  }

  remove(pending: PendingRequest): void {
    if (!this.#all.delete(pending)) return
    this.#bytes -= pending.size
    this.#onRemove()
  }

  find(id: unknown): PendingRequest | undefined {
    if (id === undefined) return undefined
    for (const pending of this.#all) if (pending.id === id) return pending
    return undefined
  }

  /**
   * Resolves when nothing is pending. Requests older than this are dropped at once.
   *
   * @returns how many requests were dropped
   */
  async drain(milliseconds: number): Promise<number> {
    let dropped = 0
    while (this.#all.size > 0) {
      const oldest = Math.min(...[...this.#all].map(({ since }) => since))
      const left = oldest + milliseconds - performance.now()
      if (left > 0) await this.#nextRemoval(left)
      else dropped += this.#drop(oldest)
    }
    return dropped
  }

  /** Drops requests of this moment. @returns how many */
  #drop(since: number): number {
    const late = [...this.#all].filter((pending) => pending.since === since)
    for (const pending of late) {
      pending.abort.abort()
      this.remove(pending)
    }
    return late.filter(({ id, answered }) => id !== undefined && !answered).length
  }

  #nextRemoval(milliseconds: number): Promise<void> {
    return new Promise((resolve) => {
      const timer = setTimeout(resolve, milliseconds)
      this.#onRemove = () => {
        clearTimeout(timer)
        resolve()
      }
    })
  }

  abortAll(): void {
    for (const pending of this.#all) pending.abort.abort()
  }
}
