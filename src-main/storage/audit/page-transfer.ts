/**
 * Page transfer: moves written pages of the trail from SQLite's write-ahead log into its file while the trail is idle.
 *
 * It syncs the disk twice, which SQLite would otherwise do during calls. Rows are safe without it: SQLite
 * reads its log first. A trail that is never idle is transferred by SQLite itself (`maxPages`).
 */
import type { Clock, Log } from '../../gateway/ports/runtime.js'
import type { Database } from '../sqlite.js'

/** Pages of 4 KiB after which SQLite transfers them at once. */
export const maxPages = 2_000

/** Milliseconds without a row before a transfer, and the rows that it is worth. */
export const transferring = { quietMs: 200, rows: 256 } as const

export class PageTransfer {
  readonly #database: Database
  readonly #clock: Clock
  readonly #log: Log
  #rows = 0
  /** Time of the last row, on the monotonic clock. */
  #lastRow = 0
  #cancel: (() => void) | undefined

  constructor(database: Database, clock: Clock, log: Log) {
    this.#database = database
    this.#clock = clock
    this.#log = log
    database.exec(`PRAGMA wal_autocheckpoint = ${maxPages}`)
  }

  rowsWritten(rows: number): void {
    this.#rows += rows
    this.#lastRow = this.#clock.elapsed()
    if (this.#rows >= transferring.rows) this.#wait(transferring.quietMs)
  }

  /** Transfers the last pages. */
  close(): void {
    this.#cancel?.()
    this.#cancel = undefined
    this.#transfer()
  }

  #transfer(): void {
    this.#rows = 0
    try {
      this.#database.exec('PRAGMA wal_checkpoint(PASSIVE)')
    } catch (error) {
      this.#log.warn('the audit trail could not be written through', { error: `${error}` })
    }
  }

  #wait(milliseconds: number): void {
    this.#cancel ??= this.#clock.after(milliseconds, () => {
      this.#cancel = undefined
      const left = transferring.quietMs - (this.#clock.elapsed() - this.#lastRow)
      if (left > 0) this.#wait(left)
      else this.#transfer()
    })
  }
}
