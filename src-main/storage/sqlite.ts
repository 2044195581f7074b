/** SQLite: the one that comes with Node where there is one, else the same API from a package. */
import { createRequire } from 'node:module'
import type { DatabaseSyncInstance } from '@photostructure/sqlite'

export type Database = DatabaseSyncInstance

type Sqlite = { DatabaseSync: new (file: string) => Database }

/** @throws Error when the file is no database or cannot be written */
export function openDatabase(file: string): Database {
  return new (sqlite().DatabaseSync)(file)
}

function sqlite(): Sqlite {
  const require = createRequire(__filename)
  try {
    return require('node:sqlite') as Sqlite
  } catch {
    return require('@photostructure/sqlite') as Sqlite
  }
}
