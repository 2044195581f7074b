/**
 * Cancellation: says that nobody waits for a call any more. An `AbortController` for thousands of calls a second: the
 * signal is made only where a provider asks for it, and listening costs an entry in a set.
 */

/** What a provider sees of it. */
export interface CancellationToken {
  readonly isCancelled: boolean
  /** The same for interfaces of the platform; made when it is asked for. */
  readonly signal: AbortSignal
  /** Calls back once, at once where it is cancelled already; returns the function that ends listening. Must not throw. */
  onCancel(listener: (reason: unknown) => void): () => void
}

export class Cancellation implements CancellationToken {
  readonly #listeners = new Set<(reason: unknown) => void>()
  #controller: AbortController | undefined
  #isCancelled = false
  #reason: unknown

  get isCancelled(): boolean {
    return this.#isCancelled
  }

  get signal(): AbortSignal {
    if (!this.#controller) {
      this.#controller = new AbortController()
      if (this.#isCancelled) this.#controller.abort(this.#reason)
    }
    return this.#controller.signal
  }

  onCancel(listener: (reason: unknown) => void): () => void {
    if (this.#isCancelled) {
      listener(this.#reason)
      return () => {}
    }
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  /** Does nothing when it is cancelled already. */
  cancel(reason?: unknown): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    this.#reason = reason
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const listener of listeners) {
      try {
        listener(reason)
      } catch (bug) {
        // One that throws keeps no other from hearing of it.
        queueMicrotask(() => {
          throw bug
        })
      }
    }
    this.#controller?.abort(reason)
  }
}
