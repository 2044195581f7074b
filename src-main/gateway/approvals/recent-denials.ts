/**
 * Recent denials: denies repeated requests for a while after a person denied them.
 *
 * Guards invariant 2: a denial applies to the key, whatever session, route or client name is used. Only a person's
 * answer counts, not a locked screen or panic. Kept in memory only: a restart ends it, as it ends every open request.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import type { ApprovalId, Decision } from '@shared/approvals/approval.js'
import { coverageTable } from '@shared/approvals/coverage-table.js'
import { argumentsHashOf } from '../path/fingerprint.js'
import type { Clock } from '../ports/runtime.js'

/** Milliseconds for which a denial applies to the same call. */
export const denialCooldownMs = 5 * 60_000

/** Maximum number of denials; the oldest is dropped first. */
const maxDenials = 4_096

export interface DeniedCall {
  readonly caller: Caller
  readonly capabilityId: string
  readonly serverId: string
  readonly arguments: JsonObject
}

export interface Denial {
  readonly approvalId: ApprovalId
  /** Milliseconds since 1970. */
  readonly deniedAt: number
  /** Milliseconds until the same call may be requested again. */
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
  note(decision: Decision, approvalId: ApprovalId, call: DeniedCall): void {
    if (decision === 'approve') return
    const until = this.#clock.elapsed() + denialCooldownMs
    storeNewest(this.#denials, keyOf(call), {
      approvalId,
      deniedAt: this.#clock.now().getTime(),
      until,
      client: call.caller.id,
    })
  }

  /** The denial that applies to this call; undefined when there is none or it has expired. */
  of(call: DeniedCall): Denial | undefined {
    if (this.#denials.size === 0) return undefined
    const key = keyOf(call)
    const denial = this.#denials.get(key)
    if (!denial) return undefined
    const { until, client: _client, ...known } = denial
    const retryAfterMs = until - this.#clock.elapsed()
    if (retryAfterMs > 0) return { ...known, retryAfterMs }
    this.#denials.delete(key)
    return undefined
  }

  /**
   * A person lifts the pause of this client, including its denied calls. @param clientId id of its key, or of the group
   * without one
   */
  forget(clientId: string): void {
    for (const [key, { client }] of this.#denials) if (client === clientId) this.#denials.delete(key)
  }
}

function storeNewest<Value>(map: Map<string, Value>, key: string, value: Value): void {
  map.delete(key)
  map.set(key, value)
  if (map.size > maxDenials) map.delete(map.keys().next().value ?? key)
}

const clientOf = ({ type, id }: Caller): string => JSON.stringify([type, id])
/** Fields that only the approver and the log read are ignored: another reason does not make another request. */
const keyOf = ({ caller, capabilityId, serverId, arguments: given }: DeniedCall): string =>
  JSON.stringify([clientOf(caller), capabilityId, serverId, argumentsHashOf(withoutNotes(capabilityId, given))])

function withoutNotes(capabilityId: string, given: JsonObject): JsonObject {
  const notes = Object.hasOwn(coverageTable, capabilityId) ? (coverageTable[capabilityId]?.notes ?? []) : []
  return Object.fromEntries(Object.entries(given).filter(([name]) => !notes.includes(name)))
}
