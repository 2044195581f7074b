/**
 * Recent denials: what a person has just denied, and is not asked about again for a while.
 *
 * Guards invariant 2: a no holds for the key, whatever session or route the same call comes back over, and whatever the
 * client calls itself by then. Only what a person answered counts: a locked screen and panic are no opinion about a call.
 * It is in memory: a question does not outlive the program either.
 */
import type { ApprovalId, Decision } from '../contract/approval.js'
import type { Caller, JsonObject } from '../contract/call.js'
import { coverageTable } from '../contract/coverage-table.js'
import { argumentsHashOf } from './fingerprint.js'
import type { Clock } from './ports.js'

/** Milliseconds that a no answers the same call. */
export const denialHoldsMs = 5 * 60_000

/** Denials that are remembered; the oldest goes first. */
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

export class RecentDenials {
  readonly #clock: Clock
  readonly #denials = new Map<
    string,
    Omit<Denial, 'retryAfterMs'> & { readonly until: number; readonly client: string }
  >()

  constructor(clock: Clock) {
    this.#clock = clock
  }

  /** A person has answered. */
  note(decision: Decision, approvalId: ApprovalId, asked: Denied): void {
    if (decision === 'approve') return
    const until = this.#clock.elapsed() + denialHoldsMs
    keep(this.#denials, keyOf(asked), {
      approvalId,
      deniedAt: this.#clock.now().getTime(),
      until,
      client: asked.caller.id,
    })
  }

  /** The no that answers this call; undefined when there is none, or none any more. */
  of(asked: Denied): Denial | undefined {
    if (this.#denials.size === 0) return undefined
    const key = keyOf(asked)
    const denial = this.#denials.get(key)
    if (!denial) return undefined
    const { until, client: _client, ...known } = denial
    const retryAfterMs = until - this.#clock.elapsed()
    if (retryAfterMs > 0) return { ...known, retryAfterMs }
    this.#denials.delete(key)
    return undefined
  }

  /** A person lets this client ask again, also for what they denied. @param clientId of its key, or of the group without one */
  forget(clientId: string): void {
    for (const [key, { client }] of this.#denials) if (client === clientId) this.#denials.delete(key)
  }
}

function keep<Value>(kept: Map<string, Value>, key: string, value: Value): void {
  kept.delete(key)
  kept.set(key, value)
  if (kept.size > mostKept) kept.delete(kept.keys().next().value ?? key)
}

const clientOf = ({ type, id }: Caller): string => JSON.stringify([type, id])
/** What only the approver and the log read does not count: another reason is no other request. */
const keyOf = ({ caller, capabilityId, serverId, arguments: given }: Denied): string =>
  JSON.stringify([clientOf(caller), capabilityId, serverId, argumentsHashOf(withoutNotes(capabilityId, given))])

function withoutNotes(capabilityId: string, given: JsonObject): JsonObject {
  const notes = Object.hasOwn(coverageTable, capabilityId) ? (coverageTable[capabilityId]?.notes ?? []) : []
  return Object.fromEntries(Object.entries(given).filter(([name]) => !notes.includes(name)))
}
