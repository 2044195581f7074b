/**
 * Connection state: whether a server is dialled, there or waited for, and what is to be done next. See
 * docs/protocol.md#agents-reconnect.
 *
 * Guards that a server is never online without a registration and never dialled twice at once, and that a stop ends
 * everything for good. A decision without socket and clock: `agent-server.ts` does what it says.
 */
import { assertNever } from '../../contract/assert-never.js'
import type { ServerState, Strain } from '../../contract/server.js'
import { backOff, mendedByPersonMs, slowRetry } from '../../policy/back-off.js'
import { type ConnectionTerms, termsOf } from './connection-terms.js'

interface Remembered {
  /** Dials again since a connection last lasted. */
  readonly retries: number
  /** What the agent asked for when it was last there. */
  readonly terms: ConnectionTerms
}

/** `slow`: every retry was in vain. `person`: only a person can mend what is wrong. */
export type Pace = 'growing' | 'slow' | 'person'

export type Connection =
  | (Remembered & { readonly kind: 'idle' })
  | (Remembered & { readonly kind: 'dialling' })
  | (Remembered & {
      readonly kind: 'registered'
      /** Milliseconds of the clock that never jumps. */
      readonly since: number
      /** Heartbeats are missing. */
      readonly quiet: boolean
      /** What the server says of itself. */
      readonly healthy: boolean
    })
  | (Remembered & { readonly kind: 'waiting'; readonly pace: Pace })
  | (Remembered & { readonly kind: 'stopped' })

export type Signal =
  | { readonly kind: 'start' }
  | { readonly kind: 'registered'; readonly at: number; readonly terms: ConnectionTerms }
  | { readonly kind: 'health'; readonly healthy: boolean }
  | { readonly kind: 'quiet'; readonly missing: boolean }
  /** `chance`: 0 up to 1. */
  | { readonly kind: 'lost'; readonly at: number; readonly mendedBy: 'time' | 'person'; readonly chance: number }
  | { readonly kind: 'due' }
  /** A person did something about it. */
  | { readonly kind: 'mended' }
  | { readonly kind: 'stop' }

export type Effect =
  | { readonly kind: 'dial' }
  | { readonly kind: 'hang-up' }
  | { readonly kind: 'wait'; readonly milliseconds: number }
  | { readonly kind: 'wait-no-more' }

export interface Step {
  readonly state: Connection
  readonly effects: readonly Effect[]
}

/** Milliseconds a connection must last before the next loss is a first one again. */
export const lastingMs = 10_000

export const unconnected: Connection = { kind: 'idle', retries: 0, terms: termsOf() }

type StateOf<Kind extends Connection['kind']> = Extract<Connection, { kind: Kind }>
type SignalOf<Kind extends Signal['kind']> = Extract<Signal, { kind: Kind }>
type Table = {
  readonly [S in Connection['kind']]: {
    readonly [G in Signal['kind']]: (state: StateOf<S>, signal: SignalOf<G>) => Step
  }
}

const stay = (state: Connection): Step => ({ state, effects: [] })

const dial = (from: Connection, retries: number, ...first: Effect[]): Step => ({
  state: { kind: 'dialling', retries, terms: from.terms },
  effects: [...first, { kind: 'dial' }],
})

const stop = ({ retries, terms }: Connection, ...effects: Effect[]): Step => ({
  state: { kind: 'stopped', retries, terms },
  effects,
})

function wait({ terms }: Connection, retries: number, { mendedBy, chance }: SignalOf<'lost'>): Step {
  const inVain = retries >= terms.maxRetries
  const pace: Pace = mendedBy === 'person' ? 'person' : inVain ? 'slow' : 'growing'
  const delays: Readonly<Record<Pace, number>> = {
    growing: backOff(retries, terms.reconnectMs, chance),
    slow: slowRetry(chance),
    person: mendedByPersonMs,
  }
  return {
    // Who refuses us has answered: the retries begin anew when it stops answering.
    state: { kind: 'waiting', pace, retries: pace === 'person' ? 0 : retries, terms },
    effects: [{ kind: 'wait', milliseconds: delays[pace] }],
  }
}

/** Every transition there is. A signal that comes too late, or out of place, changes nothing. */
const table: Table = {
  idle: {
    start: (state) => dial(state, 0),
    registered: stay,
    health: stay,
    quiet: stay,
    lost: stay,
    due: stay,
    mended: stay,
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
    // What is being tried was begun before it was mended.
    mended: (state) => dial(state, 0, { kind: 'hang-up' }),
    stop: (state) => stop(state, { kind: 'hang-up' }),
  },
  registered: {
    start: stay,
    registered: stay,
    // Who speaks of its health is not silent.
    health: (state, { healthy }) => stay({ ...state, healthy, quiet: false }),
    quiet: (state, { missing }) => stay({ ...state, quiet: missing }),
    lost: (state, signal) => wait(state, signal.at - state.since >= lastingMs ? 0 : state.retries, signal),
    due: stay,
    // A person wants it connected anew: what it is called, where it is or its token may be another.
    mended: (state) => dial(state, 0, { kind: 'hang-up' }),
    stop: (state) => stop(state, { kind: 'hang-up' }),
  },
  waiting: {
    start: stay,
    registered: stay,
    health: stay,
    quiet: stay,
    lost: stay,
    due: (state) => dial(state, state.retries + 1),
    mended: (state) => dial(state, 0, { kind: 'wait-no-more' }),
    stop: (state) => stop(state, { kind: 'wait-no-more' }),
  },
  stopped: {
    start: stay,
    registered: stay,
    health: stay,
    quiet: stay,
    lost: stay,
    due: stay,
    mended: stay,
    stop: stay,
  },
}

/** What a signal makes of the connection, and what is to be done, in order. */
export function step(state: Connection, signal: Signal): Step {
  const transition = table[state.kind][signal.kind] as (state: Connection, signal: Signal) => Step
  return transition(state, signal)
}

/** What people and AI clients are told. */
export function shownState(connection: Connection): ServerState {
  switch (connection.kind) {
    case 'idle':
    case 'waiting':
    case 'stopped':
      return 'offline'
    case 'dialling':
      // A new attempt is no news: until it succeeds, the server is as it was.
      return connection.retries === 0 ? 'connecting' : 'offline'
    case 'registered':
      return connection.quiet || !connection.healthy ? 'degraded' : 'online'
    default:
      return assertNever(connection)
  }
}

/** Why a connection that is there is not wholly well; silence tells more than what it said before. */
export function strainOf(connection: Connection): Strain | undefined {
  if (connection.kind !== 'registered' || (!connection.quiet && connection.healthy)) return undefined
  return connection.quiet ? 'silent' : 'unwell'
}
