/**
 * Recent ids: knows a repeat among the newest ids.
 *
 * Guards invariant 7: memory and time of an id are bounded. The ids are in two halves, of which the older one is dropped
 * as a whole: the oldest of one large set is found only behind the places of all that were removed.
 */
export class RecentIds {
  readonly #half: number
  #older: ReadonlySet<string> = new Set()
  #newer = new Set<string>()

  /** @param least ids that are remembered; at most twice as many are */
  constructor(least: number) {
    this.#half = least
  }

  /** Remembers an id. @returns whether it is new */
  add(id: string): boolean {
    if (this.#newer.has(id) || this.#older.has(id)) return false
    if (this.#newer.size >= this.#half) {
      this.#older = this.#newer
      this.#newer = new Set()
    }
    this.#newer.add(id)
    return true
  }
}
