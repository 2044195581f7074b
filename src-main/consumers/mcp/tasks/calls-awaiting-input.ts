/**
 * Calls awaiting input: calls that wait for their client's input.
 *
 * Enforces invariant 7: their number and time are bounded. A request state is random and valid only for its caller.
 */
import { randomBytes } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import type { OngoingCall } from './ongoing-call.js'
import { isSameCaller } from './task-list.js'

export const awaitingInputLimits = {
  /** Milliseconds for a person to respond. */
  lifetimeMs: 600_000,
  ofOneClient: 32,
  ofAll: 128,
}

interface AwaitingCall {
  readonly call: OngoingCall
  readonly caller: Caller
  readonly state: string
  readonly stopTimer: () => void
}

export class CallsAwaitingInput {
  readonly #clock: Clock
  readonly #waiting = new Map<OngoingCall, AwaitingCall>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @returns the state for the client; undefined when the limit is reached */
  keep(call: OngoingCall, caller: Caller): string | undefined {
    const isNew = !this.#waiting.has(call)
    const ofClient = [...this.#waiting.values()].filter((one) => one.caller.id === caller.id).length
    if (isNew && (this.#waiting.size >= awaitingInputLimits.ofAll || ofClient >= awaitingInputLimits.ofOneClient))
      return undefined
    this.release(call)
    const state = randomBytes(24).toString('base64url')
    const stopTimer = this.#clock.after(awaitingInputLimits.lifetimeMs, () => {
      this.#waiting.delete(call)
      call.cancel()
    })
    this.#waiting.set(call, { call, caller, state, stopTimer })
    return state
  }

  find(state: string, caller: Caller): OngoingCall | undefined {
    const found = [...this.#waiting.values()].find((one) => one.state === state)
    return found && isSameCaller(found.caller, caller) ? found.call : undefined
  }

  release(call: OngoingCall): void {
    this.#waiting.get(call)?.stopTimer()
    this.#waiting.delete(call)
  }

  close(): void {
    for (const { call } of [...this.#waiting.values()]) {
      this.release(call)
      call.cancel()
    }
  }
}
