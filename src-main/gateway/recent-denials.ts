/**
 * Recent denials: what a person has just said no to, and how long a client that was told no often asks nothing more.
 *
 * Guards invariant 2: a no holds for the key, whatever session or route the same call comes back over, and whatever the
 * client calls itself by then. Only what a person answered counts: a locked screen and panic are no opinion about a call.
 * It is in memory: a question does not outlive the program either.
 */
import type { ApprovalId, Decision } from '../contract/approval.js'
import type { Caller, JsonObject } from '../contract/call.js'
import { argumentsHashOf } from './fingerprint.js'
import type { Clock } from './ports.js'

/** Milliseconds that a no answers the same call. */
export const denialHoldsMs = 5 * 60_000

/** Denials in a row that a client may collect before it has to wait. */
export const freeDenials = 3

/** Milliseconds it then asks nothing; each denial after a wait makes the next one longer. */
export const pausesMs = [60_000, 5 * 60_000, 15 * 60_000] as const

/** Milliseconds after the last denial, and after its wait, when a row of them is over. */
export const rowEndsAfterMs = 60 * 60_000

/** Denials, and clients, that are remembered; the oldest goes first. */
const mostKept = 4_096

/** What was asked. */
export interface Denied {
  readonly caller: Caller
  readonly capabilityId: string
  readonly serverId: string
  readonly arguments: JsonObject
}

export interface Denial {
  readonly approvalId: ApprovalId
  /** Milliseconds since 1970. */
  readonly deniedAt: number
  /** Milliseconds until the same may be asked again. */
  readonly retryAfterMs: number
}

interface Row {
  readonly denials: number
  readonly pauses: number
  /** On the clock that never jumps. */
  readonly pausedUntil: number
  readonly endsAt: number
}

export class RecentDenials {
  readonly #clock: Clock
  readonly #denials = new Map<string, Omit<Denial, 'retryAfterMs'> & { readonly until: number }>()
  readonly #rows = new Map<string, Row>()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A person has answered. */
  note(decision: Decision, approvalId: ApprovalId, asked: Denied): void {
    const client = clientOf(asked.caller)
    if (decision === 'approve') {
      this.#rows.delete(client)
      return
    }
    const until = this.#clock.elapsed() + denialHoldsMs
    keep(this.#denials, keyOf(asked), { approvalId, deniedAt: this.#clock.now().getTime(), until })
    keep(this.#rows, client, this.#longer(this.#rowOf(client)))
  }

  /** The no that answers this call; undefined when there is none, or none any more. */
  of(asked: Denied): Denial | undefined {
    if (this.#denials.size === 0) return undefined
    const key = keyOf(asked)
    const denial = this.#denials.get(key)
    if (!denial) return undefined
    const { until, ...known } = denial
    const retryAfterMs = until - this.#clock.elapsed()
    if (retryAfterMs > 0) return { ...known, retryAfterMs }
    this.#denials.delete(key)
    return undefined
  }

  /** Milliseconds until people may be asked for this client again; 0 when they may be now. */
  pauseOf(caller: Caller): number {
    const row = this.#rowOf(clientOf(caller))
    return Math.max(0, (row?.pausedUntil ?? 0) - this.#clock.elapsed())
  }

  #rowOf(client: string): Row | undefined {
    const row = this.#rows.get(client)
    if (row && row.endsAt <= this.#clock.elapsed()) this.#rows.delete(client)
    return this.#rows.get(client)
  }

  /** What was asked before the wait began does not make it longer. */
  #longer(row: Row = { denials: 0, pauses: 0, pausedUntil: 0, endsAt: 0 }): Row {
    const now = this.#clock.elapsed()
    const denials = row.denials + 1
    const isOver = row.pausedUntil <= now
    const pause = denials >= freeDenials && isOver ? pausesMs[Math.min(row.pauses, pausesMs.length - 1)] : undefined
    const pausedUntil = pause === undefined ? row.pausedUntil : now + pause
    return {
      denials,
      pauses: row.pauses + (pause === undefined ? 0 : 1),
      pausedUntil,
      endsAt: Math.max(now, pausedUntil) + rowEndsAfterMs,
    }
  }
}

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? key)
}

const clientOf = ({ type, id }: Caller): string => JSON.stringify([type, id])
const keyOf = ({ caller, capabilityId, serverId, arguments: given }: Denied): string =>
  JSON.stringify([clientOf(caller), capabilityId, serverId, argumentsHashOf(given)])
