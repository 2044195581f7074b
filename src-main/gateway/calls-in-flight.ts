/** Calls in flight: what is on its way through the gateway right now and the steps it has behind it, for people to see. */
import type { CallInFlight, CallStep } from '../contract/call.js'
import { Emitter } from './emitter.js'

export class CallsInFlight {
  readonly #calls = new Map<string, CallInFlight>()
  /** Id of the request → its steps so far. */
  readonly #steps = new Map<string, { readonly steps: readonly CallStep[] }>()
  readonly #onDidChange = new Emitter<void>()
  readonly onDidChange = this.#onDidChange.on

  /** @param watch has more steps while the call goes on; they are shown once the call is */
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
