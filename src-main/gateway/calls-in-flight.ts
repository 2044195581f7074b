/** Calls in flight: what is on its way through the gateway right now, for people to see. */
import type { CallInFlight } from '../contract/call.js'
import { Emitter } from './emitter.js'

export class CallsInFlight {
  readonly #calls = new Map<string, CallInFlight>()
  readonly #onDidChange = new Emitter<readonly CallInFlight[]>()
  readonly onDidChange = this.#onDidChange.on

  set(call: CallInFlight): void {
    this.#calls.set(call.requestId, call)
    this.#onDidChange.emit(this.list())
  }

  remove(requestId: string): void {
    if (this.#calls.delete(requestId)) this.#onDidChange.emit(this.list())
  }

  list(): CallInFlight[] {
    return [...this.#calls.values()]
  }
}
