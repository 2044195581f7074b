/**
 * List budget: how many bytes of definitions each service has in the list of tools.
 *
 * Guards the limit of the whole list, even when several services list at the same time: bytes are reserved
 * synchronously. A service that is down keeps its bytes and tools; one that was stopped releases them.
 */
export class ListBudget {
  readonly #taken = new Map<string, number>()

  /** @returns the function that reserves bytes for one definition, and returns whether it succeeded */
  reset(service: string, most: number): (bytes: number) => boolean {
    this.#taken.set(service, 0)
    return (bytes) => {
      if (this.#total + bytes > most) return false
      this.#taken.set(service, (this.#taken.get(service) ?? 0) + bytes)
      return true
    }
  }

  /** @returns whether anything was released */
  release(service: string): boolean {
    const had = this.#taken.get(service) ?? 0
    this.#taken.delete(service)
    return had > 0
  }

  get #total(): number {
    return [...this.#taken.values()].reduce((sum, bytes) => sum + bytes, 0)
  }
}
