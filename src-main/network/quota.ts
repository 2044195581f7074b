/**
 * Quota: limits a scarce resource per client and in total.
 *
 * So one client cannot use up the resource for all others.
 */
import { bridge } from '@shared/clients/client.js'

/** The bridge serves all programs the person starts with it. */
const sharesOfBridge = 4

/** Limit of a client, given the normal limit `each`. */
export const clientLimitOf = (clientId: string, each: number): number =>
  clientId === bridge.id ? sharesOfBridge * each : each

export interface QuotaLimits {
  /** Limit per client; the bridge has four times as much. */
  readonly each: number
  /** Limit in total. */
  readonly all: number
}

/** `free`, or which limit is reached: the client's own or the total. */
export type QuotaResult = 'free' | 'own-share-taken' | 'all-taken'

export class Quota {
  readonly #limits: QuotaLimits
  readonly #taken = new Map<string, number>()
  #all = 0

  constructor(limits: QuotaLimits) {
    this.#limits = limits
  }

  /** Reserves `amount`, if the limits allow. Must be released. */
  reserve(clientId: string, amount = 1): QuotaResult {
    const { each, all } = this.#limits
    const own = (this.#taken.get(clientId) ?? 0) + amount
    if (own > clientLimitOf(clientId, each)) return 'own-share-taken'
    if (this.#all + amount > all) return 'all-taken'
    this.#taken.set(clientId, own)
    this.#all += amount
    return 'free'
  }

  release(clientId: string, amount = 1): void {
    const own = (this.#taken.get(clientId) ?? 0) - amount
    if (own > 0) this.#taken.set(clientId, own)
    else this.#taken.delete(clientId)
    this.#all -= amount
  }
}
