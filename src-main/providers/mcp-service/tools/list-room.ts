/**
 * List room: how many bytes of definitions each service has in the list of tools.
 *
 * Guards that together they stay below the limit, also when several list at the same time: room is taken before anything
 * is awaited. A service that is down keeps its room with its tools, one that was stopped gives it back.
 */
export class ListRoom {
  readonly #taken = new Map<string, number>()

  /** @returns the function that takes room for one definition, and says whether there was any */
  reset(service: string, most: number): (bytes: number) => boolean {
    this.#taken.set(service, 0)
    return (bytes) => {
      if (this.#total + bytes > most) return false
      this.#taken.set(service, (this.#taken.get(service) ?? 0) + bytes)
      return true
    }
  }

  /** @returns whether there was something to give back */
  release(service: string): boolean {
    const had = this.#taken.get(service) ?? 0
    this.#taken.delete(service)
    return had > 0
  }

  get #total(): number {
    return [...this.#taken.values()].reduce((sum, bytes) => sum + bytes, 0)
  }
}
