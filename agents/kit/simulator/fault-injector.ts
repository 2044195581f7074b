/**
 * Fault injector: makes the simulator break the contract on purpose, to test gateways against a faulty server.
 *
 * It changes responses, never actions: a call whose response is lost was still executed. No fault is active at first.
 */

import type { Health, MessageFrame } from '@contract/generated/message-frame.js'
import type { Agent, AgentConnection, OutgoingFrame, Transmit } from '../sdk/index.js'
import type { WorldClock } from './clock.js'

export const faults = ['none', 'silent', 'garbage', 'twice', 'late', 'vanish', 'wrong-types'] as const

/**
 * The fault of responses: none is sent (`silent`); an invalid frame is sent (`garbage`); the response is sent `twice`,
 * or only when another fault is chosen (`late`); the connection closes (`vanish`); values have other types
 * (`wrong-types`).
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
export interface FaultyAgent extends Agent {
  /** Starts or stops breaking the contract. */
  misbehave(change: Partial<FaultState>): void
}

const noFaults: FaultState = { answers: 'none', latency: 0, unhealthy: false }

/** Milliseconds; a longer delay is the same as silence. */
const maxLatencyMs = 600_000

export class FaultInjector {
  readonly #clock: Pick<WorldClock, 'after'>
  #now: FaultState
  #delayed: (() => void)[] = []

  constructor(clock: Pick<WorldClock, 'after'>, start: Partial<FaultState> = {}) {
    this.#clock = clock
    this.#now = { ...noFaults, ...start }
  }

  /** Omitted members keep their value. Responses delayed by `late` are sent when it ends. */
  change(change: Partial<FaultState>): void {
    this.#now = { ...this.#now, ...change }
    if (this.#now.answers !== 'late') for (const release of this.#delayed.splice(0)) release()
  }

  /** The health that heartbeats report. */
  health(real: Health): Health {
    return this.#now.unhealthy ? { ...real, healthy: false, tps: 4 } : real
  }

  readonly transmit: Transmit = (frame, connection) => {
    const { latency, answers } = this.#now
    const transmitter = frame.type === 'response' ? transmitters[answers] : transmitters.none
    const deliver = () =>
      answers === 'late' && frame.type === 'response' ? this.#delay(frame, connection) : transmitter(frame, connection)
    if (latency > 0) this.#clock.after(latency, deliver)
    else deliver()
  }

  #delay({ text }: OutgoingFrame, connection: AgentConnection): void {
    this.#delayed.push(() => connection.send(text))
  }
}

const transmitters: Readonly<Record<Fault, Transmit>> = {
  none: ({ text }, connection) => connection.send(text),
  late: ({ text }, connection) => connection.send(text),
  silent: () => {},
  garbage: (_frame, connection) => connection.send('{"type":"response", this is not JSON'),
  twice({ text }, connection) {
    connection.send(text)
    connection.send(text)
  },
  vanish: (_frame, connection) => connection.hangUp(),
  'wrong-types'({ text }, connection) {
    const frame = JSON.parse(text) as Extract<MessageFrame, { type: 'response' }>
    const { data } = frame.payload
    connection.send(
      JSON.stringify({ ...frame, payload: { ...frame.payload, ...(data && { data: withOtherTypes(data) }) } }),
    )
  },
}

/** The same members with values of other types. */
const withOtherTypes = (data: Readonly<Record<string, unknown>>): Record<string, unknown> =>
  Object.fromEntries(
    Object.entries(data).map(([name, value]) => [name, typeof value === 'string' ? value.length : String(value)]),
  )

/**
 * Validates a change from external input, for example `{"answers":"silent"}` or `{"latency":500,"unhealthy":true}`.
 *
 * @throws Error with the problem
 */
export function parseFaults(value: unknown): Partial<FaultState> {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) throw new Error('Expected a JSON object')
  const { answers, latency, unhealthy, ...unknown } = value as Record<string, unknown>
  const [unknownKey] = Object.keys(unknown)
  if (unknownKey) throw new Error(`Unknown member "${unknownKey}"; use answers, latency or unhealthy`)
  if (answers !== undefined && !faults.some((fault) => fault === answers)) {
    throw new Error(`answers must be one of ${faults.join(', ')}`)
  }
  const fits = typeof latency === 'number' && latency >= 0 && latency <= maxLatencyMs
  if (latency !== undefined && !fits)
    throw new Error(`latency must be a number of milliseconds, at most ${maxLatencyMs}`)
  if (unhealthy !== undefined && typeof unhealthy !== 'boolean') throw new Error('unhealthy must be true or false')
  return {
    ...(answers !== undefined && { answers: answers as Fault }),
    ...(latency !== undefined && { latency: latency as number }),
    ...(unhealthy !== undefined && { unhealthy }),
  }
}
