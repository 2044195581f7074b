/**
 * Asked calls: which question stands for which call, so that the same caller does not ask the same twice.
 *
 * Guards invariant 3: calls are the same when a person would read the same question, and only within one session.
 */
import type { ApprovalId } from '../contract/approval.js'
import type { Caller } from '../contract/call.js'

export class AskedCalls {
  readonly #ids = new Map<string, ApprovalId>()

  get areNone(): boolean {
    return this.#ids.size === 0
  }

  /** @param bound fingerprint of what the question is about */
  add(id: ApprovalId, bound: string, caller: Caller): void {
    this.#ids.set(keyOf(bound, caller), id)
  }

  /** The question about the same that this caller has asked. */
  twinOf(bound: string, caller: Caller): ApprovalId | undefined {
    return this.#ids.get(keyOf(bound, caller))
  }

  /** From here on, asking the same is asking anew. */
  forget(id: ApprovalId): void {
    for (const [key, known] of this.#ids) if (known === id) this.#ids.delete(key)
  }
}

const keyOf = (bound: string, { type, id, sessionId }: Caller): string => JSON.stringify([bound, type, id, sessionId])
