/**
 * Turn slices: work of many clients, a little of it in each turn of the event loop, and theirs in turns.
 *
 * Enforces invariant 7: what comes in one batch does not hold the event loop for all of it, and a client that sends a
 * thousand requests at once waits for them itself, not the next client.
 */

/** Milliseconds of work in one turn. */
const sliceMs = 8

export class TurnSlices {
  readonly #now: () => number
  readonly #nextTurn: (work: () => void) => void
  /** Client → what waits, in its order; the client whose turn it is comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #spentMs = 0
  #isScheduled = false

  constructor(now: () => number = () => performance.now(), nextTurn: (work: () => void) => void = setImmediate) {
    this.#now = now
    this.#nextTurn = nextTurn
  }

  /** Runs it at once where there is time left in this turn. @param work never throws */
  run(clientId: string, work: () => void): void {
    if (this.#waiting.size === 0 && this.#spentMs < sliceMs) return this.#do(work)
    const own = this.#waiting.get(clientId)
    if (own) own.push(work)
    else this.#waiting.set(clientId, [work])
    this.#schedule()
  }

  #do(work: () => void): void {
    const from = this.#now()
    this.#schedule()
    work()
    this.#spentMs += this.#now() - from
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#nextTurn(() => {
      this.#isScheduled = false
      this.#spentMs = 0
      while (this.#spentMs < sliceMs) {
        const [next] = this.#waiting
        if (!next) return
        const [clientId, works] = next
        const work = works.shift()
        this.#waiting.delete(clientId)
        if (works.length > 0) this.#waiting.set(clientId, works)
        if (work) this.#do(work)
      }
      this.#schedule()
    })
  }
}
