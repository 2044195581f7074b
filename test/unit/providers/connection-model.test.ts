import fc from 'fast-check'
import { describe, it } from 'vitest'
import {
  type AgentConnectionState,
  type ConnectionEffect,
  initialConnection,
  type Signal,
  shownState,
  step,
} from '../../../src-main/providers/agent/connection-state.js'
import { times } from '../../fixtures/properties.js'

const terms = fc.record({
  heartbeatMs: fc.integer({ min: 1_000, max: 60_000 }),
  reconnectMs: fc.integer({ min: 500, max: 60_000 }),
  maxRetries: fc.nat(100),
})
const at = fc.nat(1_000_000)
const signal: fc.Arbitrary<Signal> = fc.oneof(
  fc.record({ kind: fc.constant('start' as const) }),
  fc.record({ kind: fc.constant('registered' as const), at, terms }),
  fc.record({ kind: fc.constant('health' as const), healthy: fc.boolean() }),
  fc.record({ kind: fc.constant('quiet' as const), missing: fc.boolean() }),
  fc.record({
    kind: fc.constant('lost' as const),
    at,
    repairableBy: fc.constantFrom('time' as const, 'person' as const),
    chance: fc.double({ min: 0, max: 1, noNaN: true }),
  }),
  fc.record({ kind: fc.constant('due' as const) }),
  fc.record({ kind: fc.constant('repaired' as const) }),
  { arbitrary: fc.record({ kind: fc.constant('stop' as const) }), weight: 1 },
)

/** The state after the effects: how many sockets are open and how many timers run. */
class World {
  state: AgentConnectionState = initialConnection
  sockets = 0
  timers = 0
  /** Whether the open socket has registered. */
  registered = false
  stopped = false

  take(given: Signal): void {
    // A socket that ended and a timer that ran are over before any listener is notified.
    if (given.kind === 'lost' && this.sockets > 0) this.drop()
    if (given.kind === 'due' && this.timers > 0) this.timers -= 1
    if (given.kind === 'registered' && this.sockets > 0) this.registered = true
    if (given.kind === 'stop') this.stopped = true
    const { state, effects } = step(this.state, given)
    this.state = state
    for (const effect of effects) this.#do(effect)
  }

  drop(): void {
    this.sockets -= 1
    this.registered = false
  }

  #do(effect: ConnectionEffect): void {
    if (effect.kind === 'dial') this.sockets += 1
    if (effect.kind === 'disconnect') this.drop()
    if (effect.kind === 'wait') this.timers += 1
    if (effect.kind === 'cancel-retry') this.timers -= 1
  }

  get isPossible(): boolean {
    const shown = shownState(this.state)
    const isThere = shown === 'online' || shown === 'degraded'
    const isOneThing = this.sockets >= 0 && this.timers >= 0 && this.sockets + this.timers <= 1
    const isOver = this.state.kind === 'stopped' && this.sockets === 0 && this.timers === 0
    return isOneThing && (!isThere || (this.registered && this.sockets === 1)) && (!this.stopped || isOver)
  }

  /** A possible signal: no loss without a socket, and no timer that does not run. */
  canTake({ kind }: Signal): boolean {
    if (kind === 'lost' || kind === 'registered') return this.sockets === 1
    return kind !== 'due' || this.timers === 1
  }
}

// verifies: agents-connection
describe('a connection, for any order of events', () => {
  it('is never online without a registration, never dialled twice at once, and ended when it was stopped', () =>
    times(2_000).forAll(fc.array(signal, { maxLength: 60 }), (given) => {
      const world = new World()
      for (const one of given.filter((each) => each.kind !== 'stop')) {
        if (world.canTake(one)) world.take(one)
        if (!world.isPossible) return false
      }
      world.take({ kind: 'stop' })
      for (const one of given) if (world.canTake(one)) world.take(one)
      return world.isPossible
    }))

  it('ignores impossible signals', () =>
    times(2_000).forAll(fc.array(signal, { maxLength: 60 }), (given) => {
      let state: AgentConnectionState = initialConnection
      let isDialled = false
      for (const one of given) {
        const next = step(state, one)
        const dials = next.effects.filter(({ kind }) => kind === 'dial').length
        const isDisconnecting = next.effects[0]?.kind === 'disconnect'
        const wasBusy = !isDisconnecting && (state.kind === 'dialling' || state.kind === 'registered')
        if (dials > 1 || (dials === 1 && wasBusy)) return false
        isDialled = isDialled || dials === 1
        state = next.state
        if (state.kind === 'registered' && !isDialled) return false
      }
      return true
    }))

  it('that began always has something to wait for, until it is stopped', () =>
    times(2_000).forAll(fc.array(signal, { maxLength: 60 }), (given) => {
      const world = new World()
      world.take({ kind: 'start' })
      for (const one of given) if (world.canTake(one)) world.take(one)
      return world.stopped || world.sockets + world.timers === 1
    }))
})
