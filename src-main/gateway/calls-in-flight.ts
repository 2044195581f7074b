/** Calls in flight: what is on its way through the gateway right now and the steps it has behind it, for people to see. */
import type { CallInFlight, CallStep } from '../contract/call.js'
import { Emitter } from './emitter.js'

export class CallsInFlight {
  readonly #calls = new Map<string, CallInFlight>()
  /** Id of the request → its steps so far, written on by the path. */
  readonly #steps = new Map<string, readonly CallStep[]>()
  readonly #onDidChange = new Emitter<readonly CallInFlight[]>()
  readonly onDidChange = this.#onDidChange.on

  /** @param steps grows while the call goes on; it is shown once the call is */
  follow(requestId: string, steps: readonly CallStep[]): void {
    this.#steps.set(requestId, steps)
  }

  set(call: CallInFlight): void {
    this.#calls.set(call.requestId, call)
    this.#onDidChange.emit(this.list())
  }

  remove(requestId: string): void {
    this.#steps.delete(requestId)
    if (this.#calls.delete(requestId)) this.#onDidChange.emit(this.list())
  }

  list(): CallInFlight[] {
    return [...this.#calls.values()].map((call) => {
      const steps = this.#steps.get(call.requestId)
      return steps ? { ...call, steps: [...steps] } : call
    })
  }
}
