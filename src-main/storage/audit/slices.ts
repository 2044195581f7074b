/** Slices: runs long work in small pieces with pauses, so that nothing is blocked. */
import type { Clock } from '../../gateway/ports/runtime.js'

/**
 * Repeats a piece, with a pause before each, until nothing is left.
 *
 * @param piece returns whether something is left
 * @returns the function that stops it
 */
export function inSlices(clock: Clock, pauseMs: number, piece: () => boolean): () => void {
  let ended = false
  let cancel = () => {}
  const next = () => {
    cancel = clock.after(pauseMs, () => {
      if (!ended && piece()) next()
    })
  }
  next()
  return () => {
    ended = true
    cancel()
  }
}
