/**
 * Misbehaviour: how the simulator breaks the contract on purpose, so that gateways can be tried against a bad server.
 *
 * It changes what is reported, never what is done: a call whose answer is lost has happened. Nothing is wrong until somebody
 * says so.
 */

import type { Agent, Line, OutgoingFrame, Transmit } from '../agent-sdk/index.js'
import type { Health, MessageFrame } from '../contract/generated/message-frame.js'
import type { WorldClock } from './clock.js'

export const faults = ['none', 'silent', 'garbage', 'twice', 'late', 'vanish', 'wrong-types'] as const

/**
 * What goes wrong with answers: none comes (`silent`); something that is no frame (`garbage`); the same one `twice`; only
 * when another fault is chosen (`late`); the connection goes (`vanish`); every value has another type (`wrong-types`).
 */
export type Fault = (typeof faults)[number]

export interface Misbehaviour {
  readonly answers: Fault
  /** Milliseconds that every frame is late. */
  readonly latency: number
  /** Whether heartbeats say that the server is unwell. */
  readonly unhealthy: boolean
}

/** An agent that breaks the contract on request. */
export interface MisbehavingAgent extends Agent {
  /** Begins or ends to break the contract. */
  misbehave(change: Partial<Misbehaviour>): void
}

const good: Misbehaviour = { answers: 'none', latency: 0, unhealthy: false }

/** Milliseconds; more would only be silence. */
const longestLatency = 600_000

export class Misbehaving {
  readonly #clock: Pick<WorldClock, 'after'>
  #now: Misbehaviour
  #held: (() => void)[] = []

  constructor(clock: Pick<WorldClock, 'after'>, start: Partial<Misbehaviour> = {}) {
    this.#clock = clock
    this.#now = { ...good, ...start }
  }

  /** What is left out stays as it is. Answers that were held back for `late` go when that ends. */
  change(change: Partial<Misbehaviour>): void {
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

  #hold({ text }: OutgoingFrame, line: Line): void {
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
export function misbehaviourOf(given: unknown): Partial<Misbehaviour> {
  if (typeof given !== 'object' || given === null || Array.isArray(given)) throw new Error('Expected a JSON object')
  const { answers, latency, unhealthy, ...unknown } = given as Record<string, unknown>
  const [stranger] = Object.keys(unknown)
  if (stranger) throw new Error(`There is no "${stranger}"; there are answers, latency and unhealthy`)
  if (answers !== undefined && !faults.some((fault) => fault === answers)) {
    throw new Error(`answers is one of ${faults.join(', ')}`)
  }
  const fits = typeof latency === 'number' && latency >= 0 && latency <= longestLatency
  if (latency !== undefined && !fits) throw new Error(`latency is a number of milliseconds, ${longestLatency} at most`)
  if (unhealthy !== undefined && typeof unhealthy !== 'boolean') throw new Error('unhealthy is true or false')
  return {
    ...(answers !== undefined && { answers: answers as Fault }),
    ...(latency !== undefined && { latency: latency as number }),
    ...(unhealthy !== undefined && { unhealthy }),
  }
}
