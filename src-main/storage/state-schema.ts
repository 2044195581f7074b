/** State schema: the tables of `state.sqlite`, one or a few for each store. */

const rightsColumns = `
    role TEXT NOT NULL,
    roles TEXT NOT NULL,
    permissions TEXT NOT NULL`

/** Of this schema, as the file states it. */
export const stateVersion = 1

export const stateSchema = `
  CREATE TABLE approval (
    id TEXT PRIMARY KEY,
    asked_at TEXT NOT NULL,
    is_over INTEGER NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX approval_by_end ON approval (is_over, asked_at);

  CREATE TABLE rule (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE undo_entry (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    request_id TEXT NOT NULL UNIQUE,
    client_id TEXT NOT NULL,
    server_id TEXT NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('uncertain', 'done', 'claimed', 'undone')),
    at TEXT NOT NULL,
    body TEXT NOT NULL,
    after TEXT,
    undone_at TEXT,
    undone_by TEXT
  ) STRICT;
  CREATE INDEX undo_entry_by_client ON undo_entry (client_id, sequence);
  CREATE INDEX undo_entry_by_server ON undo_entry (server_id, sequence);

  CREATE TABLE accepted_manifest (
    server_id TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (server_id, capability_id)
  ) STRICT;
  CREATE TABLE last_offer (
    server_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    software TEXT,
    body TEXT NOT NULL,
    identity TEXT,
    facts TEXT
  ) STRICT;
  CREATE TABLE rejected_manifest (
    server_id TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (server_id, capability_id)
  ) STRICT;
  CREATE TABLE earlier_manifest (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    body TEXT NOT NULL,
    until TEXT NOT NULL
  ) STRICT;
  CREATE INDEX earlier_of ON earlier_manifest (server_id, capability_id, sequence);

  CREATE TABLE connection_event (
    sequence INTEGER PRIMARY KEY,
    server_id TEXT NOT NULL,
    at TEXT NOT NULL,
    body TEXT NOT NULL
  ) STRICT;
  CREATE INDEX connection_event_of_server ON connection_event (server_id, sequence);

  CREATE TABLE client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    calls_per_minute INTEGER NOT NULL,
    wait_seconds INTEGER,
    created_at TEXT NOT NULL,
    learned_wait_ms INTEGER,
    last_used_at TEXT,
    revoked_at TEXT,
    key_name TEXT,${rightsColumns}
  ) STRICT;
  CREATE TABLE bridge (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    calls_per_minute INTEGER,
    wait_seconds INTEGER,${rightsColumns}
  ) STRICT;
  CREATE TABLE unrecorded_change (
    id TEXT PRIMARY KEY,
    body TEXT NOT NULL
  ) STRICT;

  CREATE TABLE registration (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    redirect_uris TEXT NOT NULL,
    created_at INTEGER NOT NULL,
    client_id TEXT
  ) STRICT;
  CREATE TABLE family (
    id TEXT PRIMARY KEY,
    registration_id TEXT NOT NULL,
    client_id TEXT NOT NULL,
    code_hash TEXT UNIQUE,
    challenge TEXT,
    redirect_uri TEXT,
    code_expires_at INTEGER,
    code_used INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE TABLE token (
    hash TEXT PRIMARY KEY,
    family_id TEXT NOT NULL REFERENCES family (id) ON DELETE CASCADE,
    kind TEXT NOT NULL,
    expires_at INTEGER NOT NULL,
    used INTEGER NOT NULL DEFAULT 0
  ) STRICT;
  CREATE INDEX token_family ON token (family_id);

  CREATE TABLE overlay_key (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    key_hash TEXT NOT NULL
  ) STRICT;

  CREATE TABLE deck_key (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    key_hash TEXT NOT NULL
  ) STRICT;

  CREATE TABLE pairing_token (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    code_hash TEXT NOT NULL UNIQUE,
    token TEXT NOT NULL
  ) STRICT;

  CREATE TABLE chat_spending (
    only_row INTEGER PRIMARY KEY CHECK (only_row = 1),
    body TEXT NOT NULL
  ) STRICT;
`

/**
 * Parses a column that holds JSON.
 *
 * Undefined for invalid JSON.
 */
export function parseJson(column: unknown): unknown {
  try {
    return JSON.parse(String(column))
  } catch {
    return undefined
  }
}
