/**
 * Turns: long work is cut into slices, and the event loop continues between them.
 *
 * Enforces invariant 7: neither many small pieces nor a few large ones delay anybody else. `Slices` is for a loop that
 * can wait, `FairTurns` for work that arrives from several sides. Pages use it too, so it imports nothing.
 */

/** Milliseconds of work in one turn of the event loop. */
const sliceMs = 4

const onNextTurn = (work: () => void): void => void (globalThis.setImmediate ?? setTimeout)(work)

export const nextTurn = (): Promise<void> => new Promise(onNextTurn)

export class Slices {
  readonly #most: number
  readonly #now: () => number
  #began: number
  #done = 0

  /** @param most pieces in one turn, for work whose follow-up runs later and cannot be measured here */
  constructor(most = Number.POSITIVE_INFINITY, now: () => number = () => performance.now()) {
    this.#most = most
    this.#now = now
    this.#began = now()
  }

  /** Whether this turn is used up after these pieces: for many small ones, a wait for each costs more than they do. */
  isUsedUp(pieces = 1): boolean {
    this.#done += pieces
    return this.#done >= this.#most || this.#now() - this.#began >= sliceMs
  }

  /** Called between two pieces of work: waits for the next turn when this one is used up. @param pieces that were done */
  async rest(pieces = 1): Promise<void> {
    if (!this.isUsedUp(pieces)) return
    await nextTurn()
    this.#began = this.#now()
    this.#done = 0
  }

  /** Runs all steps, and rests between them. */
  async finish<Result>(steps: Iterator<unknown, Result>): Promise<Result> {
    for (;;) {
      const { done, value } = steps.next()
      if (done) return value
      await this.rest()
    }
  }
}

export interface FairTurnsOptions {
  /** Monotonic milliseconds. */
  readonly now?: () => number
  readonly nextTurn?: (work: () => void) => void
  /** Milliseconds of one turn after which no further work starts. */
  readonly milliseconds?: number
  /** Maximum pieces of work in one turn. */
  readonly most?: number
  /** Whether work is queued. */
  readonly onWaiting?: (waits: boolean) => void
}

/** Runs the work of many clients in round-robin order: one that sends a thousand requests delays only itself. */
export class FairTurns {
  readonly #options: Required<FairTurnsOptions>
  /** Client → queued work; the next client comes first. */
  readonly #waiting = new Map<string, (() => void)[]>()
  #spentMs = 0
  #done = 0
  #isScheduled = false

  constructor(options: FairTurnsOptions = {}) {
    this.#options = {
      now: () => performance.now(),
      nextTurn: onNextTurn,
      milliseconds: sliceMs,
      most: Number.POSITIVE_INFINITY,
      onWaiting: () => {},
      ...options,
    }
  }

  /** Runs the work now when this turn has time left, otherwise queues it. @param work never throws */
  run(work: () => void, client = ''): void {
    if (this.#waiting.size === 0 && this.#hasTime()) return this.#do(work)
    const own = this.#waiting.get(client)
    if (own) own.push(work)
    else this.#waiting.set(client, [work])
    if (!own && this.#waiting.size === 1) this.#options.onWaiting(true)
    this.#schedule()
  }

  /** Drops the queue. */
  clear(): void {
    this.#waiting.clear()
  }

  #hasTime(): boolean {
    return this.#spentMs < this.#options.milliseconds && this.#done < this.#options.most
  }

  #do(work: () => void): void {
    const from = this.#options.now()
    this.#schedule()
    work()
    this.#spentMs += this.#options.now() - from
    this.#done += 1
  }

  #schedule(): void {
    if (this.#isScheduled) return
    this.#isScheduled = true
    this.#options.nextTurn(() => this.#takeTurn())
  }

  #takeTurn(): void {
    this.#isScheduled = false
    this.#spentMs = 0
    this.#done = 0
    if (this.#waiting.size === 0) return
    while (this.#hasTime()) {
      const [next] = this.#waiting
      if (!next) break
      const [client, works] = next
      const work = works.shift()
      this.#waiting.delete(client)
      if (works.length > 0) this.#waiting.set(client, works)
      if (work) this.#do(work)
    }
    if (this.#waiting.size === 0) this.#options.onWaiting(false)
    else this.#schedule()
  }
}
