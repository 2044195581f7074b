/**
 * Byte reservation: memory used by one connection, counted against its client's quota.
 *
 * Enforces invariant 7: many connections with little each count as one client with a lot.
 */
import type { Quota } from '../network/quota.js'

export class ByteReservation {
  readonly #shares: Quota
  readonly #clientId: string
  #held = 0

  constructor(shares: Quota, clientId: string) {
    this.#shares = shares
    this.#clientId = clientId
  }

  /** @returns whether the quota allows it; if not, the previous reservation stays */
  set(bytes: number): boolean {
    const more = bytes - this.#held
    if (more > 0 && this.#shares.reserve(this.#clientId, more) !== 'free') return false
    if (more < 0) this.#shares.release(this.#clientId, -more)
    this.#held = bytes
    return true
  }
}
