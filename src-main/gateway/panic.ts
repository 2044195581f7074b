/**
 * Panic: one switch that stops every action at once, until a person turns it off.
 *
 * Guards invariant 2: turning it on cannot fail, whatever cannot be written; turning it off is written down first, and
 * stays undone where that fails. What cannot be read counts as on. A pause is the same halt, with the end that a person
 * gave it when they began it; a panic turns it into one without. Guards invariant 6: only approvers that the composition
 * root attaches reach it; consumers do not see it.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '../contract/gateway-error.js'
import type { CapabilityType } from '../contract/generated/capability-manifest.js'
import type { Refusal } from '../contract/live.js'
import type { OwnWords } from '../contract/own-words.js'
import type { PanicState } from '../contract/panic.js'
import type { Governance } from '../contract/settings.js'
import type { Approvals } from './approvals.js'
import { Cancellation, type CancellationToken } from './cancellation.js'
import { Emitter } from './emitter.js'
import type { AuditLog, Clock, Log, PanicStore } from './ports.js'

/** Under what it stands in the audit trail. */
export const panicId = 'system.panic'

/** Who ends a pause whose time is over, as the audit trail names them. */
const timer = 'the end of the pause'
/** Milliseconds until it is tried again where that could not be written down. */
const againMs = 60_000
/** Milliseconds between two looks at the clock on the wall: a timer does not count the time that a computer sleeps. */
const lookMs = 30_000

export interface PanicParts {
  readonly store: PanicStore
  readonly approvals: Pick<Approvals, 'denyAll' | 'onDidOpen'>
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly governance: () => Governance
}

export class Panic {
  readonly #parts: PanicParts
  #state: PanicState
  /** Every call that runs listens to one of them, until it ends. */
  #actions = new Cancellation()
  #reads = new Cancellation()
  #endTimer: () => void = () => {}
  readonly #onDidChange = new Emitter<PanicState>()
  readonly #onDidPanic = new Emitter<PanicState>()
  readonly onDidChange = this.#onDidChange.on
  /** Told once each time it is turned on: who holds a conversation with a model cuts it. */
  readonly onDidPanic = this.#onDidPanic.on

  constructor(parts: PanicParts) {
    this.#parts = parts
    this.#state = stored(parts)
    if (this.#state.on) this.#stop()
    this.#waitForEnd()
    parts.approvals.onDidOpen(() => this.#state.on && parts.approvals.denyAll(panicId))
  }

  get state(): PanicState {
    return this.#state
  }

  /** Whether something of this type must not run now; what nobody knows is an action. */
  stops(type: CapabilityType | undefined): boolean {
    return this.#state.on && (type === undefined || type === 'action' || this.#parts.governance().panicStopsReading)
  }

  /** Why it must not. */
  refusal(): GatewayError {
    const { pause, until } = this.#state
    if (pause) {
      return new GatewayError('RISK.OPERATION_BLOCKED', {
        message: until ? `The owner has paused everything until ${until}.` : 'The owner has paused everything.',
        suggestion: 'Do not try again before that has ended. Only a person can end it, in Gatehouse.',
        details: { panic: true, ...(until && { until }) },
      })
    }
    return new GatewayError('RISK.OPERATION_BLOCKED', {
      message: 'The owner has stopped everything.',
      suggestion: 'Do not try again. Only a person can end this, in the window of Gatehouse.',
      details: { panic: true },
    })
  }

  /** The same for people. */
  get refused(): Refusal {
    return { why: this.#state.pause ? 'paused' : 'stopped' }
  }

  /** Cancelled when something of this type must stop where it is. */
  cancellationOf(type: CapabilityType): CancellationToken {
    return type === 'action' ? this.#actions : this.#reads
  }

  /** Never throws, and does nothing when it is on already. @param by who, as the audit trail names them */
  turnOn(by: string): void {
    if (this.#state.on && !this.#state.pause) return
    this.#halt({ on: true, since: this.#parts.clock.now().toISOString(), by })
  }

  /**
   * Stops everything for a while; as `turnOn`, it cannot fail. What is on already stays as it is.
   *
   * @param minutes until it ends by itself; until a person ends it when left out
   */
  pause(by: string, minutes?: number): void {
    if (this.#state.on) return
    const now = this.#parts.clock.now()
    const until = minutes !== undefined && { until: new Date(now.getTime() + minutes * 60_000).toISOString() }
    this.#halt({ on: true, since: now.toISOString(), by, pause: true, ...until })
  }

  /** Ends a pause and nothing that is more than one. @throws Error as `turnOff` does */
  endPause(by: string): void {
    if (this.#state.pause) this.turnOff(by)
  }

  #halt(state: PanicState & { readonly by: string }): void {
    const { approvals, log, store } = this.#parts
    this.#state = state
    this.#attempt('a call could not be stopped', () => this.#stop())
    this.#attempt('open questions could not be denied', () => approvals.denyAll(panicId))
    this.#attempt('it could not be kept that everything is stopped', () => store.write(this.#state))
    this.#attempt('it could not be recorded that everything is stopped', () => this.#record(state.by, true))
    this.#waitForEnd()
    log.warn(state.pause ? 'everything is paused' : 'everything is stopped', { ...state })
    this.#onDidPanic.emit(this.#state)
    this.#onDidChange.emit(this.#state)
  }

  /**
   * Lets actions run again.
   *
   * @throws Error when it cannot be written down; then everything stays stopped
   */
  turnOff(by: string): void {
    if (!this.#state.on) return
    this.#record(by, false)
    this.#parts.store.write({ on: false })
    this.#state = { on: false }
    this.#endTimer()
    this.#actions = new Cancellation()
    this.#reads = new Cancellation()
    this.#parts.log.warn('actions may run again', { by })
    this.#onDidChange.emit(this.#state)
  }

  #stop(): void {
    const why = this.refusal()
    this.#actions.cancel(why)
    if (this.#parts.governance().panicStopsReading) this.#reads.cancel(why)
  }

  /** Goes by the clock on the wall, as the person did: a computer that slept has not made the pause longer. */
  #waitForEnd(): void {
    this.#endTimer()
    const { until } = this.#state
    if (until === undefined) return
    const left = Date.parse(until) - this.#parts.clock.now().getTime()
    this.#endTimer = this.#parts.clock.after(Math.min(Math.max(left, 0), lookMs), () => this.#endWhenOver(until))
  }

  #endWhenOver(until: string): void {
    if (this.#parts.clock.now().getTime() < Date.parse(until)) return this.#waitForEnd()
    this.#attempt('the pause is over, but that could not be written down: everything stays stopped', () =>
      this.endPause(timer),
    )
    if (this.#state.on) this.#endTimer = this.#parts.clock.after(againMs, () => this.#endWhenOver(until))
  }

  #attempt<Words extends string>(failure: OwnWords<Words>, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#parts.log.error<Words>(failure, { error: `${error}` })
    }
  }

  #record(by: string, on: boolean): void {
    const { audit, clock } = this.#parts
    audit.append({
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      // The closed list of docs/protocol.md#audit has no other word for what a person refuses or allows.
      eventType: on ? 'reject' : 'approve',
      capabilityId: panicId,
      caller: { type: 'user', id: by, name: by },
      request: {
        panic: on,
        ...(this.#state.pause && { pause: true }),
        ...(on && this.#state.until && { until: this.#state.until }),
      },
    })
  }
}

function stored({ store, log }: PanicParts): PanicState {
  try {
    return store.read()
  } catch (error) {
    log.error('nobody knows whether everything was stopped, so it is', { error: `${error}` })
    return { on: true, unreadable: true }
  }
}
