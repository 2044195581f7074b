/**
 * SQLite: the version built into Node where available, otherwise the same API from a package.
 *
 * Guards invariant 7: another program that locks a file cannot hold the event loop. What serves others never waits:
 * its statements fail at once with `isBusy`, and whoever can tries again in another turn.
 */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

export type Database = DatabaseSyncInstance

type Sqlite = { DatabaseSync: new (file: string, options?: { readOnly?: boolean }) => Database }

/**
 * Milliseconds that a statement waits for another connection, while a file is opened and later. `starting`: nobody is
 * served yet. `serving`: opened while others are served. `alone`: a command or a thread that serves nobody.
 */
const busyMs = {
  starting: { opening: 2_000, open: 0 },
  serving: { opening: 0, open: 0 },
  alone: { opening: 2_000, open: 2_000 },
} as const

export type Waiting = keyof typeof busyMs

/**
 * @param schema statements that create it
 * @param prepare creates the rest; it may wait as long as the file may be waited for
 * @throws Error when it is not usable
 */
export function openDatabase(
  file: string,
  schema = '',
  waiting: Waiting = 'starting',
  prepare?: (database: Database) => void,
): Database {
  const database = open(file, false, waiting)
  try {
    database.exec(schema)
    prepare?.(database)
    wait(database, busyMs[waiting].open)
    return database
  } catch (error) {
    database.close()
    throw error
  }
}

/** Read-only, also while the program runs. @throws Error when it is missing or not a database */
export const openToRead = (file: string, waiting: Exclude<Waiting, 'starting'>): Database => open(file, true, waiting)

const busyCodes: readonly number[] = [5, 6]

/** Another connection holds the file; the same statement may succeed later. */
export const isBusy = (error: unknown): boolean =>
  busyCodes.includes(((error as { errcode?: number }).errcode ?? 0) % 256)

function open(file: string, readOnly: boolean, waiting: Waiting): Database {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined
  const database = new (builtIn?.DatabaseSync ?? DatabaseSync)(file, { readOnly })
  // Set first: after a crash even the first statement may wait for another connection's recovery.
  wait(database, busyMs[waiting].opening)
  return database
}

/** A statement waits at most so long for another connection. */
export const wait = (database: Database, milliseconds: number): void =>
  database.exec(`PRAGMA busy_timeout = ${milliseconds}`)

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
