/** Memory manifest store: an in-memory store, for a profile whose store cannot be used. */
import { isSameJson } from '@contract/compatibility/same.js'
import type { AcceptedManifest, EarlierManifest } from '@shared/servers/quarantine.js'
import {
  type ManifestStore,
  maxEarlier,
  type StoredManifests,
  type StoredOffer,
  type StoredRejection,
} from '../gateway/ports/stores.js'

interface ServerManifests {
  readonly accepted: Map<string, AcceptedManifest>
  readonly rejected: Map<string, StoredRejection>
  readonly earlier: Map<string, readonly EarlierManifest[]>
  offer?: StoredOffer
}

export class MemoryManifestStore implements ManifestStore {
  readonly #stored = new Map<string, ServerManifests>()
  readonly #damaged: boolean

  /** @param damaged whether stored data could not be read */
  constructor(damaged = false) {
    this.#damaged = damaged
  }

  read(serverId: string): StoredManifests {
    const { accepted, rejected, offer } = this.#of(serverId)
    return {
      accepted: [...accepted.values()],
      rejected: [...rejected.values()],
      ...(offer && { offer }),
      met: this.#damaged || offer !== undefined,
      damaged: this.#damaged,
    }
  }

  accept(serverId: string, manifests: readonly AcceptedManifest[], at = new Date().toISOString()): void {
    const { accepted, rejected, earlier } = this.#of(serverId)
    for (const one of manifests) {
      const { id } = one.manifest
      const before = accepted.get(id)?.manifest
      if (before && !isSameJson(before, one.manifest)) {
        earlier.set(id, [{ manifest: before, until: at }, ...(earlier.get(id) ?? [])].slice(0, maxEarlier))
      }
      accepted.set(id, one)
      rejected.delete(id)
    }
  }

  reject(serverId: string, rejections: readonly StoredRejection[]): void {
    const { rejected } = this.#of(serverId)
    for (const one of rejections) rejected.set(one.capabilityId, one)
  }

  reconsider(serverId: string, capabilityIds: readonly string[]): void {
    const { rejected } = this.#of(serverId)
    for (const id of capabilityIds) rejected.delete(id)
  }

  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[] {
    return this.#of(serverId).earlier.get(capabilityId) ?? []
  }

  storeOffer(serverId: string, offer: StoredOffer): void {
    this.#of(serverId).offer = offer
  }

  forget(serverId: string): void {
    this.#stored.delete(serverId)
  }

  close(): void {}

  #of(serverId: string): ServerManifests {
    const stored = this.#stored.get(serverId) ?? { accepted: new Map(), rejected: new Map(), earlier: new Map() }
    this.#stored.set(serverId, stored)
    return stored
  }
}
