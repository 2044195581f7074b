/**
 * Byte reservation: memory used by one connection, counted against its client's quota.
 *
 * Enforces invariant 7: many connections with little each count as one client with a lot.
 */
import type { Quota } from '../network/quota.js'

export class ByteReservation {
  readonly #quota: Quota
  readonly #clientId: string
  #reserved = 0

  constructor(quota: Quota, clientId: string) {
    this.#quota = quota
    this.#clientId = clientId
  }

  /** @returns whether the quota allows it; if not, the previous reservation stays */
  set(bytes: number): boolean {
    const more = bytes - this.#reserved
    if (more > 0 && this.#quota.reserve(this.#clientId, more) !== 'free') return false
    if (more < 0) this.#quota.release(this.#clientId, -more)
    this.#reserved = bytes
    return true
  }
}
