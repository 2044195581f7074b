/**
 * Panic: one switch that stops every action until a person turns it off.
 *
 * Guards invariant 2: turning it on cannot fail, even when it cannot be stored. Turning it off is stored first, and
 * stays on when that fails. An unreadable state counts as on. A pause is the same stop with an end time; a panic
 * replaces it with one without. Guards invariant 6: only approvers attached by the composition root reach it, not
 * consumers.
 */
import { randomUUID } from 'node:crypto'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityType } from '@contract/generated/capability-manifest.js'
import type { LiteralText } from '@contract/text/literal-text.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { Governance } from '@shared/program/settings.js'
import type { RefusalReason } from '@shared/trail/live.js'
import type { Approvals } from './approvals/approvals.js'
import type { AuditLog } from './ports/audit-log.js'
import { Cancellation, type CancellationToken } from './ports/cancellation.js'
import { Emitter } from './ports/emitter.js'
import type { Clock, Log } from './ports/runtime.js'
import type { PanicStore } from './ports/stores.js'

/** `capabilityId` in the audit trail. */
export const panicId = 'system.panic'

/** The actor in the audit trail when a pause expires. */
const timer = 'the end of the pause'
/** Milliseconds before the retry when it could not be stored. */
const retryMs = 60_000
/** Milliseconds between two checks of the system clock: timers do not run while the computer sleeps. */
const clockCheckMs = 30_000

export interface PanicDependencies {
  readonly store: PanicStore
  readonly approvals: Pick<Approvals, 'denyAll' | 'onDidOpen'>
  readonly audit: AuditLog
  readonly clock: Clock
  readonly log: Log
  readonly governance: () => Governance
}

export class Panic {
  readonly #deps: PanicDependencies
  #state: PanicState
  /** Every running call listens to one of these until it ends. */
  #actions = new Cancellation()
  #reads = new Cancellation()
  #endTimer: () => void = () => {}
  readonly #onDidChange = new Emitter<PanicState>()
  readonly #onDidPanic = new Emitter<PanicState>()
  readonly onDidChange = this.#onDidChange.on
  /** Notifies each time it is turned on: conversations with a model are aborted. */
  readonly onDidPanic = this.#onDidPanic.on

  constructor(deps: PanicDependencies) {
    this.#deps = deps
    this.#state = readState(deps)
    if (this.#state.on) this.#stop()
    this.#waitForEnd()
    deps.approvals.onDidOpen(() => this.#state.on && deps.approvals.denyAll(panicId))
  }

  get state(): PanicState {
    return this.#state
  }

  /** Whether an operation of this type must not run now; an unknown type counts as an action. */
  stops(type: CapabilityType | undefined): boolean {
    return this.#state.on && (type === undefined || type === 'action' || this.#deps.governance().panicStopsReading)
  }

  /** The error for a stopped operation. */
  refusal(): GatewayError {
    const { pause, until } = this.#state
    if (pause) {
      return new GatewayError('RISK.OPERATION_BLOCKED', {
        message: until ? `The owner has paused everything until ${until}.` : 'The owner has paused everything.',
        suggestion: 'Do not try again until the pause ends. Only a person can end it, in Gatehouse.',
        details: { panic: true, ...(until && { until }) },
      })
    }
    return new GatewayError('RISK.OPERATION_BLOCKED', {
      message: 'The owner has stopped everything.',
      suggestion: 'Do not try again. Only a person can end this, in the Gatehouse window.',
      details: { panic: true },
    })
  }

  /** The reason of the refusal, for people. */
  get refused(): RefusalReason {
    return { why: this.#state.pause ? 'paused' : 'stopped' }
  }

  /** Cancelled when operations of this type must stop. */
  cancellationOf(type: CapabilityType): CancellationToken {
    return type === 'action' ? this.#actions : this.#reads
  }

  /** Never throws, and does nothing when it is on already. @param by name in the audit trail */
  turnOn(by: string): void {
    if (this.#state.on && !this.#state.pause) return
    this.#halt({ on: true, since: this.#deps.clock.now().toISOString(), by })
  }

  /**
   * Stops all calls for a while; like `turnOn`, it cannot fail. Does nothing when it is on already.
   *
   * @param minutes until it ends automatically; when omitted, until a person ends it
   */
  pause(by: string, minutes?: number): void {
    if (this.#state.on) return
    const now = this.#deps.clock.now()
    const until = minutes !== undefined && { until: new Date(now.getTime() + minutes * 60_000).toISOString() }
    this.#halt({ on: true, since: now.toISOString(), by, pause: true, ...until })
  }

  /** Ends a pause, but not a panic. @throws Error as `turnOff` does */
  endPause(by: string): void {
    if (this.#state.pause) this.turnOff(by)
  }

  #halt(state: PanicState & { readonly by: string }): void {
    const { approvals, log, store } = this.#deps
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
   * Allows actions again.
   *
   * @throws Error when it cannot be stored; the stop then continues
   */
  turnOff(by: string): void {
    if (!this.#state.on) return
    this.#record(by, false)
    this.#deps.store.write({ on: false })
    this.#state = { on: false }
    this.#endTimer()
    this.#actions = new Cancellation()
    this.#reads = new Cancellation()
    this.#deps.log.warn('actions may run again', { by })
    this.#onDidChange.emit(this.#state)
  }

  #stop(): void {
    const why = this.refusal()
    this.#actions.cancel(why)
    if (this.#deps.governance().panicStopsReading) this.#reads.cancel(why)
  }

  /** Uses the system clock, like the person did: sleep does not extend the pause. */
  #waitForEnd(): void {
    this.#endTimer()
    const { until } = this.#state
    if (until === undefined) return
    const remainingMs = Date.parse(until) - this.#deps.clock.now().getTime()
    this.#endTimer = this.#deps.clock.after(Math.min(Math.max(remainingMs, 0), clockCheckMs), () =>
      this.#endWhenOver(until),
    )
  }

  #endWhenOver(until: string): void {
    if (this.#deps.clock.now().getTime() < Date.parse(until)) return this.#waitForEnd()
    this.#attempt('the pause is over, but that could not be stored: everything stays stopped', () =>
      this.endPause(timer),
    )
    if (this.#state.on) this.#endTimer = this.#deps.clock.after(retryMs, () => this.#endWhenOver(until))
  }

  #attempt<Words extends string>(failure: LiteralText<Words>, work: () => void): void {
    try {
      work()
    } catch (error) {
      this.#deps.log.error<Words>(failure, { error: `${error}` })
    }
  }

  #record(by: string, on: boolean): void {
    const { audit, clock } = this.#deps
    audit.append({
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      // The closed list of docs/protocol.md#audit has no other type for this.
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

function readState({ store, log }: PanicDependencies): PanicState {
  try {
    return store.read()
  } catch (error) {
    log.error('nobody knows whether everything was stopped, so it is', { error: `${error}` })
    return { on: true, unreadable: true }
  }
}
