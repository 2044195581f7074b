/** Slices: long work beside the program's own, a piece at a time, so that nothing waits for it. */
import type { Clock } from '../../gateway/ports.js'

/**
 * Runs a piece again and again, with a pause before each, until it says that nothing is left.
 *
 * @param piece whether something is left
 * @returns the function that ends it
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
