/** Session: something open to a Java server that ends once, for a reason. `ReconnectingConnection` opens the next one. */
export abstract class Session {
  readonly #listeners = new Set<(error: Error) => void>()
  #endReason: Error | undefined
  #endedByUs = false

  /** Why it has ended. */
  protected get endReason(): Error | undefined {
    return this.#endReason
  }

  get isOpen(): boolean {
    return this.#endReason === undefined
  }

  /** Whether this side ended the session, so that it can be opened again at once. */
  get endedByUs(): boolean {
    return this.#endedByUs
  }

  /** Calls back once when the session ends, at once when it has ended already. @returns stops the call */
  onEnd(callback: (error: Error) => void): () => void {
    if (this.#endReason) callback(this.#endReason)
    else this.#listeners.add(callback)
    return () => void this.#listeners.delete(callback)
  }

  close(): void {
    this.#endedByUs ||= this.isOpen
    this.end(this.closed())
  }

  /** The error of a session that this side closed. */
  protected abstract closed(): Error

  /** Closes the connection, and fails what waits for it. */
  protected abstract release(error: Error): void

  protected end(error: Error): void {
    if (this.#endReason) return
    this.#endReason = error
    this.release(error)
    const listeners = [...this.#listeners]
    this.#listeners.clear()
    for (const report of listeners) report(error)
  }

  /** Ends the session when the signal aborts. */
  protected endOn(signal: AbortSignal): void {
    const abort = () => this.close()
    signal.addEventListener('abort', abort, { once: true })
    this.onEnd(() => signal.removeEventListener('abort', abort))
    if (signal.aborted) abort()
  }
}
