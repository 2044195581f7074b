/** Calls in flight: calls in progress and their finished steps, for people to see. */
import type { CallInFlight, CallStep } from '@contract/call.js'
import { Emitter } from '../ports/emitter.js'

export class CallsInFlight {
  readonly #calls = new Map<string, CallInFlight>()
  /** Request id → its steps so far. */
  readonly #steps = new Map<string, { readonly steps: readonly CallStep[] }>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  /** @param watch receives the steps while the call runs; they are shown with the call */
  follow(requestId: string, watch: { readonly steps: readonly CallStep[] }): void {
    this.#steps.set(requestId, watch)
  }

  set(call: CallInFlight): void {
    this.#calls.set(call.requestId, call)
    this.#onDidChange.emit()
  }

  remove(requestId: string): void {
    this.#steps.delete(requestId)
    if (this.#calls.delete(requestId)) this.#onDidChange.emit()
  }

  list(): CallInFlight[] {
    return [...this.#calls.values()].map((call) => {
      const watch = this.#steps.get(call.requestId)
      return watch ? { ...call, steps: watch.steps } : call
    })
  }
}
