/**
 * Calls awaiting input: calls that wait until their client sends what they asked for.
 *
 * Guards invariant 7: their number and time are bounded. A request state is random, so nobody can make one up, and it is
 * good for the caller that got it alone.
 */
import { randomBytes } from 'node:crypto'
import type { Caller } from '../../../contract/call.js'
import type { Clock } from '../../../gateway/ports.js'
import type { OngoingCall } from './ongoing-call.js'
import { isSameCaller } from './task-list.js'

export const heldLimits = {
  /** Milliseconds that a person has to respond. */
  lifetimeMs: 600_000,
  ofOneClient: 32,
  ofAll: 128,
}

interface Held {
  readonly call: OngoingCall
  readonly caller: Caller
  readonly state: string
  readonly stopTimer: () => void
}

export class CallsAwaitingInput {
  readonly #clock: Clock
  readonly #held = new Map<OngoingCall, Held>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** @returns the state that the client sends back; undefined when there is no room */
  keep(call: OngoingCall, caller: Caller): string | undefined {
    const isNew = !this.#held.has(call)
    const ofClient = [...this.#held.values()].filter((one) => one.caller.id === caller.id).length
    if (isNew && (this.#held.size >= heldLimits.ofAll || ofClient >= heldLimits.ofOneClient)) return undefined
    this.release(call)
    const state = randomBytes(24).toString('base64url')
    const stopTimer = this.#clock.after(heldLimits.lifetimeMs, () => {
      this.#held.delete(call)
      call.cancel()
    })
    this.#held.set(call, { call, caller, state, stopTimer })
    return state
  }

  find(state: string, caller: Caller): OngoingCall | undefined {
    const held = [...this.#held.values()].find((one) => one.state === state)
    return held && isSameCaller(held.caller, caller) ? held.call : undefined
  }

  release(call: OngoingCall): void {
    this.#held.get(call)?.stopTimer()
    this.#held.delete(call)
  }

  close(): void {
    for (const { call } of [...this.#held.values()]) {
      this.release(call)
      call.cancel()
    }
  }
}
