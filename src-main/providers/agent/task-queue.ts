/** Task queue: a queue that runs tasks one after the other. */

export class TaskQueue {
  readonly #most: number
  readonly #failed: (error: unknown) => void
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  /**
   * @param most maximum queued tasks
   * @param failed called with a rejected task; later tasks still run. Must not throw
   */
  constructor(most: number, failed: (error: unknown) => void) {
    this.#most = most
    this.#failed = failed
  }

  /** False when the queue is full; then the task never runs. */
  run(task: () => Promise<void>): boolean {
    if (this.#waiting >= this.#most) return false
    this.#waiting += 1
    this.#last = this.#last
      .then(task)
      .catch(this.#failed)
      .finally(() => {
        this.#waiting -= 1
      })
    return true
  }
}
