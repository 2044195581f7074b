/** Client schema: the tables of `clients.sqlite`. */
import type { Database } from './sqlite.js'

const rightsColumns = `
    role TEXT NOT NULL,
    roles TEXT NOT NULL,
    permissions TEXT NOT NULL`

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  CREATE TABLE IF NOT EXISTS client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    calls_per_minute INTEGER NOT NULL,
    wait_seconds INTEGER,
    learned_wait_ms INTEGER,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT,
    key_name TEXT,${rightsColumns}
  ) STRICT;
  CREATE TABLE IF NOT EXISTS bridge (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    calls_per_minute INTEGER,
    wait_seconds INTEGER,${rightsColumns}
  ) STRICT;
  CREATE TABLE IF NOT EXISTS unrecorded_change (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;
`

/** @throws Error when it cannot be used */
export const prepareClientTables = (database: Database): void => database.exec(schema)
