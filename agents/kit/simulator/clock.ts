/** Clock: the time source of the simulated world; `realClock` is the system clock. */

export interface WorldClock {
  now(): Date
  /** Milliseconds of the monotonic clock. */
  elapsed(): number
  /** Calls back once after `milliseconds`; returns the function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

/** The system clock. Its timers do not keep the process running. */
export const realClock: WorldClock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
