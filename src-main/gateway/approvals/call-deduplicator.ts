/**
 * Call deduplicator: finds an existing request for the same call: open, running or with an uncollected result.
 *
 * Guards invariant 3: calls are equal only when a person would read the same request, and only of the same client.
 */

import type { Caller } from '@contract/call.js'
import type { ApprovalId } from '@shared/approvals/approval.js'
import { bridge, hasOwnKey } from '@shared/clients/client.js'

export class CallDeduplicator {
  readonly #ids = new Map<string, ApprovalId>()

  get isEmpty(): boolean {
    return this.#ids.size === 0
  }

  /** @param bound fingerprint of the call */
  add(id: ApprovalId, bound: string, caller: Caller): void {
    if (!isUnknown(caller)) this.#ids.set(keyOf(bound, caller), id)
  }

  /** This caller's request for the same call: open, running or with an uncollected result. */
  duplicateOf(bound: string, caller: Caller): ApprovalId | undefined {
    return isUnknown(caller) ? undefined : this.#ids.get(keyOf(bound, caller))
  }

  /** The next equal call creates a new request. */
  forget(id: ApprovalId): void {
    for (const [key, known] of this.#ids) if (known === id) this.#ids.delete(key)
  }
}

/**
 * The client of a caller. Its own key proves that it is the same one in another session. Several programs share a key
 * that is not their own, and choose their names: there each session is a client.
 */
export const clientOf = ({ type, id, name, sessionId }: Caller): string =>
  JSON.stringify(hasOwnKey(id) ? [type, id] : [type, id, name, sessionId])

/**
 * Whether nothing but a name of its own choice tells this program from others with the shared key: it never joins
 * their calls. It can still ask for its own request, whose id only it knows.
 */
const isUnknown = ({ id, sessionId }: Caller): boolean => id === bridge.id && sessionId === undefined

const keyOf = (bound: string, caller: Caller): string => JSON.stringify([bound, clientOf(caller)])
