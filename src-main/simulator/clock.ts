/** Clock: the time the world runs by, and the real one. */

export interface WorldClock {
  now(): Date
  /** Milliseconds that never jump. */
  elapsed(): number
  /** Calls back once after `milliseconds`; returns the function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

/** The real time. Its timers keep no process alive. */
export const realClock: WorldClock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds).unref()
    return () => clearTimeout(timer)
  },
}
