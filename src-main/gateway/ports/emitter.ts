/** Emitter: one kind of event and its listeners. A listener that throws does not affect the others. */
export type Listener<T> = (event: T) => void
export type Subscribe<T> = (listener: Listener<T>) => () => void

export class Emitter<T> {
  readonly #listeners = new Set<Listener<T>>()

  /** Returns the function that unsubscribes. */
  readonly on: Subscribe<T> = (listener) => {
    this.#listeners.add(listener)
    return () => this.#listeners.delete(listener)
  }

  emit(event: T): void {
    for (const listener of [...this.#listeners]) {
      try {
        listener(event)
      } catch (bug) {
        queueMicrotask(() => {
          throw bug
        })
      }
    }
  }
}
