/**
 * Progress report: `notifications/progress` for one request, to a client that sent a `progressToken`.
 *
 * At most one a second, and one every five seconds while nothing changes, so that no client gives up. The number always
 * increases, as MCP requires, also when the work must do a part again.
 */
import type { ProgressNotificationParams, ProgressToken } from '@modelcontextprotocol/server'
import type { Clock } from '../../gateway/ports/runtime.js'

export interface Progress {
  readonly message: string
  /** Absent while there is nothing to count. */
  readonly done?: number
  readonly total?: number
}

/** Milliseconds between two notifications. */
const [leastMs, repeatMs] = [1_000, 5_000]
/** Shows that the work is alive where nothing is counted. */
const sign = 0.001

export class ProgressReport {
  readonly #send: (params: ProgressNotificationParams) => void
  readonly #clock: Pick<Clock, 'elapsed' | 'after'>
  readonly #token: ProgressToken
  #progress: Progress | undefined
  #sentAt = Number.NEGATIVE_INFINITY
  #last = 0
  /** What was counted before the first part of the work was done. */
  #base: number | undefined
  #isEnded = false
  #cancelTimer = () => {}

  constructor(
    progressToken: ProgressToken,
    send: (params: ProgressNotificationParams) => void,
    clock: Pick<Clock, 'elapsed' | 'after'>,
  ) {
    this.#token = progressToken
    this.#send = send
    this.#clock = clock
  }

  show(progress: Progress): void {
    if (this.#isEnded || isSame(progress, this.#progress)) return
    this.#progress = progress
    const left = this.#sentAt + leastMs - this.#clock.elapsed()
    if (left > 0) this.#sendIn(left)
    else this.#sendNow(progress)
  }

  /** Nothing is sent after it. */
  end(): void {
    this.#isEnded = true
    this.#cancelTimer()
  }

  #sendIn(ms: number): void {
    this.#cancelTimer()
    this.#cancelTimer = this.#clock.after(ms, () => this.#progress && this.#sendNow(this.#progress))
  }

  #sendNow({ message, done, total }: Progress): void {
    if (done === undefined || total === undefined) {
      this.#last += 1
      this.#send({ progressToken: this.#token, progress: this.#last, message })
    } else {
      this.#base ??= this.#last
      const progress = Math.max(this.#base + done, this.#last + sign)
      this.#last = progress
      this.#send({ progressToken: this.#token, progress, total: Math.max(progress, this.#base + total), message })
    }
    this.#sentAt = this.#clock.elapsed()
    this.#sendIn(repeatMs)
  }
}

const isSame = (one: Progress, other: Progress | undefined): boolean =>
  one.message === other?.message && one.done === other.done && one.total === other.total
