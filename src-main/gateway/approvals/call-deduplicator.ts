/**
 * Call deduplicator: finds an existing request for the same call: open, running or with an uncollected result.
 *
 * Guards invariant 3: calls are equal only when a person would read the same request, and only within one session.
 */

import type { Caller } from '@contract/call.js'
import type { ApprovalId } from '@shared/approvals/approval.js'

export class CallDeduplicator {
  readonly #ids = new Map<string, ApprovalId>()

  get isEmpty(): boolean {
    return this.#ids.size === 0
  }

  /** @param bound fingerprint of the call */
  add(id: ApprovalId, bound: string, caller: Caller): void {
    this.#ids.set(keyOf(bound, caller), id)
  }

  /** This caller's request for the same call: open, running or with an uncollected result. */
  duplicateOf(bound: string, caller: Caller): ApprovalId | undefined {
    return this.#ids.get(keyOf(bound, caller))
  }

  /** The next equal call creates a new request. */
  forget(id: ApprovalId): void {
    for (const [key, known] of this.#ids) if (known === id) this.#ids.delete(key)
  }
}

const keyOf = (bound: string, { type, id, sessionId }: Caller): string => JSON.stringify([bound, type, id, sessionId])
