/**
 * Fault injector: makes the simulator break the contract on purpose, to test gateways against a faulty server.
 *
 * It changes responses, never actions: a call whose response is lost was still executed. No fault is active at first.
 */

import type { Health, MessageFrame } from '@contract/generated/message-frame.js'
import type { Agent, AgentConnection, OutgoingFrame, Transmit } from '../agent-sdk/index.js'
import type { WorldClock } from './clock.js'

export const faults = ['none', 'silent', 'garbage', 'twice', 'late', 'vanish', 'wrong-types'] as const

/**
 * The fault of responses: none is sent (`silent`); it is no valid frame (`garbage`); it is sent `twice`; it is sent when
 * another fault is chosen (`late`); the connection closes (`vanish`); every value has another type (`wrong-types`).
 */
export type Fault = (typeof faults)[number]

export interface FaultState {
  readonly answers: Fault
  /** Milliseconds by which every frame is delayed. */
  readonly latency: number
  /** Whether heartbeats report an unhealthy server. */
  readonly unhealthy: boolean
}

/** An agent that breaks the contract on request. */
export interface MisbehavingAgent extends Agent {
  /** Starts or stops breaking the contract. */
  misbehave(change: Partial<FaultState>): void
}

const good: FaultState = { answers: 'none', latency: 0, unhealthy: false }

/** Milliseconds; a longer delay is the same as silence. */
const maxLatencyMs = 600_000

export class FaultInjector {
  readonly #clock: Pick<WorldClock, 'after'>
  #now: FaultState
  #held: (() => void)[] = []

  constructor(clock: Pick<WorldClock, 'after'>, start: Partial<FaultState> = {}) {
    this.#clock = clock
    this.#now = { ...good, ...start }
  }

  /** Omitted members keep their value. Responses held back by `late` are sent when it ends. */
  change(change: Partial<FaultState>): void {
    this.#now = { ...this.#now, ...change }
    if (this.#now.answers !== 'late') for (const release of this.#held.splice(0)) release()
  }

  /** What a heartbeat says. */
  health(real: Health): Health {
    return this.#now.unhealthy ? { ...real, healthy: false, tps: 4 } : real
  }

  readonly transmit: Transmit = (frame, line) => {
    const { latency, answers } = this.#now
    const spoil = frame.type === 'response' ? spoiled[answers] : spoiled.none
    const leave = () => (answers === 'late' && frame.type === 'response' ? this.#hold(frame, line) : spoil(frame, line))
    if (latency > 0) this.#clock.after(latency, leave)
    else leave()
  }

  #hold({ text }: OutgoingFrame, line: AgentConnection): void {
    this.#held.push(() => line.send(text))
  }
}

const spoiled: Readonly<Record<Fault, Transmit>> = {
  none: ({ text }, line) => line.send(text),
  late: ({ text }, line) => line.send(text),
  silent: () => {},
  garbage: (_frame, line) => line.send('{"type":"response", this is not JSON'),
  twice({ text }, line) {
    line.send(text)
    line.send(text)
  },
  vanish: (_frame, line) => line.hangUp(),
  'wrong-types'({ text }, line) {
    const frame = JSON.parse(text) as Extract<MessageFrame, { type: 'response' }>
    const { data } = frame.payload
    line.send(JSON.stringify({ ...frame, payload: { ...frame.payload, ...(data && { data: confused(data) }) } }))
  },
}

/** The same members with values of other types. */
const confused = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value.length : String(value)]),
  )

/**
 * A change as it comes from outside, for example `{"answers":"silent"}` or `{"latency":500,"unhealthy":true}`.
 *
 * @throws Error that says what is wrong with it
 */
export function misbehaviourOf(given: unknown): Partial<FaultState> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error('Expected a JSON object')
  const { answers, latency, unhealthy, ...unknown } = given as Record<string, unknown>
  const [unknownKey] = Object.keys(unknown)
  if (unknownKey) throw new Error(`There is no "${unknownKey}"; there are answers, latency and unhealthy`)
  if (answers !== undefined && !faults.some((fault) => fault === answers)) {
    throw new Error(`answers is one of ${faults.join(', ')}`)
  }
  const fits = typeof latency === 'number' && latency >= 0 && latency <= maxLatencyMs
  if (latency !== undefined && !fits) throw new Error(`latency is a number of milliseconds, ${maxLatencyMs} at most`)
  if (unhealthy !== undefined && typeof unhealthy !== 'boolean') throw new Error('unhealthy is true or false')
  return {
    ...(answers !== undefined && { answers: answers as Fault }),
    ...(latency !== undefined && { latency: latency as number }),
    ...(unhealthy !== undefined && { unhealthy }),
  }
}
