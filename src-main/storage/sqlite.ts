/** SQLite: the one that comes with Node where there is one, else the same API from a package. */
import { DatabaseSync, type DatabaseSyncInstance } from '@photostructure/sqlite'

export type Database = DatabaseSyncInstance

type Sqlite = { DatabaseSync: new (file: string) => Database }

/** @throws Error when the file is no database or cannot be written */
export function openDatabase(file: string): Database {
  const builtIn = process.getBuiltinModule?.('node:sqlite') as Sqlite | undefined
  return new (builtIn?.DatabaseSync ?? DatabaseSync)(file)
}
