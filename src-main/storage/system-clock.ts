/** System clock: wall-clock and monotonic time of the system. */
import type { Clock, Log } from '../gateway/ports/runtime.js'

export const systemClock: Clock = {
  now: () => new Date(),
  elapsed: () => performance.now(),
  after(milliseconds, callback) {
    const timer = setTimeout(callback, milliseconds)
    return () => clearTimeout(timer)
  },
}

/** For a store that is opened without a log. */
export const quietLog: Log = { debug() {}, info() {}, warn() {}, error() {} }
