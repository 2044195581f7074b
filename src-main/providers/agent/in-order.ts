/** In order: tasks that wait, run one after the other as they came. */

export class InOrder {
  readonly #most: number
  readonly #failed: (error: unknown) => void
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  /**
   * @param most tasks that may wait at once
   * @param failed told of a task that rejects; those after it run all the same. Must not throw
   */
  constructor(most: number, failed: (error: unknown) => void) {
    this.#most = most
    this.#failed = failed
  }

  /** False when too many wait already; then the task never runs. */
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
