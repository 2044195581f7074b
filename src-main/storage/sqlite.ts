/** SQLite: the version built into Node where available, otherwise the same API from a package. */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

export type Database = DatabaseSyncInstance

type Sqlite = { DatabaseSync: new (file: string, options?: { readOnly?: boolean }) => Database }

/** Milliseconds that a statement waits for another connection. */
const busyMs = 2_000

/** @throws Error when the file is not a database or cannot be written */
export const openDatabase = (file: string): Database => open(file, false)

/** Read-only, also while the program runs. @throws Error when it is missing or not a database */
export const openToRead = (file: string): Database => open(file, true)

function open(file: string, readOnly: boolean): Database {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined
  const database = new (builtIn?.DatabaseSync ?? DatabaseSync)(file, { readOnly })
  // Set first: after a crash even the first statement may wait for another connection's recovery.
  database.exec(`PRAGMA busy_timeout = ${busyMs}`)
  return database
}

/** SQLite creates its extra files with the same permissions, so the file must be private before it has content. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  if (process.platform !== 'win32') chmodSync(file, 0o600)
}

/** Runs a transaction. @throws what `work` throws */
export function inTransaction<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const done = work()
    database.exec('COMMIT')
    return done
  } catch (error) {
    // A full disk may have caused a rollback already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Reads from one consistent snapshot. */
export function inSnapshot<T>(database: Database, read: () => T): T {
  database.exec('BEGIN')
  try {
    return read()
  } finally {
    database.exec('COMMIT')
  }
}
