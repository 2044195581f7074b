/** SQLite: the one that comes with Node where there is one, else the same API from a package. */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

export type Database = DatabaseSyncInstance

type Sqlite = { DatabaseSync: new (file: string, options?: { readOnly?: boolean }) => Database }

/** Milliseconds that a statement waits for another connection. */
const busyMs = 2_000

/** @throws Error when the file is no database or cannot be written */
export const openDatabase = (file: string): Database => open(file, false)

/** For who only looks, also while the program runs. @throws Error when it is not there or is no database */
export const openToRead = (file: string): Database => open(file, true)

function open(file: string, readOnly: boolean): Database {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined
  const database = new (builtIn?.DatabaseSync ?? DatabaseSync)(file, { readOnly })
  // First of all: after a crash the very first statement may meet another connection that puts the file in order.
  database.exec(`PRAGMA busy_timeout = ${busyMs}`)
  return database
}

/** SQLite gives the files it adds the permissions of this one, so it must be private before there is anything in it. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  if (process.platform !== 'win32') chmodSync(file, 0o600)
}

/** Does all of it or nothing. @throws what `work` throws */
export function together<T>(database: Database, work: () => T): T {
  database.exec('BEGIN IMMEDIATE')
  try {
    const done = work()
    database.exec('COMMIT')
    return done
  } catch (error) {
    // A full disk may have rolled it back already.
    if (database.isTransaction) database.exec('ROLLBACK')
    throw error
  }
}

/** Reads everything as it is at one moment, whoever writes meanwhile. */
export function atOneMoment<T>(database: Database, read: () => T): T {
  database.exec('BEGIN')
  try {
    return read()
  } finally {
    database.exec('COMMIT')
  }
}
