/**
 * Accepted manifests: the manifest store as used by manifest trust.
 *
 * Guards invariant 4: entries whose deletion failed are ignored, and nothing is written for their server before they are
 * deleted.
 */
import type { AcceptedManifest, EarlierManifest } from '@shared/servers/quarantine.js'
import type { Durability } from '../ports/audit-log.js'
import type { Clock, Log } from '../ports/runtime.js'
import type { ManifestStore, StoredManifests, StoredOffer, StoredRejection } from '../ports/stores.js'

const retryMs = 60_000
/** Milliseconds before a server's offer is written. */
const offersWithinMs = 1_000

export class AcceptedManifests {
  readonly #store: ManifestStore
  readonly #clock: Clock
  readonly #log: Log
  /** Removed servers whose rows could not be deleted. */
  readonly #pendingDeletions = new Set<string>()
  #isRetryScheduled = false
  /** Offers to be written, the last of each server. */
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
    return this.#isDeleted(serverId)
      ? this.#store.read(serverId)
      : { accepted: [], rejected: [], met: true, damaged: true }
  }

  /** @throws Error when it could not be written; it is then not accepted */
  accept(serverId: string, manifests: readonly AcceptedManifest[]): void {
    this.#ensureDeleted(serverId)
    this.#store.accept(serverId, manifests, this.#clock.now().toISOString())
  }

  /** @throws Error when it could not be written; it is then not rejected */
  reject(serverId: string, rejections: readonly StoredRejection[]): void {
    this.#ensureDeleted(serverId)
    this.#store.reject(serverId, rejections)
  }

  /** Never throws. */
  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[] {
    return this.#isDeleted(serverId) ? this.#store.earlier(serverId, capabilityId) : []
  }

  /**
   * @param durability `soon`: within a second, so that of frequent changes only the last is written; a crash may lose
   *   it, and errors are only logged
   * @throws Error when it could not be written
   */
  storeOffer(serverId: string, offer: StoredOffer, durability: Durability): void {
    if (durability === 'soon') {
      this.#unwritten.set(serverId, offer)
      this.#cancelWriting ??= this.#clock.after(offersWithinMs, () => this.#writeNext())
      return
    }
    this.#unwritten.delete(serverId)
    this.#ensureDeleted(serverId)
    this.#store.storeOffer(serverId, offer)
  }

  /** Writes pending offers. Never throws. */
  close(): void {
    this.#cancelWriting?.()
    for (const serverId of [...this.#unwritten.keys()]) this.#writeNow(serverId)
  }

  /** Retries until it succeeds; the data is ignored from now on. Never throws. */
  forget(serverId: string): void {
    this.#unwritten.delete(serverId)
    this.#pendingDeletions.add(serverId)
    try {
      this.#deleteNow(serverId)
    } catch (error) {
      this.#log.error('what was accepted of a server could not be forgotten, and is tried again', {
        serverId,
        error: `${error}`,
      })
      this.#scheduleRetry()
    }
  }

  /** One server per turn of the event loop. */
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
      this.storeOffer(serverId, offer, 'now')
    } catch (error) {
      this.#log.error('what a server offers could not be kept', { serverId, error: `${error}` })
    }
  }

  #scheduleRetry(): void {
    if (this.#isRetryScheduled) return
    this.#isRetryScheduled = true
    this.#clock.after(retryMs, () => {
      this.#isRetryScheduled = false
      for (const serverId of [...this.#pendingDeletions]) this.#isDeleted(serverId)
      if (this.#pendingDeletions.size > 0) this.#scheduleRetry()
    })
  }

  #isDeleted(serverId: string): boolean {
    try {
      this.#ensureDeleted(serverId)
      return true
    } catch {
      return false
    }
  }

  #ensureDeleted(serverId: string): void {
    if (this.#pendingDeletions.has(serverId)) this.#deleteNow(serverId)
  }

  #deleteNow(serverId: string): void {
    this.#store.forget(serverId)
    this.#pendingDeletions.delete(serverId)
  }
}
