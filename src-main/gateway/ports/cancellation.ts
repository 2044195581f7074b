/**
 * Cancellation: signals that the result of a call is no longer needed. Like an `AbortController`, but cheap enough for
 * thousands of calls a second: the signal is created only when a provider needs it.
 */

/** The interface for a provider. */
export interface CancellationToken {
  readonly isCancelled: boolean
  /** The same as an `AbortSignal`; created on demand. */
  readonly signal: AbortSignal
  /** Calls back once, immediately when already cancelled; returns the function that unsubscribes. Must not throw. */
  onCancel(listener: (reason: unknown) => void): () => void
}

/** The used part of an `AbortSignal`. */
export interface CallSignal {
  readonly aborted: boolean
  readonly reason: unknown
  addEventListener(type: 'abort', listener: () => void, options?: { readonly once: true }): void
  removeEventListener(type: 'abort', listener: () => void): void
}

/**
 * The reason of a cancellation that nobody asked for: the client's own timer ended the call, or its connection closed.
 * It may come back for the same call. Any other reason means that the call is no longer wanted.
 */
export class ClientGone {
  readonly how: 'timed-out' | 'disconnected'

  constructor(how: ClientGone['how']) {
    this.how = how
  }
}

export class Cancellation implements CancellationToken, CallSignal {
  #listeners: Set<(reason: unknown) => void> | undefined
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

  get aborted(): boolean {
    return this.#isCancelled
  }

  get reason(): unknown {
    return this.#reason
  }

  onCancel(listener: (reason: unknown) => void): () => void {
    if (this.#isCancelled) {
      listener(this.#reason)
      return () => {}
    }
    this.#listeners ??= new Set()
    this.#listeners.add(listener)
    return () => this.#listeners?.delete(listener)
  }

  /** As an `AbortSignal`; a late listener must check `aborted`. */
  addEventListener(_type: 'abort', listener: () => void): void {
    if (!this.#isCancelled) this.onCancel(listener)
  }

  removeEventListener(_type: 'abort', listener: () => void): void {
    this.#listeners?.delete(listener)
  }

  /** Does nothing when cancelled already. */
  cancel(reason?: unknown): void {
    if (this.#isCancelled) return
    this.#isCancelled = true
    this.#reason = reason
    const listeners = [...(this.#listeners ?? [])]
    this.#listeners = undefined
    for (const listener of listeners) {
      try {
        listener(reason)
      } catch (bug) {
        // A listener that throws does not stop the others.
        queueMicrotask(() => {
          throw bug
        })
      }
    }
    this.#controller?.abort(reason)
  }
}
