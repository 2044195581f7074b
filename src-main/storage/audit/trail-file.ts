/**
 * Trail file: the rows of the audit trail in SQLite. See docs/protocol.md#audit.
 *
 * Rows are only ever added; triggers (`trail-schema.ts`) refuse to change or delete one. A file without a chain is taken over: its rows are
 * chained as they stand, and an event says so.
 */
import path from 'node:path'
import { createPrivately, type Database, openDatabase, together } from '../sqlite.js'
import { genesis, type Head, hashOf, type StoredRow } from './chain.js'
import { chainColumns, deleteTrigger, table, updateTrigger } from './trail-schema.js'

export const auditFile = 'audit.sqlite'

const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`

const outdatedIndex = 'DROP INDEX IF EXISTS audit_event_by_time;'

export const rowColumns =
  'sequence, id, timestamp, event_type, capability_id, server_id, request_id, body, previous, hash'

export interface OpenedTrail {
  readonly database: Database
  /** Rows of an earlier version that were chained just now. */
  readonly takenOver: number
}

/** Opens or creates the trail of a profile. @throws Error when the file cannot be used */
export function openTrail(profile: string, beforeTakeOver: (head: Head) => void): OpenedTrail {
  const file = path.join(profile, auditFile)
  createPrivately(file)
  const database = openDatabase(file)
  try {
    database.exec(settings)
    const takenOver = isUnchained(database) ? takeOver(database, beforeTakeOver) : 0
    together(database, () => database.exec(`${table}${outdatedIndex}${updateTrigger}${deleteTrigger}`))
    return { database, takenOver }
  } catch (error) {
    database.close()
    throw error
  }
}

function isUnchained(database: Database): boolean {
  const columns = database.prepare("SELECT name FROM pragma_table_info('audit_event')").all()
  return columns.length > 0 && !columns.some(({ name }) => name === 'hash')
}

/** The head is kept before the chain is there: a crash in between takes over again, and to the same hashes. */
function takeOver(database: Database, keep: (head: Head) => void): number {
  return together(database, () => {
    database.exec(`
      DROP TRIGGER IF EXISTS audit_event_stays;
      ${chainColumns}
    `)
    const chain = database.prepare('UPDATE audit_event SET previous = ?, hash = ? WHERE sequence = ?')
    let head: Head = { sequence: 0, hash: genesis }
    let rows = 0
    for (let page = rowsAfter(database, 0, 1_000); page.length > 0; page = rowsAfter(database, head.sequence, 1_000)) {
      for (const { sequence, body } of page) {
        const hash = hashOf(head.hash, sequence, body)
        chain.run(head.hash, hash, sequence)
        head = { sequence, hash }
        rows += 1
      }
    }
    keep(head)
    return rows
  })
}

/** The next rows, oldest first. */
export const rowsAfter = (database: Database, sequence: number, limit: number): StoredRow[] =>
  database
    .prepare(`SELECT ${rowColumns} FROM audit_event WHERE sequence > ? ORDER BY sequence LIMIT ?`)
    .all(sequence, limit) as unknown as StoredRow[]

export const lastRow = (database: Database): StoredRow | undefined =>
  database.prepare(`SELECT ${rowColumns} FROM audit_event ORDER BY sequence DESC LIMIT 1`).get() as
    | StoredRow
    | undefined

export const firstRow = (database: Database): StoredRow | undefined => rowsAfter(database, 0, 1)[0]

/** The highest number a row ever had, as SQLite itself remembers it. */
export const highestSequence = (database: Database): number =>
  Number(database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit_event'").get()?.seq ?? 0)

/** Takes out the oldest rows: the one way, in one transaction with `record`, which adds the event that says so. */
export function letGo(database: Database, through: number, record: () => void): void {
  together(database, () => {
    record()
    database.exec('DROP TRIGGER audit_event_is_kept')
    database.prepare('DELETE FROM audit_event WHERE sequence <= ?').run(through)
    database.exec(deleteTrigger)
  })
}
