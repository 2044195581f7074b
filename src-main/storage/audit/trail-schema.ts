/**
 * Trail schema: the only allowed schema of the audit trail file.
 *
 * Guards invariant 1: a trigger, index, view or table added by another program could drop or change rows while the
 * program believes they are written.
 */
import { type Database, openDatabase } from '../sqlite.js'

export const table = `
  CREATE TABLE IF NOT EXISTS audit_event (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    id TEXT NOT NULL UNIQUE,
    timestamp TEXT NOT NULL,
    event_type TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    server_id TEXT,
    request_id TEXT,
    body TEXT NOT NULL,
    previous TEXT NOT NULL DEFAULT '',
    hash TEXT NOT NULL DEFAULT ''
  ) STRICT;
  CREATE INDEX IF NOT EXISTS audit_event_by_request ON audit_event (request_id);
`

export const updateTrigger = `
  CREATE TRIGGER IF NOT EXISTS audit_event_stays BEFORE UPDATE ON audit_event
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;
`

export const deleteTrigger = `
  CREATE TRIGGER IF NOT EXISTS audit_event_is_kept BEFORE DELETE ON audit_event
    BEGIN SELECT RAISE(ABORT, 'the audit trail is only added to'); END;
`

interface SchemaObject {
  readonly type: string
  readonly name: string
  readonly text: string
}

/** The schema in SQLite's own form. */
let ours: readonly SchemaObject[] | undefined

/** The first unexpected or missing object of the schema, as text; undefined when it is valid. */
export function foreignPartOf(database: Database): string | undefined {
  ours ??= ownParts()
  return firstDifference(partsOf(database), ours)
}

/** Changes with every schema change, by any program. */
export const schemaVersionOf = (database: Database): (() => number) => {
  const read = database.prepare('PRAGMA schema_version')
  return () => Number(read.get()?.schema_version)
}

function firstDifference(parts: readonly SchemaObject[], expected: readonly SchemaObject[]): string | undefined {
  const foreign = parts.find(
    (part) => !expected.some(({ type, name, text }) => type === part.type && name === part.name && text === part.text),
  )
  if (foreign) return `the ${foreign.type} "${foreign.name.slice(0, 64)}" is not the program's own`
  const missing = expected.find(({ name }) => !parts.some((part) => part.name === name))
  return missing && `the ${missing.type} "${missing.name}" is missing`
}

function ownParts(): SchemaObject[] {
  const database = openDatabase(':memory:')
  try {
    database.exec(`${table}${updateTrigger}${deleteTrigger}`)
    return partsOf(database)
  } finally {
    database.close()
  }
}

const partsOf = (database: Database): SchemaObject[] =>
  database
    .prepare('SELECT type, name, sql FROM sqlite_schema')
    .all()
    .map(({ type, name, sql }) => ({
      type: String(type),
      name: String(name),
      text: String(sql ?? '')
        .split(/\s/u)
        .join(''),
    }))
