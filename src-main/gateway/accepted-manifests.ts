/**
 * Accepted manifests: the store, as manifest trust uses it.
 *
 * Guards invariant 4: what should be forgotten and is still written down counts for nothing, and nothing is written
 * beside it.
 */
import type { AcceptedManifest, EarlierManifest } from '../contract/quarantine.js'
import type { Clock, Log, ManifestStore, StoredManifests, StoredOffer, StoredRejection } from './ports.js'

const forgetAgainMs = 60_000

export class AcceptedManifests {
  readonly #store: ManifestStore
  readonly #clock: Clock
  readonly #log: Log
  /** Servers that were removed, and whose lines could not be. */
  readonly #unforgotten = new Set<string>()
  #triesAgain = false

  constructor(store: ManifestStore, clock: Clock, log: Log) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /** Never throws. */
  read(serverId: string): StoredManifests {
    return this.#isForgotten(serverId)
      ? this.#store.read(serverId)
      : { accepted: [], rejected: [], met: true, damaged: true }
  }

  /** @throws Error when it could not be written; then it is not accepted */
  accept(serverId: string, manifests: readonly AcceptedManifest[]): void {
    this.#mustBeForgotten(serverId)
    this.#store.accept(serverId, manifests, this.#clock.now().toISOString())
  }

  /** @throws Error when it could not be written; then it is not rejected */
  reject(serverId: string, rejections: readonly StoredRejection[]): void {
    this.#mustBeForgotten(serverId)
    this.#store.reject(serverId, rejections)
  }

  /** @throws Error when it could not be written; then they stay rejected */
  reconsider(serverId: string, capabilityIds: readonly string[]): void {
    this.#mustBeForgotten(serverId)
    this.#store.reconsider(serverId, capabilityIds)
  }

  /** Never throws. */
  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[] {
    return this.#isForgotten(serverId) ? this.#store.earlier(serverId, capabilityId) : []
  }

  /** @throws Error when it could not be written */
  keepOffer(serverId: string, offer: StoredOffer): void {
    this.#mustBeForgotten(serverId)
    this.#store.keepOffer(serverId, offer)
  }

  /** Tries until it works; from now on nothing of it counts. Never throws. */
  forget(serverId: string): void {
    this.#unforgotten.add(serverId)
    try {
      this.#forgetNow(serverId)
    } catch (error) {
      this.#log.error('what was accepted of a server could not be forgotten, and is tried again', {
        serverId,
        error: `${error}`,
      })
      this.#tryAgain()
    }
  }

  #tryAgain(): void {
    if (this.#triesAgain) return
    this.#triesAgain = true
    this.#clock.after(forgetAgainMs, () => {
      this.#triesAgain = false
      for (const serverId of [...this.#unforgotten]) this.#isForgotten(serverId)
      if (this.#unforgotten.size > 0) this.#tryAgain()
    })
  }

  #isForgotten(serverId: string): boolean {
    try {
      this.#mustBeForgotten(serverId)
      return true
    } catch {
      return false
    }
  }

  #mustBeForgotten(serverId: string): void {
    if (this.#unforgotten.has(serverId)) this.#forgetNow(serverId)
  }

  #forgetNow(serverId: string): void {
    this.#store.forget(serverId)
    this.#unforgotten.delete(serverId)
  }
}
