/** In order: tasks that wait, run one after the other as they came. */

export class InOrder {
  readonly #most: number
  #waiting = 0
  #last: Promise<void> = Promise.resolve()

  /** @param most tasks that may wait at once */
  constructor(most: number) {
    this.#most = most
  }

  /** False when too many wait already; then the task never runs. @param task one that never rejects */
  run(task: () => Promise<void>): boolean {
    if (this.#waiting >= this.#most) return false
    this.#waiting += 1
    this.#last = this.#last.then(task).finally(() => {
      this.#waiting -= 1
    })
    return true
  }
}
