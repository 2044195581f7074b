/** Manifest store that lasts as long as the program: for a profile whose own cannot be used. */
import type { AcceptedManifest } from '../contract/quarantine.js'
import type { ManifestStore, StoredManifests, StoredOffer } from '../gateway/ports.js'

interface Kept {
  readonly accepted: Map<string, AcceptedManifest>
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
    return {
      accepted: [...accepted.values()],
      ...(offer && { offer }),
      met: this.#damaged || offer !== undefined,
      damaged: this.#damaged,
    }
  }

  accept(serverId: string, manifests: readonly AcceptedManifest[]): void {
    const { accepted } = this.#of(serverId)
    for (const one of manifests) accepted.set(one.manifest.id, one)
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
