/**
 * Manifest store: what people accepted of each server and what it offered last, in SQLite. Specification 1, section 8.
 *
 * Guards invariant 4 and invariant 2: what is read is checked like what comes from a server, and what cannot be read is
 * not accepted. A file that cannot be used is left as it is.
 */
import path from 'node:path'
import type { CapabilityManifest } from '../contract/generated/capability-manifest.js'
import type { Log, ManifestStore, StoredManifests, StoredOffer } from '../gateway/ports.js'
import { MemoryManifestStore } from './memory-manifest-store.js'
import { createPrivately, type Database, openDatabase } from './sqlite.js'

export const manifestsFile = 'manifests.sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS accepted_manifest (
    server_id TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    body TEXT NOT NULL,
    PRIMARY KEY (server_id, capability_id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS last_offer (
    server_id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    software TEXT,
    body TEXT NOT NULL
  ) STRICT;
`

export type IsManifest = (value: unknown) => value is CapabilityManifest

/** Opens or creates the store in a profile; one that cannot be used is said in the log, and nothing is accepted. */
export function openManifestStore(profile: string, isManifest: IsManifest, log: Log): ManifestStore {
  const file = path.join(profile, manifestsFile)
  let database: Database | undefined
  try {
    createPrivately(file)
    database = openDatabase(file)
    database.exec(schema)
    return new SqliteManifestStore(database, isManifest, log)
  } catch (error) {
    database?.close()
    log.error('what people accepted cannot be read: every capability waits until it is accepted again', {
      file,
      error: `${error}`,
    })
    return new MemoryManifestStore(true)
  }
}

class SqliteManifestStore implements ManifestStore {
  readonly #database: Database
  readonly #isManifest: IsManifest
  readonly #log: Log

  constructor(database: Database, isManifest: IsManifest, log: Log) {
    this.#database = database
    this.#isManifest = isManifest
    this.#log = log
  }

  read(serverId: string): StoredManifests {
    try {
      const accepted = this.#accepted(serverId)
      const offer = this.#offer(serverId)
      return { accepted: accepted.sound, ...(offer.sound && { offer: offer.sound }), damaged: accepted.damaged }
    } catch (error) {
      this.#log.error('what people accepted of a server cannot be read', { serverId, error: `${error}` })
      return { accepted: [], damaged: true }
    }
  }

  accept(serverId: string, manifests: readonly CapabilityManifest[]): void {
    const insert = this.#database.prepare('INSERT OR REPLACE INTO accepted_manifest VALUES (?, ?, ?)')
    this.#together(() => {
      for (const manifest of manifests) insert.run(serverId, manifest.id, JSON.stringify(manifest))
    })
  }

  keepOffer(serverId: string, { name, software, capabilities }: StoredOffer): void {
    this.#database
      .prepare('INSERT OR REPLACE INTO last_offer VALUES (?, ?, ?, ?)')
      .run(serverId, name, software ?? null, JSON.stringify(capabilities))
  }

  forget(serverId: string): void {
    this.#together(() => {
      this.#database.prepare('DELETE FROM accepted_manifest WHERE server_id = ?').run(serverId)
      this.#database.prepare('DELETE FROM last_offer WHERE server_id = ?').run(serverId)
    })
  }

  close(): void {
    this.#database.close()
  }

  #accepted(serverId: string): { readonly sound: CapabilityManifest[]; readonly damaged: boolean } {
    const rows = this.#database
      .prepare('SELECT capability_id, body FROM accepted_manifest WHERE server_id = ?')
      .all(serverId)
    const sound = rows.flatMap(({ capability_id, body }) => {
      const manifest = parsed(body)
      return this.#isManifest(manifest) && manifest.id === capability_id ? [manifest] : []
    })
    if (sound.length < rows.length) this.#log.error('accepted manifests are broken and do not count', { serverId })
    return { sound, damaged: sound.length < rows.length }
  }

  #offer(serverId: string): { readonly sound?: StoredOffer } {
    const row = this.#database.prepare('SELECT name, software, body FROM last_offer WHERE server_id = ?').get(serverId)
    if (!row) return {}
    const capabilities = parsed(row.body)
    if (!Array.isArray(capabilities) || !capabilities.every(this.#isManifest)) {
      this.#log.error('the last offer of a server is broken and does not count', { serverId })
      return {}
    }
    const { name, software } = row
    return { sound: { name: String(name), ...(software !== null && { software: String(software) }), capabilities } }
  }

  #together(write: () => void): void {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      write()
      this.#database.exec('COMMIT')
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

function parsed(body: unknown): unknown {
  try {
    return JSON.parse(String(body))
  } catch {
    return undefined
  }
}
