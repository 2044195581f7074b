/**
 * OBS connection: keeps one connection to OBS, and tries again when it is lost.
 *
 * OBS shows its user a warning for each wrong password, and asks not to come back after *Kick*: those wait for a person.
 * OBS is usually started right before a stream, so the attempts stay frequent: a stream must find stream-safe mode soon.
 *
 * Enforces invariant 7: only addresses of this computer and of private networks are connected to.
 */
import { needsPerson, type ObsProblem } from '@shared/streaming/obs.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { ResolveHost } from '../../network/checked-host.js'
import {
  floodReason,
  isForeign,
  type OpenTextSocket,
  publicReason,
  type TextSocket,
  textSocketDial,
  timedOutReason,
} from '../../network/text-socket.js'
import { backOff } from '../../policy/limits/back-off.js'
import { type Members, type ObsCall, ObsRefusal, obsCodes } from './obs-requests.js'
import { ObsSession, problemOfClose } from './obs-session.js'

/** Maximum bytes of a frame: a list of 2,000 sources has 500 KB. */
export const maxFrameBytes = 1_048_576
/** Maximum bytes that OBS has not read. */
const maxUnreadBytes = 262_144
/** Frames per millisecond on average. An OBS sends a few a minute of those that we subscribe to. */
const rate = 0.2

export const dialObs = (clock: Clock, resolve?: ResolveHost): OpenTextSocket =>
  textSocketDial({
    clock,
    maxFrameBytes,
    maxUnreadBytes,
    rate,
    subprotocol: 'obswebsocket.json',
    nearOnly: true,
    ...(resolve && { resolve }),
  })

/** Milliseconds before the first new attempt, and at most. */
export const retryMs = { first: 1_000, most: 10_000, afterMisbehaviour: 60_000 }

export type ConnectionPhase =
  | { readonly kind: 'off' }
  | { readonly kind: 'connecting' }
  /** @property retryAt ISO 8601 */
  | { readonly kind: 'failed'; readonly problem: ObsProblem; readonly retryAt?: string }
  | { readonly kind: 'connected'; readonly isHere: boolean }

export interface ObsConnectionOptions {
  readonly dial: OpenTextSocket
  readonly password: () => string | undefined
  readonly clock: Clock
  /** 0 up to 1. */
  readonly chance: () => number
  /** Reads what OBS does now; the connection counts when it resolves. Rejects with an `ObsRefusal`. */
  readonly prepare: (call: ObsCall) => Promise<void>
  readonly onEvent: (name: string, data: Members) => void
  readonly onPhase: (phase: ConnectionPhase) => void
}

interface Attempt {
  readonly socket: TextSocket
  readonly session: ObsSession
  isHere: boolean
  problem?: ObsProblem
}

export class ObsConnection {
  readonly #options: ObsConnectionOptions
  #address: string | undefined
  #attempt: Attempt | undefined
  #phase: ConnectionPhase = { kind: 'off' }
  #retries = 0
  #cancelRetry = (): void => {}

  constructor(options: ObsConnectionOptions) {
    this.#options = options
  }

  get phase(): ConnectionPhase {
    return this.#phase
  }

  /** Rejects with an `ObsRefusal` without a code while there is no connection. */
  get call(): ObsCall {
    const attempt = this.#phase.kind === 'connected' ? this.#attempt : undefined
    return attempt?.session.call ?? ((...[name]) => Promise.reject(new ObsRefusal(name, 0)))
  }

  /** Connects to this address, or to none: also where it waited for a person. */
  use(address: string | undefined): void {
    this.#address = address
    this.#retries = 0
    this.#cancelRetry()
    this.#drop()
    if (address === undefined) this.#set({ kind: 'off' })
    else this.#dial(address)
  }

  #drop(): void {
    const attempt = this.#attempt
    this.#attempt = undefined
    attempt?.session.end()
    attempt?.socket.close()
  }

  #dial(address: string): void {
    const { dial, clock, password, prepare, onEvent } = this.#options
    // Later attempts stay "failed": a person reads the reason rather than a flicker.
    if (this.#phase.kind !== 'failed' || this.#retries === 0) this.#set({ kind: 'connecting' })
    const ours = (): Attempt | undefined => (attempt === this.#attempt ? attempt : undefined)
    const session = new ObsSession({
      clock,
      password,
      send: (text) => ours()?.socket.send(text),
      fail: (problem) => this.#fail(attempt, problem),
      onIdentified: () =>
        void prepare(session.call).then(connected, (refusal) => this.#fail(attempt, problemOfRefusal(refusal))),
      onEvent: (name, data) => ours() && onEvent(name, data),
    })
    const connected = (): void => {
      const now = ours()
      if (!now) return
      this.#retries = 0
      this.#set({ kind: 'connected', isHere: now.isHere })
    }
    const socket = dial(address, {
      open(isHere) {
        attempt.isHere = isHere
      },
      text: (text) => void (ours() && session.receive(text)),
      closed: (code, reason) => this.#closed(attempt, problemOfClose(code) ?? problemOf(reason)),
    })
    const attempt: Attempt = { socket, session, isHere: false }
    this.#attempt = attempt
  }

  #fail(attempt: Attempt, problem: ObsProblem): void {
    if (attempt !== this.#attempt) return
    attempt.problem ??= problem
    attempt.session.end()
    attempt.socket.close()
  }

  #closed(attempt: Attempt, problem: ObsProblem): void {
    if (attempt !== this.#attempt) return
    this.#attempt = undefined
    attempt.session.end()
    this.#failed(attempt.problem ?? problem)
  }

  #failed(problem: ObsProblem): void {
    const { clock, chance } = this.#options
    const address = this.#address
    if (needsPerson.has(problem) || address === undefined) return this.#set({ kind: 'failed', problem })
    const milliseconds =
      problem === 'misbehaved'
        ? retryMs.afterMisbehaviour
        : backOff(this.#retries, retryMs.first, chance(), retryMs.most)
    this.#retries += 1
    const retryAt = new Date(clock.now().getTime() + milliseconds).toISOString()
    this.#set({ kind: 'failed', problem, retryAt })
    this.#cancelRetry = clock.after(milliseconds, () => this.#dial(address))
  }

  #set(phase: ConnectionPhase): void {
    this.#phase = phase
    this.#options.onPhase(phase)
  }
}

const problemOfRefusal = (refusal: unknown): ObsProblem =>
  refusal instanceof ObsRefusal && refusal.code === obsCodes.notReady ? 'loading' : 'not-obs'

const unreachable: ReadonlySet<string> = new Set([
  timedOutReason,
  'EHOSTUNREACH',
  'ENETUNREACH',
  'EHOSTDOWN',
  'EADDRNOTAVAIL',
])

/** An OBS before 28 selects no subprotocol; another program does not speak WebSocket. */
function problemOf(reason: string): ObsProblem {
  if (reason === publicReason) return 'not-allowed'
  if (reason === 'ENOTFOUND') return 'unknown-host'
  if (reason === 'ECONNREFUSED') return 'not-running'
  if (unreachable.has(reason)) return 'no-answer'
  if (reason === floodReason || reason.startsWith('WS_ERR_')) return 'misbehaved'
  return isForeign(reason) ? 'not-obs' : 'lost'
}
