/** Manifest store that lasts as long as the program: for a profile whose own cannot be used. */
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { ManifestStore, StoredManifests, StoredOffer } from '../gateway/ports.js'

interface Kept {
  readonly accepted: Map<string, CapabilityManifest>
  offer?: StoredOffer
}

export class MemoryManifestStore implements ManifestStore {
  readonly #kept = new Map<string, Kept>()
  readonly #damaged: boolean

  /** @param damaged whether there was more, which is lost */
  constructor(damaged = false) {
    this.#damaged = damaged
  }

  read(serverId: string): StoredManifests {
    const { accepted, offer } = this.#of(serverId)
    return { accepted: [...accepted.values()], ...(offer && { offer }), damaged: this.#damaged }
  }

  accept(serverId: string, manifests: readonly CapabilityManifest[]): void {
    const { accepted } = this.#of(serverId)
    for (const manifest of manifests) accepted.set(manifest.id, manifest)
  }

  keepOffer(serverId: string, offer: StoredOffer): void {
    this.#of(serverId).offer = offer
  }

  forget(serverId: string): void {
    this.#kept.delete(serverId)
  }

  close(): void {}

  #of(serverId: string): Kept {
    const kept = this.#kept.get(serverId) ?? { accepted: new Map() }
    this.#kept.set(serverId, kept)
    return kept
  }
}
