/**
 * Asking pauses: refuses requests of a program for a while after several consecutive denials.
 *
 * Guards invariant 2: a pause belongs to the key, so no other name, session, route or restart lifts it; programs
 * without a key share one. Guards invariant 6: only a person can lift it, not a consumer. The end of a pause allows
 * nothing: the next risky call needs an approval again.
 */
import { randomUUID } from 'node:crypto'
import type { Caller } from '@contract/call.js'
import type { Decision } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import { cleanText } from '../../policy/text/untrusted-text.js'
import type { AuditLog } from '../ports/audit-log.js'
import { Emitter } from '../ports/emitter.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { AskingPauseStore, StoredAskingPause } from '../ports/stores.js'

/** Number of consecutive denials after which a program is paused. */
export const denialsBeforePause = 3

/** Milliseconds of the first, second and every further consecutive pause. */
export const pausesMs = [60_000, 5 * 60_000, 15 * 60_000] as const

const maxPauseMs = 15 * 60_000

/** Milliseconds after the last denial or its pause until the count is reset. */
export const denialCountResetMs = 60 * 60_000

/** Maximum number of programs whose denials are counted; the oldest is dropped first. */
const maxRows = 4_096

/** `capabilityId` in the audit trail. */
export const askingPauseIds = { pause: 'system.asking.pause', resume: 'system.asking.resume' } as const

const minuteMs = 60_000

type DeniedCaller = Pick<Caller, 'type' | 'id' | 'name' | 'namedByOwner'>

interface DenialRecord {
  readonly caller: DeniedCaller
  readonly denials: number
  readonly pauses: number
  /** Milliseconds since 1970. */
  readonly firstAt: number
  readonly lastAt: number
  /** Milliseconds of `clock.elapsed()`. */
  readonly pausedUntil: number
  readonly endsAt: number
}

export interface AskingPausesDependencies {
  readonly clock: Clock
  readonly audit: Pick<AuditLog, 'append'>
  readonly log: Log
  readonly store: AskingPauseStore
  /** Notified before the other listeners when a person lifts a program's pause. */
  readonly onPauseLifted?: (clientId: string) => void
}

export class AskingPauses {
  readonly #deps: AskingPausesDependencies
  /** Ordered by last denial, oldest first. */
  readonly #rows = new Map<string, DenialRecord>()
  readonly #onDidChange = new Emitter<readonly AskingPause[]>()
  readonly onDidChange = this.#onDidChange.on
  #cancelEnd = (): void => {}

