/**
 * Connection state: a state machine for connecting, online and waiting. See docs/protocol.md#agents-reconnect.
 *
 * A server is never online without a registration and never connected twice at once; a stop is final. Pure:
 * `agent-server.ts` runs the effects.
 */
import { assertNever } from '@contract/assert-never.js'
import type { DegradedReason, ServerState } from '@shared/servers/server.js'
import { backOff, retryAfterPersonMs, slowRetry } from '../../policy/limits/back-off.js'
import { type ConnectionTerms, termsOf } from './connection-terms.js'

interface RetryState {
  /** Retries since the last stable connection. */
  readonly retries: number
  /** The agent's settings from the last registration. */
  readonly terms: ConnectionTerms
}

/** `slow`: all fast retries failed. `person`: only a person can solve the problem. */
export type RetryPolicy = 'growing' | 'slow' | 'person'

export type AgentConnectionState =
  | (RetryState & { readonly kind: 'idle' })
  | (RetryState & { readonly kind: 'dialling' })
  | (RetryState & {
      readonly kind: 'registered'
      /** Monotonic milliseconds. */
      readonly since: number
      /** Heartbeats are missing. */
      readonly quiet: boolean
      /** What the server reports about itself. */
      readonly healthy: boolean
    })
  | (RetryState & { readonly kind: 'waiting'; readonly pace: RetryPolicy })
  | (RetryState & { readonly kind: 'stopped' })

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

const keepState = (state: AgentConnectionState): Transition => ({ state, effects: [] })

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
    // A refusal proves that the agent responds, so the retries are reset.
    state: { kind: 'waiting', pace, retries: pace === 'person' ? 0 : retries, terms },
    effects: [{ kind: 'wait', milliseconds: delays[pace] }],
  }
}

/** All transitions. A late or unexpected signal changes nothing. */
const table: Table = {
  idle: {
    start: (state) => dial(state, 0),
    registered: keepState,
    health: keepState,
    quiet: keepState,
    lost: keepState,
    due: keepState,
    repaired: keepState,
    stop: (state) => stop(state),
  },
  dialling: {
    start: keepState,
    registered: ({ retries }, { at, terms }) =>
      keepState({ kind: 'registered', retries, terms, since: at, quiet: false, healthy: true }),
    health: keepState,
    quiet: keepState,
    lost: (state, signal) => wait(state, state.retries, signal),
    due: keepState,
    // The current attempt uses the settings from before the change.
    repaired: (state) => dial(state, 0, { kind: 'disconnect' }),
    stop: (state) => stop(state, { kind: 'disconnect' }),
  },
  registered: {
    start: keepState,
    registered: keepState,
    // A health report proves that the agent responds.
    health: (state, { healthy }) => keepState({ ...state, healthy, quiet: false }),
    quiet: (state, { missing }) => keepState({ ...state, quiet: missing }),
    lost: (state, signal) => wait(state, signal.at - state.since >= stableAfterMs ? 0 : state.retries, signal),
    due: keepState,
    // A person wants a reconnect: name, address or token may have changed.
    repaired: (state) => dial(state, 0, { kind: 'disconnect' }),
    stop: (state) => stop(state, { kind: 'disconnect' }),
  },
  waiting: {
    start: keepState,
    registered: keepState,
    health: keepState,
    quiet: keepState,
    lost: keepState,
    due: (state) => dial(state, state.retries + 1),
    repaired: (state) => dial(state, 0, { kind: 'cancel-retry' }),
    stop: (state) => stop(state, { kind: 'cancel-retry' }),
  },
  stopped: {
    start: keepState,
    registered: keepState,
    health: keepState,
    quiet: keepState,
    lost: keepState,
    due: keepState,
    repaired: keepState,
    stop: keepState,
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
