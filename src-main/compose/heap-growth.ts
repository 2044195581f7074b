/**
 * Heap growth: how much the heap grows before the next full collection, so that a program that runs for long keeps
 * little garbage.
 *
 * On a computer with much memory V8 lets the heap grow up to four times. That saves time for each call, and costs memory
 * all day. So V8 chooses under a load, and memory counts more while less happens.
 */
import { setFlagsFromString } from 'node:v8'
import type { LiveFeed } from '../gateway/feeds/live-feed.js'
import type { Clock } from '../gateway/ports/runtime.js'

/** Milliseconds after which it decides again. */
export const periodMs = 60_000
/** Events and calls in a period from which on V8 chooses: a hundred a second. */
export const loadEntries = 6_000

/** Percent. Zero: V8 chooses. */
const growth = { quiet: 10, underLoad: 0 }

const setGrowth = (percent: number): void => setFlagsFromString(`--heap-growing-percent=${percent}`)

/** @returns ends it */
export function limitHeapGrowth(
  feed: Pick<LiveFeed, 'onDidArrive'>,
  clock: Clock,
  set: (percent: number) => void = setGrowth,
): () => void {
  let entries = 0
  const endCounting = feed.onDidArrive(() => {
    entries += 1
  })
  let cancel = clock.after(periodMs, decide)
  function decide(): void {
    set(entries < loadEntries ? growth.quiet : growth.underLoad)
    entries = 0
    cancel = clock.after(periodMs, decide)
  }
  return () => {
    endCounting()
    cancel()
  }
}
