/**
 * Accepted manifests: the store, as manifest trust uses it.
 *
 * Guards invariant 4: what should be forgotten and is still written down counts for nothing, and nothing is written
 * beside it.
 */
import type { AcceptedManifest, EarlierManifest } from '../contract/quarantine.js'
import type { Clock, Durability, Log, ManifestStore, StoredManifests, StoredOffer, StoredRejection } from './ports.js'

const forgetAgainMs = 60_000
/** Milliseconds that what a server offers may wait until it is written. */
const offersWithinMs = 1_000

export class AcceptedManifests {
  readonly #store: ManifestStore
  readonly #clock: Clock
  readonly #log: Log
  /** Servers that were removed, and whose lines could not be. */
  readonly #unforgotten = new Set<string>()
  #triesAgain = false
  /** Offers that are to be written, the last of each server. */
  readonly #unwritten = new Map<string, StoredOffer>()
  #cancelWriting: (() => void) | undefined

  constructor(store: ManifestStore, clock: Clock, log: Log) {
    this.#store = store
    this.#clock = clock
    this.#log = log
  }

  /** Never throws. */
  read(serverId: string): StoredManifests {
    this.#writeNow(serverId)
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

  /**
   * @param durability `soon`: within a second, so that of what changes all the time only the last is written; a crash may
   *   lose it, and what goes wrong is only said in the log
   * @throws Error when it could not be written
   */
  keepOffer(serverId: string, offer: StoredOffer, durability: Durability): void {
    if (durability === 'soon') {
      this.#unwritten.set(serverId, offer)
      this.#cancelWriting ??= this.#clock.after(offersWithinMs, () => this.#writeNext())
      return
    }
    this.#unwritten.delete(serverId)
    this.#mustBeForgotten(serverId)
    this.#store.keepOffer(serverId, offer)
  }

  /** Writes what still waits. Never throws. */
  close(): void {
    this.#cancelWriting?.()
    for (const serverId of [...this.#unwritten.keys()]) this.#writeNow(serverId)
  }

  /** Tries until it works; from now on nothing of it counts. Never throws. */
  forget(serverId: string): void {
    this.#unwritten.delete(serverId)
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

  /** One server in each turn of the event loop. */
  #writeNext(): void {
    this.#cancelWriting = undefined
    const [serverId] = this.#unwritten.keys()
    if (serverId === undefined) return
    this.#writeNow(serverId)
    if (this.#unwritten.size > 0) this.#cancelWriting = this.#clock.after(0, () => this.#writeNext())
  }

  #writeNow(serverId: string): void {
    const offer = this.#unwritten.get(serverId)
    if (!offer) return
    try {
      this.keepOffer(serverId, offer, 'now')
    } catch (error) {
      this.#log.error('what a server offers could not be kept', { serverId, error: `${error}` })
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
