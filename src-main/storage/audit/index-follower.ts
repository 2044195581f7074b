/**
 * Index follower: the search index takes in what is new in the trail a few rows at a time, once nothing new comes.
 *
 * While rows come it waits, so that a call pays nothing for it, until so many are missing that a search would notice.
 */
import type { Clock, Log } from '../../gateway/ports.js'
import type { Database } from '../sqlite.js'
import { openSearchIndex, type SearchIndex } from './search-index.js'
import { inSlices } from './slices.js'

/** Rows that the search index takes in at once, fewer while others come, and milliseconds between two times. */
const indexing = { rows: 150, busyRows: 40, pauseMs: 50, afterFailureMs: 60_000 } as const
/** Milliseconds without a new row after which it begins, and rows behind from which on it does not wait. */
const waiting = { quietMs: 250, mostBehind: 2_000 } as const

export interface IndexFollowerParts {
  readonly profile: string
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Number of the last row. */
  readonly head: () => number
}

export class IndexFollower {
  readonly #parts: IndexFollowerParts
  #index: SearchIndex | undefined
  #stop: (() => void) | undefined
  /** Of the last time that something was new, on the monotonic clock. */
  #news = 0

  constructor(parts: IndexFollowerParts) {
    this.#parts = parts
  }

  /** There is something new, or something is gone. */
  catchUp(pauseMs: number = indexing.pauseMs): void {
    const { profile, database, clock, log, head } = this.#parts
    this.#news = clock.elapsed()
    this.#stop ??= inSlices(clock, pauseMs, () => {
      try {
        this.#index ??= openSearchIndex(profile, database)
        const isQuiet = clock.elapsed() - this.#news >= waiting.quietMs
        if (!isQuiet && head() - this.#index.through < waiting.mostBehind) return true
        const rows = isQuiet ? indexing.rows : indexing.busyRows
        if (this.#index.catchUp(rows) || this.#index.forget(rows)) return true
        this.#stop = undefined
      } catch (error) {
        log.warn('the search index of the audit trail cannot be written', { error: `${error}` })
        this.#stop = undefined
        this.catchUp(indexing.afterFailureMs)
      }
      return false
    })
  }

  close(): void {
    this.#stop?.()
    this.#index?.close()
  }
}
