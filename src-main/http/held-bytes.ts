/**
 * Held bytes: what one connection makes the program keep in memory, counted against the share of its client.
 *
 * Enforces invariant 7: many connections that each hold a little are one client that holds a lot.
 */
import type { Shares } from '../network/shares.js'

export class HeldBytes {
  readonly #shares: Shares
  readonly #clientId: string
  #held = 0

  constructor(shares: Shares, clientId: string) {
    this.#shares = shares
    this.#clientId = clientId
  }

  /** @returns whether the client may hold so much; what it held before still counts when not */
  set(bytes: number): boolean {
    const more = bytes - this.#held
    if (more > 0 && this.#shares.take(this.#clientId, more) !== 'free') return false
    if (more < 0) this.#shares.giveBack(this.#clientId, -more)
    this.#held = bytes
    return true
  }
}
