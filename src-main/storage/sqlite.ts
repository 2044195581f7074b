/** SQLite: the one that comes with Node where there is one, else the same API from a package. */
import { chmodSync, closeSync, openSync } from 'node:fs'
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

export type Database = DatabaseSyncInstance

type Sqlite = { DatabaseSync: new (file: string, options?: { readonly readOnly?: boolean }) => Database }

/** @throws Error when the file is no database or cannot be written */
export function openDatabase(file: string): Database {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined
  return new (builtIn?.DatabaseSync ?? DatabaseSync)(file)
}

/** For who only looks, also while the program writes. @throws Error when there is no such database */
export function openToRead(file: string): Database {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined
  return new (builtIn?.DatabaseSync ?? DatabaseSync)(file, { readOnly: true })
}

/** SQLite gives the files it adds the permissions of this one, so it must be private before there is anything in it. */
export function createPrivately(file: string): void {
  closeSync(openSync(file, 'a', 0o600))
  if (process.platform !== 'win32') chmodSync(file, 0o600)
}
