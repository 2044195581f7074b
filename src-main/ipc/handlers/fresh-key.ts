/**
 * Fresh key: the last created key, until the next one is created or it is revoked.
 *
 * Guards invariant 8: it can be copied without the page sending it, because in stream-safe mode the page has only a
 * mask.
 */
import type { NewKey } from '@shared/clients/client.js'

export class FreshKey {
  #last: NewKey | undefined

  keep(key: NewKey): void {
    this.#last = key
  }

  /** Undefined when the client got no key, or another client got one later. */
  of(client: string): string | undefined {
    return this.#last?.client.id === client ? this.#last.token : undefined
  }

  forget(client: string): void {
    if (this.#last?.client.id === client) this.#last = undefined
  }
}
