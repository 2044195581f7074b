/**
 * Time limit: ends an operation during which the server does not save.
 *
 * A disk that no longer responds blocks a read for ever, and nothing can end that read. So the caller continues without
 * it, and can turn saving on.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import { backupProblems } from './backup-problems.js'

/** Milliseconds without a step. */
export const maxStillMs = 60_000

/** Milliseconds in all: a server that crashes meanwhile loses everything since it last saved. */
export const maxUnsavedMs = 2 * 3_600_000

/**
 * @param act calls `step` at least after each piece of work; it throws once the limit is reached
 * @throws GatewayError when there was no step for a minute, or after two hours
 */
export async function withTimeLimit<Result>(clock: Clock, act: (step: () => void) => Promise<Result>): Promise<Result> {
  const started = clock.elapsed()
  let last = started
  let stop = () => {}
  let isOver = false
  const over = new Promise<never>((_, reject) => {
    const look = () => {
      const now = clock.elapsed()
      const left = Math.min(last + maxStillMs, started + maxUnsavedMs) - now
      if (left > 0) {
        stop = clock.after(left, look)
        return
      }
      isOver = true
      reject(now - last >= maxStillMs ? backupProblems.stalled() : backupProblems.tooLong())
    }
    look()
  })
  const step = () => {
    if (isOver) throw backupProblems.tooLong()
    last = clock.elapsed()
  }
  const result = act(step)
  // What still runs after the limit ends at its next step; nobody waits for it.
  result.catch(() => undefined)
  try {
    return await Promise.race([result, over])
  } finally {
    stop()
  }
}
