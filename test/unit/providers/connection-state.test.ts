import { describe, expect, it } from 'vitest'
import {
  type AgentConnectionState,
  initialConnection,
  type Signal,
  shownState,
  stableAfterMs,
  step,
} from '../../../src-main/providers/agent/connection-state.js'

const terms = { heartbeatMs: 30_000, reconnectMs: 5_000, maxRetries: 3 }
const others = { heartbeatMs: 10_000, reconnectMs: 2_000, maxRetries: 1 }

const states = {
  idle: initialConnection,
  dialling: { kind: 'dialling', retries: 2, terms },
  registered: { kind: 'registered', retries: 2, terms, since: 100_000, quiet: false, healthy: true },
  waiting: { kind: 'waiting', pace: 'growing', retries: 2, terms },
  stopped: { kind: 'stopped', retries: 2, terms },
} as const satisfies Record<AgentConnectionState['kind'], AgentConnectionState>

const lost = { kind: 'lost', at: 100_001, repairableBy: 'time', chance: 1 } as const
const signals = {
  start: { kind: 'start' },
  registered: { kind: 'registered', at: 200_000, terms: others },
  health: { kind: 'health', healthy: false },
  quiet: { kind: 'quiet', missing: true },
  lost,
  due: { kind: 'due' },
  repaired: { kind: 'repaired' },
  stop: { kind: 'stop' },
} as const satisfies Record<Signal['kind'], Signal>

type Moved = readonly [state: AgentConnectionState, ...effects: object[]]

/** Every transition; all other pairs keep the state. */
const transitions: { readonly [S in AgentConnectionState['kind']]: { readonly [G in Signal['kind']]?: Moved } } = {
  idle: {
    start: [{ kind: 'dialling', retries: 0, terms: initialConnection.terms }, { kind: 'dial' }],
    stop: [{ kind: 'stopped', retries: 0, terms: initialConnection.terms }],
  },
  dialling: {
    registered: [{ kind: 'registered', retries: 2, terms: others, since: 200_000, quiet: false, healthy: true }],
    lost: [
      { kind: 'waiting', pace: 'growing', retries: 2, terms },
      { kind: 'wait', milliseconds: 20_000 },
    ],
    repaired: [{ kind: 'dialling', retries: 0, terms }, { kind: 'disconnect' }, { kind: 'dial' }],
    stop: [states.stopped, { kind: 'disconnect' }],
  },
  registered: {
    health: [{ ...states.registered, healthy: false }],
    quiet: [{ ...states.registered, quiet: true }],
    lost: [
      { kind: 'waiting', pace: 'growing', retries: 2, terms },
      { kind: 'wait', milliseconds: 20_000 },
    ],
    repaired: [{ kind: 'dialling', retries: 0, terms }, { kind: 'disconnect' }, { kind: 'dial' }],
    stop: [states.stopped, { kind: 'disconnect' }],
  },
  waiting: {
    due: [{ kind: 'dialling', retries: 3, terms }, { kind: 'dial' }],
    repaired: [{ kind: 'dialling', retries: 0, terms }, { kind: 'cancel-retry' }, { kind: 'dial' }],
    stop: [states.stopped, { kind: 'cancel-retry' }],
  },
  stopped: {},
}

const pairs = (Object.keys(states) as AgentConnectionState['kind'][]).flatMap((state) =>
  (Object.keys(signals) as Signal['kind'][]).map((signal) => [state, signal] as const),
)

describe('a connection', () => {
  // verifies: agents-connection
  it.each(pairs)('in state %s changes correctly on "%s"', (from, signal) => {
    const [state, ...effects] = transitions[from][signal] ?? [states[from]]
    expect(step(states[from], signals[signal])).toEqual({ state, effects })
  })
})

describe('a connection that is lost', () => {
  it('starts its retries over after a stable connection', () => {
    const at = states.registered.since + stableAfterMs
    expect(step(states.registered, { ...lost, at })).toEqual({
      state: { kind: 'waiting', pace: 'growing', retries: 0, terms },
      effects: [{ kind: 'wait', milliseconds: 5_000 }],
    })
  })

  it('slows down after the number of retries that the agent asked for', () => {
    const paces = [0, 1, 2, 3, 4].map((retries) => step({ ...states.dialling, retries }, lost).state)
    expect(paces.map((state) => state.kind === 'waiting' && state.pace)).toEqual([
      'growing',
      'growing',
      'growing',
      'slow',
      'slow',
    ])
  })

  it('is then retried about every five minutes, with jitter', () => {
    const delays = [0, 0.5, 1].map((chance) => step({ ...states.dialling, retries: 3 }, { ...lost, chance }).effects)
    expect(delays).toEqual([150_000, 225_000, 300_000].map((milliseconds) => [{ kind: 'wait', milliseconds }]))
  })

  it('waits for a person where only a person can repair it, and counts no retry', () => {
    expect(step(states.dialling, { ...lost, repairableBy: 'person' })).toEqual({
      state: { kind: 'waiting', pace: 'person', retries: 0, terms },
      effects: [{ kind: 'wait', milliseconds: 60_000 }],
    })
  })
})

describe('the displayed state', () => {
  it.each<[string, AgentConnectionState]>([
    ['connecting', { ...states.dialling, retries: 0 }],
    ['offline', states.dialling],
    ['online', states.registered],
    ['degraded', { ...states.registered, quiet: true }],
    ['degraded', { ...states.registered, healthy: false }],
    ['offline', states.idle],
    ['offline', states.waiting],
    ['offline', states.stopped],
  ])('is %s for %j', (shown, state) => expect(shownState(state)).toBe(shown))

  it('is online again when a degraded, silent server reports that it is healthy', () => {
    const unwell = { ...states.registered, quiet: true, healthy: false }
    expect(shownState(step(unwell, { kind: 'health', healthy: true }).state)).toBe('online')
  })
})
