/**
 * Manifest store: accepted and rejected manifests of each server, and its last offer, in SQLite. See
 * docs/protocol.md#manifest-acceptance.
 *
 * Guards invariants 4 and 2: stored data is validated like data from a server, and unreadable data is not accepted. An
 * unreadable rejection must be decided again, and stays blocked until then. An unusable file is left unchanged.
 */
import path from 'node:path'
import { isMembers, isSameJson } from '@contract/compatibility/same.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { AcceptedManifest, EarlierManifest } from '@shared/servers/quarantine.js'
import type { Log } from '../gateway/ports/runtime.js'
import {
  type ManifestStore,
  maxEarlier,
  type StoredManifests,
  type StoredOffer,
  type StoredRejection,
} from '../gateway/ports/stores.js'
import { knownDigest, rememberDigest } from '../policy/trust/manifest-digest.js'
import { parseJson } from './json-column.js'
import { factsOf, rememberFacts } from './manifest-facts.js'
import { MemoryManifestStore } from './memory-manifest-store.js'
import { createPrivately, type Database, inTransaction, openDatabase } from './sqlite.js'

export const manifestsFile = 'manifests.sqlite'

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
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
    body TEXT NOT NULL,
    identity TEXT,
    facts TEXT
  ) STRICT;
  CREATE TABLE IF NOT EXISTS rejected_manifest (
    server_id TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    at TEXT NOT NULL,
    person TEXT NOT NULL,
    PRIMARY KEY (server_id, capability_id)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS earlier_manifest (
    sequence INTEGER PRIMARY KEY AUTOINCREMENT,
    server_id TEXT NOT NULL,
    capability_id TEXT NOT NULL,
    body TEXT NOT NULL,
    until TEXT NOT NULL
  ) STRICT;
  CREATE INDEX IF NOT EXISTS earlier_of ON earlier_manifest (server_id, capability_id, sequence);
`

export type IsManifest = (value: unknown) => value is CapabilityManifest

/** Opens or creates the store in a profile; an unusable store is logged, and nothing is accepted. */
export function openManifestStore(profile: string, isManifest: IsManifest, log: Log): ManifestStore {
  const file = path.join(profile, manifestsFile)
  let database: Database | undefined
  try {
    createPrivately(file)
    database = openDatabase(file, schema)
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
  readonly #statements = new Map<string, ReturnType<Database['prepare']>>()

  constructor(database: Database, isManifest: IsManifest, log: Log) {
    this.#database = database
    this.#isManifest = isManifest
    this.#log = log
  }

  read(serverId: string): StoredManifests {
    try {
      const accepted = this.#accepted(serverId)
      const offer = this.#offer(serverId)
      return { ...accepted, rejected: this.#rejected(serverId), ...offer }
    } catch (error) {
      this.#log.error('what people accepted of a server cannot be read', { serverId, error: `${error}` })
      return { accepted: [], rejected: [], met: true, damaged: true }
    }
  }

  accept(serverId: string, manifests: readonly AcceptedManifest[], at = new Date().toISOString()): void {
    const insert = this.#prepared('INSERT OR REPLACE INTO accepted_manifest VALUES (?, ?, ?)')
    const agreeTo = this.#prepared('DELETE FROM rejected_manifest WHERE server_id = ? AND capability_id = ?')
    this.#together(() => {
      for (const one of manifests) {
        const body = JSON.stringify({ ...one, digest: knownDigest(one.manifest) })
        this.#storeEarlier(serverId, one, body, at)
        insert.run(serverId, one.manifest.id, body)
        agreeTo.run(serverId, one.manifest.id)
      }
    })
  }

  reject(serverId: string, rejections: readonly StoredRejection[]): void {
    const insert = this.#prepared('INSERT OR REPLACE INTO rejected_manifest VALUES (?, ?, ?, ?, ?)')
    this.#together(() => {
      for (const { capabilityId, fingerprint, at, by } of rejections) {
        insert.run(serverId, capabilityId, fingerprint, at, by)
      }
    })
  }

  reconsider(serverId: string, capabilityIds: readonly string[]): void {
    const remove = this.#prepared('DELETE FROM rejected_manifest WHERE server_id = ? AND capability_id = ?')
    this.#together(() => {
      for (const id of capabilityIds) remove.run(serverId, id)
    })
  }

  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[] {
    try {
      return this.#database
        .prepare(
          'SELECT body, until FROM earlier_manifest WHERE server_id = ? AND capability_id = ? ORDER BY sequence DESC LIMIT ?',
        )
        .all(serverId, capabilityId, maxEarlier)
        .flatMap(({ body, until }) => {
          const manifest = parseJson(body)
          return this.#isManifest(manifest) && manifest.id === capabilityId ? [{ manifest, until: String(until) }] : []
        })
    } catch (error) {
      this.#log.error('what people accepted before cannot be read', { serverId, capabilityId, error: `${error}` })
      return []
    }
  }

  storeOffer(serverId: string, { name, software, identity, capabilities }: StoredOffer): void {
    this.#prepared(
      'INSERT OR REPLACE INTO last_offer (server_id, name, software, body, identity, facts) VALUES (?, ?, ?, ?, ?, ?)',
    ).run(
      serverId,
      name,
      software ?? null,
      JSON.stringify(capabilities),
      identity ?? null,
      JSON.stringify(capabilities.map(factsOf)),
    )
  }

  forget(serverId: string): void {
    this.#together(() => {
      this.#database.prepare('DELETE FROM accepted_manifest WHERE server_id = ?').run(serverId)
      this.#database.prepare('DELETE FROM last_offer WHERE server_id = ?').run(serverId)
      this.#database.prepare('DELETE FROM rejected_manifest WHERE server_id = ?').run(serverId)
      this.#database.prepare('DELETE FROM earlier_manifest WHERE server_id = ?').run(serverId)
    })
  }

  close(): void {
    this.#database.close()
  }

  /** Keeps the replaced manifest, unless its text is the same; the oldest of too many is deleted. */
  #storeEarlier(serverId: string, { manifest }: AcceptedManifest, body: string, at: string): void {
    const { id } = manifest
    const row = this.#prepared('SELECT body FROM accepted_manifest WHERE server_id = ? AND capability_id = ?').get(
      serverId,
      id,
    )
    if (!row || row.body === body) return
    const before = parseJson(row.body)
    if (!this.#isAccepted(before) || isSameJson(before.manifest, manifest)) return
    this.#prepared('INSERT INTO earlier_manifest (server_id, capability_id, body, until) VALUES (?, ?, ?, ?)').run(
      serverId,
      id,
      JSON.stringify(before.manifest),
      at,
    )
    this.#prepared(
      `DELETE FROM earlier_manifest WHERE server_id = ? AND capability_id = ? AND sequence NOT IN (
          SELECT sequence FROM earlier_manifest WHERE server_id = ? AND capability_id = ? ORDER BY sequence DESC LIMIT ?
        )`,
    ).run(serverId, id, serverId, id, maxEarlier)
  }

  #rejected(serverId: string): readonly StoredRejection[] {
    return this.#database
      .prepare('SELECT capability_id, fingerprint, at, person FROM rejected_manifest WHERE server_id = ?')
      .all(serverId)
      .map(({ capability_id, fingerprint, at, person }) => ({
        capabilityId: String(capability_id),
        fingerprint: String(fingerprint),
        at: String(at),
        by: String(person),
      }))
  }

  #accepted(serverId: string): Pick<StoredManifests, 'accepted' | 'damaged'> {
    const rows = this.#database
      .prepare('SELECT capability_id, body FROM accepted_manifest WHERE server_id = ?')
      .all(serverId)
    const accepted = rows.flatMap(({ capability_id, body }) => {
      const one = parseJson(body)
      if (!this.#isAccepted(one) || one.manifest.id !== capability_id) return []
      const { manifest, catalogued, digest } = one
      if (typeof digest === 'string') rememberDigest(manifest, digest)
      return [{ manifest, catalogued }]
    })
    const damaged = accepted.length < rows.length
    if (damaged) this.#log.error('accepted manifests are broken and do not count', { serverId })
    return { accepted, damaged }
  }

  #isAccepted(value: unknown): value is AcceptedManifest & { readonly digest?: unknown } {
    if (!isMembers(value) || !this.#isManifest(value.manifest)) return false
    return Array.isArray(value.catalogued) && value.catalogued.every((name) => typeof name === 'string')
  }

  #offer(serverId: string): Pick<StoredManifests, 'offer' | 'met'> {
    const row = this.#database
      .prepare('SELECT name, software, body, identity, facts FROM last_offer WHERE server_id = ?')
      .get(serverId)
    if (!row) return { met: false }
    const capabilities = parseJson(row.body)
    if (!Array.isArray(capabilities) || !capabilities.every(this.#isManifest)) {
      this.#log.error('the last offer of a server is broken and does not count', { serverId })
      return { met: true }
    }
    const facts = parseJson(row.facts)
    if (Array.isArray(facts) && facts.length === capabilities.length) {
      for (const [at, manifest] of capabilities.entries()) rememberFacts(manifest, facts[at])
    }
    const { name, software, identity } = row
    const offer = {
      name: String(name),
      ...(software !== null && { software: String(software) }),
      ...(identity !== null && { identity: String(identity) }),
      capabilities,
    }
    return { offer, met: true }
  }

  /** Prepared once: hundreds of manifests are written in one turn. */
  #prepared(sql: string): ReturnType<Database['prepare']> {
    const statement = this.#statements.get(sql) ?? this.#database.prepare(sql)
    this.#statements.set(sql, statement)
    return statement
  }

  #together(write: () => void): void {
    inTransaction(this.#database, write)
  }
}