  constructor(deps: AskingPausesDependencies) {
    this.#deps = deps
    for (const stored of this.#readStored()) this.#restore(stored)
    this.#waitForEnd()
  }

  /**
   * A person has answered a request. An approval resets the count, but does not lift a pause that has started:
   * otherwise a program without a key could lift the pause of another.
   */
  note(decision: Decision, caller: DeniedCaller): void {
    const key = keyOf(caller)
    const before = this.#rowOf(key)
    if (decision === 'approve') {
      if (!before || !this.#isPaused(before)) this.#rows.delete(key)
      return
    }
    const row = this.#withDenial(caller, before)
    this.#rows.delete(key)
    this.#rows.set(key, row)
    this.#limit()
    if (!this.#isPaused(row)) return
    if (!before || !this.#isPaused(before)) this.#begin(row)
    this.#changed()
  }

  /** Milliseconds until this caller may send requests again; 0 when it is not paused. */
  pauseOf(caller: Pick<Caller, 'type' | 'id'>): number {
    return this.#remainingMs(this.#rowOf(keyOf(caller)))
  }

  /** All active pauses, newest first. */
  all(): readonly AskingPause[] {
    return [...this.#rows.values()]
      .filter((row) => this.#isPaused(row))
      .reverse()
      .map((row) => this.#shown(row))
  }

  /**
   * Lifts the pause of a program: its next risky call needs an approval again.
   *
   * @param clientId id of its key, or of the group without one
   * @param by the person's name in the audit trail
   * @returns false when it is not paused
   * @throws Error when it cannot be stored; the pause then continues
   */
  letAsk(clientId: string, by: string): boolean {
    const paused = [...this.#rows].filter(([, row]) => row.caller.id === clientId && this.#isPaused(row))
    const [[, first] = []] = paused
    if (!first) return false
    this.#record('resume', first, by)
    for (const [key] of paused) this.#rows.delete(key)
    this.#deps.onPauseLifted?.(clientId)
    this.#deps.log.info('a paused program may ask again', { client: clientId, by })
    this.#changed()
    return true
  }

  /** Stops notifying listeners. */
  close(): void {
    this.#cancelEnd()
    this.#cancelEnd = () => {}
  }

  #rowOf(key: string): DenialRecord | undefined {
    const row = this.#rows.get(key)
    if (row && row.endsAt <= this.#deps.clock.elapsed()) this.#rows.delete(key)
    return this.#rows.get(key)
  }

  #remainingMs(row: DenialRecord | undefined): number {
    return Math.max(0, (row?.pausedUntil ?? 0) - this.#deps.clock.elapsed())
  }

  #isPaused(row: DenialRecord): boolean {
    return this.#remainingMs(row) > 0
  }

  /** Denials of requests from before the pause do not extend it. */
  #withDenial({ type, id, name, namedByOwner }: DeniedCaller, row: DenialRecord | undefined): DenialRecord {
    const { clock } = this.#deps
    const now = clock.elapsed()
    const at = clock.now().getTime()
    const { denials, pauses, pausedUntil, firstAt } = row ?? { denials: 0, pauses: 0, pausedUntil: 0, firstAt: at }
    const next = denials + 1 >= denialsBeforePause && pausedUntil <= now ? pauseAfter(pauses) : undefined
    const until = next === undefined ? pausedUntil : now + next
    return {
      caller: { type, id, name: cleanText(name, 128), ...(namedByOwner && { namedByOwner }) },
      denials: denials + 1,
      pauses: pauses + (next === undefined ? 0 : 1),
      firstAt,
      lastAt: at,
      pausedUntil: until,
      endsAt: Math.max(now, until) + denialCountResetMs,
    }
  }

  /** A denial counts even when it cannot be written. */
  #begin(row: DenialRecord): void {
    try {
      this.#record('pause', row)
    } catch (error) {
      this.#deps.log.error('the pause of a program could not be recorded', { error: `${error}` })
    }
  }

  #changed(): void {
    this.#store()
    this.#waitForEnd()
    this.#onDidChange.emit(this.all())
  }

  /** Schedules a notification for the end of the next pause. */
  #waitForEnd(): void {
    this.#cancelEnd()
    this.#cancelEnd = () => {}
    const active = [...this.#rows.values()].map((row) => this.#remainingMs(row)).filter((ms) => ms > 0)
    if (active.length > 0) this.#cancelEnd = this.#deps.clock.after(Math.min(...active), () => this.#changed())
  }

  #shown(row: DenialRecord): AskingPause {
    const { caller, denials, firstAt, lastAt } = row
    const { id, name, namedByOwner } = caller
    return {
      client: { id, name, ...(namedByOwner && { namedByOwner }) },
      until: this.#until(row).toISOString(),
      denials,
      minutes: Math.max(1, Math.ceil((lastAt - firstAt) / minuteMs)),
    }
  }

  #until(row: DenialRecord): Date {
    return new Date(this.#deps.clock.now().getTime() + this.#remainingMs(row))
  }

  #limit(): void {
    const [oldest] = this.#rows.keys()
    if (this.#rows.size > maxRows && oldest !== undefined) this.#rows.delete(oldest)
  }

  #store(): void {
    const { store, log } = this.#deps
    const active = [...this.#rows.values()].filter((row) => this.#isPaused(row))
    try {
      store.write(
        active.map((row) => {
          const { caller, denials, pauses, firstAt, lastAt } = row
          return { caller, denials, pauses, firstAt, lastAt, until: this.#until(row).getTime() }
        }),
      )
    } catch (error) {
      log.warn('the pauses of programs could not be kept: they end with this program', { error: `${error}` })
    }
  }

  #readStored(): readonly StoredAskingPause[] {
    const { store, log } = this.#deps
    try {
      return store.read()
    } catch (error) {
      log.warn('the pauses of programs could not be read: none lasts', { error: `${error}` })
      return []
    }
  }

  /** A changed system clock cannot extend a pause beyond the maximum. */
  #restore({ caller, denials, pauses, firstAt, lastAt, until }: StoredAskingPause): void {
    const { clock } = this.#deps
    const remainingMs = Math.min(until - clock.now().getTime(), maxPauseMs)
    if (!(remainingMs > 0)) return
    const pausedUntil = clock.elapsed() + remainingMs
    const endsAt = pausedUntil + denialCountResetMs
    this.#rows.set(keyOf(caller), { caller, denials, pauses, firstAt, lastAt, pausedUntil, endsAt })
  }

  #record(what: keyof typeof askingPauseIds, row: DenialRecord, by?: string): void {
    const { audit, clock } = this.#deps
    const { client, until, denials, minutes } = this.#shown(row)
    audit.append({
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      // The closed list of docs/protocol.md#audit has no other type for a person's decision of this kind.
      eventType: what === 'pause' ? 'reject' : 'approve',
      capabilityId: askingPauseIds[what],
      caller:
        by === undefined ? { type: 'system', id: 'gatehouse', name: 'Gatehouse' } : { type: 'user', id: by, name: by },
      request: { client: { ...client }, ...(what === 'pause' && { until, denials, minutes }) },
    })
  }
}

const pauseAfter = (pauses: number): number => pausesMs[Math.min(pauses, pausesMs.length - 1)] ?? maxPauseMs

const keyOf = ({ type, id }: Pick<Caller, 'type' | 'id'>): string => JSON.stringify([type, id])
