/**
 * What is on its way to the gateway and not yet answered.
 *
 * Guards that a client cannot pile up requests or bytes without end, and knows which of them a cancellation means.
 */
import { limits } from './limits.js'
import type { Message, RequestId } from './message.js'
import { modernHeaders } from './modern-era.js'

/** One message on its way. */
export interface Pending {
  readonly id: RequestId | undefined
  readonly size: number
  readonly abort: AbortController
  /** Of the stateless era. */
  readonly modern: boolean
  /** Whether the gateway may know of it already. */
  sent: boolean
  answered: boolean
}

export class PendingRequests {
  readonly #all = new Set<Pending>()
  #bytes = 0

  /** Takes the message in, or gives `undefined` if there is no room. */
  add(message: Message): Pending | undefined {
    const size = message.text.length
    if (this.#all.size >= limits.pendingRequests || this.#bytes + size > limits.pendingBytes) return undefined
    const id = message.kind === 'request' ? message.id : undefined
    const modern = modernHeaders(message) !== undefined
    const pending: Pending = { id, size, abort: new AbortController(), modern, sent: false, answered: false }
    this.#all.add(pending)
    this.#bytes += size
    return pending
  }

  remove(pending: Pending): void {
    if (this.#all.delete(pending)) this.#bytes -= pending.size
  }

  find(id: unknown): Pending | undefined {
    if (id === undefined) return undefined
    for (const pending of this.#all) if (pending.id === id) return pending
    return undefined
  }

  abortAll(): void {
    for (const pending of this.#all) pending.abort.abort()
  }
}
