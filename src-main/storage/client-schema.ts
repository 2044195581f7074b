/**
 * Client schema: the tables of `clients.sqlite`, and the way from what earlier versions wrote there.
 *
 * A version that knew only patterns of grants finds no column of that name any more, and lets nobody in rather than too
 * many.
 */
import { normalRights, type Rights } from '../contract/client.js'
import { isPermission } from '../policy/new-client.js'
import { only } from '../policy/rights.js'
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
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT,${rightsColumns}
  ) STRICT;
  CREATE TABLE IF NOT EXISTS bridge (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    calls_per_minute INTEGER,${rightsColumns}
  ) STRICT;
  CREATE TABLE IF NOT EXISTS unrecorded_change (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;
`

/** @throws Error when it cannot be used */
export function prepareClientTables(database: Database): void {
  database.exec(schema)
  if (hasColumn(database, 'grants')) migrate(database)
  if (!hasColumn(database, 'key_name')) addKeyNames(database)
}

const hasColumn = (database: Database, column: string): boolean =>
  database
    .prepare('PRAGMA table_info(client)')
    .all()
    .some(({ name }) => name === column)

/** Earlier versions leave the column alone: what they add has no key file. */
function addKeyNames(database: Database): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    if (!hasColumn(database, 'key_name')) database.exec('ALTER TABLE client ADD COLUMN key_name TEXT')
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** All of it or nothing; whoever else opens it at the same time finds it done. */
function migrate(database: Database): void {
  database.exec('BEGIN IMMEDIATE')
  try {
    if (hasColumn(database, 'grants')) {
      database.exec(`
        ALTER TABLE client ADD COLUMN role TEXT NOT NULL DEFAULT 'none';
        ALTER TABLE client ADD COLUMN roles TEXT NOT NULL DEFAULT '{}';
        ALTER TABLE client ADD COLUMN permissions TEXT NOT NULL DEFAULT '[]';
      `)
      const write = database.prepare('UPDATE client SET role = ?, permissions = ? WHERE id = ?')
      for (const { id, grants } of database.prepare('SELECT id, grants FROM client').all()) {
        const { role, permissions } = rightsOf(String(grants))
        write.run(role, JSON.stringify(permissions), String(id))
      }
      database.exec('ALTER TABLE client DROP COLUMN grants')
    }
    database.exec('COMMIT')
  } catch (error) {
    database.exec('ROLLBACK')
    throw error
  }
}

/** The role that gives what the window offered then, or the patterns themselves; nothing where they are none. */
function rightsOf(text: string): Rights {
  const grants = parsed(text)
  if (!Array.isArray(grants) || !grants.every((one) => typeof one === 'string' && isPermission(one))) return only()
  if (grants.includes('mcp.**')) return normalRights
  const isReading = grants.length === 2 && grants.includes('mcp.context.**') && grants.includes('mcp.event.**')
  return isReading ? { ...only(), role: 'viewer' } : only(...grants)
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}
