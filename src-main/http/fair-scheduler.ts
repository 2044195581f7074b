/**
 * Fair scheduler: runs the work of many clients in round-robin order, a time slice per turn of the event loop.
 *
 * Enforces invariant 7: one batch does not block the event loop, and a client that sends a thousand requests at once
 * delays only itself.
 */

/** Milliseconds of work per turn. */
const sliceMs = 8

export class FairScheduler {
  readonly #now: () => number
  readonly #nextTurn: (work: () => void) => void
  /** Client → queued work; the next client comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #spentMs = 0
  #isScheduled = false

  constructor(now: () => number = () => performance.now(), nextTurn: (work: () => void) => void = setImmediate) {
    this.#now = now
    this.#nextTurn = nextTurn
  }

  /** Runs the work now when this turn has time left, otherwise queues it. @param work never throws */
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
