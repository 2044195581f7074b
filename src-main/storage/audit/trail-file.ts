/**
 * Trail file: the rows of the audit trail in SQLite. See docs/protocol.md#audit.
 *
 * Rows are only added; triggers (`trail-schema.ts`) reject changes and deletions.
 */
import path from 'node:path'
import { createPrivately, type Database, inTransaction, openDatabase } from '../sqlite.js'
import { type ChainCheck, type ChainedRow, chainBreakEventId, pruneId, type StoredRow } from './chain.js'
import { deleteTrigger, table, updateTrigger } from './trail-schema.js'

export const auditFile = 'audit.sqlite'

const settings = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
`

export const rowColumns =
  'sequence, id, timestamp, event_type, capability_id, server_id, request_id, body, previous, hash'

/** Opens or creates the trail of a profile. @throws Error when the file cannot be used */
export function openTrail(profile: string): Database {
  const file = path.join(profile, auditFile)
  createPrivately(file)
  return openDatabase(file, `${settings} BEGIN IMMEDIATE; ${table}${updateTrigger}${deleteTrigger} COMMIT;`)
}

/** The next rows, oldest first. */
export const rowsAfter = (database: Database, sequence: number, limit: number): StoredRow[] =>
  database
    .prepare(`SELECT ${rowColumns} FROM audit_event WHERE sequence > ? ORDER BY sequence LIMIT ?`)
    .all(sequence, limit) as unknown as StoredRow[]

/** The same, with only the columns that an index needs. */
export const bodiesAfter = (database: Database, sequence: number, limit: number): BodyRow[] =>
  database
    .prepare('SELECT sequence, body, hash FROM audit_event WHERE sequence > ? ORDER BY sequence LIMIT ?')
    .all(sequence, limit) as unknown as BodyRow[]

type BodyRow = Pick<StoredRow, 'sequence' | 'body' | 'hash'>

const isFromBody = (column: string, member: string): string => `${column} IS json_extract(body, '$.${member}')`

/**
 * SQLite compares the columns with the body, which is twice as fast as reading all of them. `ChainCheck.add` checks
 * every row that is not plain. Hashes have a fixed length, so that text cannot move between columns unnoticed.
 */
const chainedRows = `
  SELECT sequence, hash || char(10) || previous || char(10) || sequence || char(10) || body AS chained,
    CASE WHEN typeof(hash) = 'text' AND typeof(previous) = 'text' AND typeof(body) = 'text' AND json_valid(body)
      AND length(hash) = 64 AND length(previous) = 64
      AND instr(body, char(0)) = 0
      AND capability_id NOT IN ('${pruneId}', '${chainBreakEventId}')
    THEN id = json_extract(body, '$.id') AND timestamp = json_extract(body, '$.timestamp')
      AND event_type = json_extract(body, '$.eventType') AND capability_id = json_extract(body, '$.capabilityId')
      AND ${isFromBody('server_id', 'metadata.serverId')} AND ${isFromBody('request_id', 'metadata.requestId')}
    END AS isPlain
  FROM audit_event WHERE sequence > ? AND sequence <= ? ORDER BY sequence LIMIT ?`

/** Whether a text of a row has a NUL character, at which reading would stop. */
const isCut = (database: Database, sequence: number): boolean =>
  database
    .prepare(`SELECT instr(concat_ws('', ${rowColumns}), char(0)) AS position FROM audit_event WHERE sequence = ?`)
    .get(sequence)?.position !== 0

/** Rows of the trail, by their numbers. */
interface RowRange {
  readonly after: number
  /** The last one. */
  readonly through: number
}

/** Reads the first rows of a range into a check, oldest first. @returns how many there were */
export function checkRows(database: Database, check: ChainCheck, { after, through }: RowRange, limit: number): number {
  const rows = database.prepare(chainedRows).all(after, through, limit) as unknown as ChainedRow[]
  for (const row of rows) if (!check.addPlain(row)) checkWhole(database, check, row.sequence)
  return rows.length
}

/** Reads one row with all its columns into a check. */
export function checkWhole(database: Database, check: ChainCheck, sequence: number): void {
  const [row] = database.prepare(`SELECT ${rowColumns} FROM audit_event WHERE sequence = ?`).all(sequence)
  if (row) check.add(row as unknown as StoredRow, isCut(database, sequence))
}

export const lastRow = (database: Database): StoredRow | undefined =>
  database.prepare(`SELECT ${rowColumns} FROM audit_event ORDER BY sequence DESC LIMIT 1`).get() as
    | StoredRow
    | undefined

export const firstRow = (database: Database): StoredRow | undefined => rowsAfter(database, 0, 1)[0]

/** The highest row number ever used, from SQLite. */
export const highestSequence = (database: Database): number =>
  Number(database.prepare("SELECT seq FROM sqlite_sequence WHERE name = 'audit_event'").get()?.seq ?? 0)

/** Deletes the oldest rows. The only way to do so; in one transaction with `record`, which adds the event about it. */
export function deleteRowsThrough(database: Database, through: number, record: () => void): void {
  inTransaction(database, () => {
    record()
    database.exec('DROP TRIGGER audit_event_is_kept')
    database.prepare('DELETE FROM audit_event WHERE sequence <= ?').run(through)
    database.exec(deleteTrigger)
  })
}
