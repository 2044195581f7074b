/**
 * Fresh key: the key that was made last, until the next is made or it is revoked.
 *
 * Guards invariant 8: it can be copied without a page sending it back, which on a stream was shown a mark in its place.
 */
import type { NewKey } from '../../contract/client.js'

export class FreshKey {
  #last: NewKey | undefined

  keep(key: NewKey): void {
    this.#last = key
  }

  /** Undefined when the client was given none, or another was given one since. */
  of(client: string): string | undefined {
    return this.#last?.client.id === client ? this.#last.token : undefined
  }

  forget(client: string): void {
    if (this.#last?.client.id === client) this.#last = undefined
  }
}
