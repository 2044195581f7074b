/**
 * Shares: how much of what is scarce one client may have at once.
 *
 * Guards that no client takes everything there is from the others: each has a share of its own, and the whole is bounded.
 */
import { bridge } from '../contract/client.js'

/** Behind the bridge stand as many programs as the person starts with it. */
const sharesOfBridge = 4

/** How much of it a client may have, where everybody else may have `each`. */
export const shareOf = (clientId: string, each: number): number =>
  clientId === bridge.id ? sharesOfBridge * each : each

export interface Supply {
  /** What a client may have at once; the bridge has four such shares. */
  readonly each: number
  /** What all may have together. */
  readonly all: number
}

/** Whether more may be had; when not, whether the client itself has too much or everybody together. */
export type Room = 'free' | 'own-share-taken' | 'all-taken'

export class Shares {
  readonly #supply: Supply
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(supply: Supply) {
    this.#supply = supply
  }

  /** Takes `amount` more, where there is room. What is taken is to be given back. */
  take(clientId: string, amount = 1): Room {
    const { each, all } = this.#supply
    const own = (this.#taken.get(clientId) ?? 0) + amount
    if (own > shareOf(clientId, each)) return 'own-share-taken'
    if (this.#all + amount > all) return 'all-taken'
    this.#taken.set(clientId, own)
    this.#all += amount
    return 'free'
  }

  giveBack(clientId: string, amount = 1): void {
    const own = (this.#taken.get(clientId) ?? 0) - amount
    if (own > 0) this.#taken.set(clientId, own)
    else this.#taken.delete(clientId)
    this.#all -= amount
  }
}
