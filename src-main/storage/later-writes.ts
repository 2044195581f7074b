/**
 * Later writes: what has happened already, and is stored as soon as another program releases the file.
 *
 * Guards invariant 7: nobody waits for the file. They are written in order, and lost only after `mostMs`.
 */
import type { Clock, Log } from '../gateway/ports/runtime.js'
import { StoreLockedError } from '../gateway/ports/stores.js'
import { retryMs } from './audit/row-group.js'

/** Milliseconds that a write is tried. */
export const mostMs = 30_000

interface WaitingWrite {
  readonly write: () => void
  readonly until: number
}

export class LaterWrites {
  readonly #clock: Clock
  readonly #log: Log
  readonly #waiting: WaitingWrite[] = []
  #cancel: (() => void) | undefined

  constructor(clock: Clock, log: Log) {
    this.#clock = clock
    this.#log = log
  }

  /** Writes now, or later where the file is locked. @throws Error for any other reason */
  add(write: () => void): void {
    if (this.#waiting.length === 0) {
      try {
        return write()
      } catch (error) {
        if (!(error instanceof StoreLockedError)) throw error
      }
    }
    this.#waiting.push({ write, until: this.#clock.elapsed() + mostMs })
    this.#cancel ??= this.#clock.after(retryMs, () => this.#writeWaiting(false))
  }

  /** The last try. */
  close(): void {
    this.#writeWaiting(true)
  }

  #writeWaiting(isLastTry: boolean): void {
    this.#cancel?.()
    this.#cancel = undefined
    for (let next = this.#waiting[0]; next; next = this.#waiting[0]) {
      try {
        next.write()
      } catch (error) {
        const mayWait = error instanceof StoreLockedError && !isLastTry && this.#clock.elapsed() < next.until
        if (mayWait) {
          this.#cancel = this.#clock.after(retryMs, () => this.#writeWaiting(false))
          return
        }
        this.#log.error('the end of a request or of an action could not be stored', { error: `${error}` })
      }
      this.#waiting.shift()
    }
  }
}
