/**
 * Connection state: a state machine for connecting, online and waiting. See docs/protocol.md#agents-reconnect.
 *
 * A server is never online without a registration and never connected twice at once; a stop is final. Pure:
 * `agent-server.ts` runs the effects.
 */
import { assertNever } from '@contract/assert-never.js'
import type { DegradedReason, ServerState } from '@shared/servers/server.js'
import { backOff, retryAfterPersonMs, slowRetry } from '../../policy/back-off.js'
import { type ConnectionTerms, termsOf } from './connection-terms.js'

interface Remembered {
  /** Retries since the last stable connection. */
  readonly retries: number
  /** The agent's settings from the last registration. */
  readonly terms: ConnectionTerms
}

/** `slow`: all fast retries failed. `person`: only a person can repair it. */
export type RetryPolicy = 'growing' | 'slow' | 'person'

export type AgentConnectionState =
  | (Remembered & { readonly kind: 'idle' })
  | (Remembered & { readonly kind: 'dialling' })
  | (Remembered & {
      readonly kind: 'registered'
      /** Monotonic milliseconds. */
      readonly since: number
      /** Heartbeats are missing. */
      readonly quiet: boolean
      /** What the server reports about itself. */
      readonly healthy: boolean
    })
  | (Remembered & { readonly kind: 'waiting'; readonly pace: RetryPolicy })
  | (Remembered & { readonly kind: 'stopped' })

export type Signal =
  | { readonly kind: 'start' }
  | { readonly kind: 'registered'; readonly at: number; readonly terms: ConnectionTerms }
  | { readonly kind: 'health'; readonly healthy: boolean }
  | { readonly kind: 'quiet'; readonly missing: boolean }
  /** `chance`: 0 up to 1. */
  | { readonly kind: 'lost'; readonly at: number; readonly repairableBy: 'time' | 'person'; readonly chance: number }
  | { readonly kind: 'due' }
  /** A person changed something. */
  | { readonly kind: 'repaired' }
  | { readonly kind: 'stop' }

export type ConnectionEffect =
  | { readonly kind: 'dial' }
  | { readonly kind: 'disconnect' }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'cancel-retry' }

export interface Transition {
  readonly state: AgentConnectionState
  readonly effects: readonly ConnectionEffect[]
}

/** Milliseconds until a connection counts as stable. */
export const stableAfterMs = 10_000

export const initialConnection: AgentConnectionState = { kind: 'idle', retries: 0, terms: termsOf() }

type StateOf<Kind extends AgentConnectionState['kind']> = Extract<AgentConnectionState, { kind: Kind }>
type SignalOf<Kind extends Signal['kind']> = Extract<Signal, { kind: Kind }>
type Table = {
  readonly [S in AgentConnectionState['kind']]: {
    readonly [G in Signal['kind']]: (state: StateOf<S>, signal: SignalOf<G>) => Transition
  }
}

const stay = (state: AgentConnectionState): Transition => ({ state, effects: [] })

const dial = (from: AgentConnectionState, retries: number, ...first: ConnectionEffect[]): Transition => ({
  state: { kind: 'dialling', retries, terms: from.terms },
  effects: [...first, { kind: 'dial' }],
})

const stop = ({ retries, terms }: AgentConnectionState, ...effects: ConnectionEffect[]): Transition => ({
  state: { kind: 'stopped', retries, terms },
  effects,
})

function wait(
  { terms }: AgentConnectionState,
  retries: number,
  { repairableBy, chance }: SignalOf<'lost'>,
): Transition {
  const isExhausted = retries >= terms.maxRetries
  const pace: RetryPolicy = repairableBy === 'person' ? 'person' : isExhausted ? 'slow' : 'growing'
  const delays: Readonly<Record<RetryPolicy, number>> = {
    growing: backOff(retries, terms.reconnectMs, chance),
    slow: slowRetry(chance),
    person: retryAfterPersonMs,
  }
  return {
    // A refusal is a response: the retries start over when it stops responding.
    state: { kind: 'waiting', pace, retries: pace === 'person' ? 0 : retries, terms },
    effects: [{ kind: 'wait', milliseconds: delays[pace] }],
  }
}

/** All transitions. A late or unexpected signal changes nothing. */
const table: Table = {
  idle: {
    start: (state) => dial(state, 0),
    registered: stay,
    health: stay,
    quiet: stay,
    lost: stay,
    due: stay,
    repaired: stay,
    stop: (state) => stop(state),
  },
  dialling: {
    start: stay,
    registered: ({ retries }, { at, terms }) =>
      stay({ kind: 'registered', retries, terms, since: at, quiet: false, healthy: true }),
    health: stay,
    quiet: stay,
    lost: (state, signal) => wait(state, state.retries, signal),
    due: stay,
    // The current attempt started before the repair.
    repaired: (state) => dial(state, 0, { kind: 'disconnect' }),
    stop: (state) => stop(state, { kind: 'disconnect' }),
  },
  registered: {
    start: stay,
    registered: stay,
    // A health report is a sign of life.
    health: (state, { healthy }) => stay({ ...state, healthy, quiet: false }),
    quiet: (state, { missing }) => stay({ ...state, quiet: missing }),
    lost: (state, signal) => wait(state, signal.at - state.since >= stableAfterMs ? 0 : state.retries, signal),
    due: stay,
    // A person wants a reconnect: name, address or token may have changed.
    repaired: (state) => dial(state, 0, { kind: 'disconnect' }),
    stop: (state) => stop(state, { kind: 'disconnect' }),
  },
  waiting: {
    start: stay,
    registered: stay,
    health: stay,
    quiet: stay,
    lost: stay,
    due: (state) => dial(state, state.retries + 1),
    repaired: (state) => dial(state, 0, { kind: 'cancel-retry' }),
    stop: (state) => stop(state, { kind: 'cancel-retry' }),
  },
  stopped: {
    start: stay,
    registered: stay,
    health: stay,
    quiet: stay,
    lost: stay,
    due: stay,
    repaired: stay,
    stop: stay,
  },
}

/** The next state after a signal, and the effects in order. */
export function step(state: AgentConnectionState, signal: Signal): Transition {
  const transition = table[state.kind][signal.kind] as (state: AgentConnectionState, signal: Signal) => Transition
  return transition(state, signal)
}

/** State for people and AI clients. */
export function shownState(connection: AgentConnectionState): ServerState {
  switch (connection.kind) {
    case 'idle':
    case 'waiting':
    case 'stopped':
      return 'offline'
    case 'dialling':
      // A new attempt is not shown: until it succeeds, the state stays.
      return connection.retries === 0 ? 'connecting' : 'offline'
    case 'registered':
      return connection.quiet || !connection.healthy ? 'degraded' : 'online'
    default:
      return assertNever(connection)
  }
}

/** Why a connected server is degraded; missing heartbeats take precedence over its own report. */
export function loadOf(connection: AgentConnectionState): DegradedReason | undefined {
  if (connection.kind !== 'registered' || (!connection.quiet && connection.healthy)) return undefined
  return connection.quiet ? 'silent' : 'unwell'
}
