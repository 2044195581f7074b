/**
 * Index follower: indexes new rows of the trail in small batches when nothing else is written.
 *
 * It waits while rows are added, so that calls are not slowed down, until a search would notice the missing rows.
 */
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { Database } from '../sqlite.js'
import { openSearchIndex, type SearchIndex } from './search-index.js'
import { inSlices } from './slices.js'

/** Rows per batch, fewer during writes, and milliseconds between two batches. */
const indexing = { rows: 150, busyRows: 40, pauseMs: 50, afterFailureMs: 60_000 } as const
/** Milliseconds without a new row before it starts, and the number of missing rows that starts it immediately. */
const waiting = { quietMs: 250, maxBehind: 2_000 } as const

export interface IndexFollowerDependencies {
  readonly profile: string
  readonly database: Database
  readonly clock: Clock
  readonly log: Log
  /** Number of the last row. */
  readonly head: () => number
}

export class IndexFollower {
  readonly #deps: IndexFollowerDependencies
  #index: SearchIndex | undefined
  #stop: (() => void) | undefined
  /** Time of the last change, on the monotonic clock. */
  #changedAt = 0

  constructor(deps: IndexFollowerDependencies) {
    this.#deps = deps
  }

  /** Rows were added or deleted. */
  catchUp(pauseMs: number = indexing.pauseMs): void {
    const { profile, database, clock, log, head } = this.#deps
    this.#changedAt = clock.elapsed()
    this.#stop ??= inSlices(clock, pauseMs, () => {
      try {
        this.#index ??= openSearchIndex(profile, database)
        const isQuiet = clock.elapsed() - this.#changedAt >= waiting.quietMs
        if (!isQuiet && head() - this.#index.through < waiting.maxBehind) return true
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
