/**
 * Client store: which clients have a key, in SQLite, written by the program and by the command line alike.
 *
 * Guards invariants 2 and 8: there is no token in it, and a row that is not what it must be lets nobody in. Keys that
 * were taken away are remembered for a while, so that their holders are told so.
 */
import path from 'node:path'
import { type Client, clientLimits, everything, type NewClient, type NewKey } from '../contract/client.js'
import { GatewayError } from '../contract/gateway-error.js'
import { isClientName, isGrant, isRate, looksLike, problemOf } from '../policy/new-client.js'
import { mintToken } from './client-token.js'
import { createPrivately, type Database, openDatabase } from './sqlite.js'

export const clientsFile = 'clients.sqlite'

export interface KeptClient {
  readonly client: Client
  /** SHA-256 in hex. */
  readonly hash: string
  readonly revoked: boolean
}

/** Keys that were taken away, and are remembered; the oldest are forgotten first. */
const rememberedRevoked = 100

const schema = `
  PRAGMA journal_mode = WAL;
  PRAGMA synchronous = FULL;
  PRAGMA busy_timeout = 2000;
  CREATE TABLE IF NOT EXISTS client (
    id TEXT PRIMARY KEY,
    name TEXT NOT NULL,
    token_hash TEXT NOT NULL,
    grants TEXT NOT NULL,
    calls_per_minute INTEGER NOT NULL,
    created_at TEXT NOT NULL,
    last_used_at TEXT,
    revoked_at TEXT
  ) STRICT;
`

export class ClientStore {
  readonly #database: Database
  #version: unknown

  private constructor(database: Database) {
    this.#database = database
    this.#version = this.#dataVersion()
  }

  /** Opens or creates the store of a profile. @throws Error when it cannot be used */
  static open(profile: string): ClientStore {
    const file = path.join(profile, clientsFile)
    createPrivately(file)
    const database = openDatabase(file)
    try {
      database.exec(schema)
      return new ClientStore(database)
    } catch (error) {
      database.close()
      throw error
    }
  }

  /** Every client whose row is sound, the oldest first. @throws Error when it cannot be read */
  all(): KeptClient[] {
    return this.#database.prepare('SELECT * FROM client ORDER BY created_at, id').all().flatMap(soundRow)
  }

  /** Whether somebody else has written since this was asked last. @throws Error when it cannot be read */
  hasChanged(): boolean {
    const version = this.#dataVersion()
    const changed = version !== this.#version
    this.#version = version
    return changed
  }

  /** @throws GatewayError when it cannot be called that, Error when it could not be written; then there is no such client */
  add({ name, grants, callsPerMinute }: NewClient, now: Date): NewKey {
    const wanted = {
      name: name.trim(),
      grants: grants?.length ? grants : everything,
      callsPerMinute: callsPerMinute ?? clientLimits.callsPerMinute.normal,
    }
    const problem = problemOf(wanted)
    if (problem) throw refused(problem, 'Correct it and try again.')
    const { clientId, token, hash } = mintToken()
    const client: Client = { id: clientId, ...wanted, createdAt: now.toISOString() }
    this.#alone(() => {
      const others = this.all().filter(({ revoked }) => !revoked)
      if (others.some((other) => looksLike(other.client.name, client.name))) {
        throw refused('There is a client of this name already.', 'Choose another name, or revoke that one first.')
      }
      if (others.length >= clientLimits.clients) {
        throw refused(`There are ${clientLimits.clients} clients already.`, 'Revoke those that are no longer used.')
      }
      this.#database
        .prepare('INSERT INTO client VALUES (?, ?, ?, ?, ?, ?, NULL, NULL)')
        .run(client.id, client.name, hash, JSON.stringify(client.grants), client.callsPerMinute, client.createdAt)
    })
    return { client, token }
  }

  /** False when there is no such client, or its key was taken away before. @throws Error when it could not be written */
  revoke(id: string, now: Date): boolean {
    return this.#alone(() => {
      const { changes } = this.#database
        .prepare('UPDATE client SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
        .run(now.toISOString(), id)
      this.#database
        .prepare(
          'DELETE FROM client WHERE revoked_at IS NOT NULL AND id NOT IN (SELECT id FROM client WHERE revoked_at IS NOT NULL ORDER BY revoked_at DESC LIMIT ?)',
        )
        .run(rememberedRevoked)
      return Number(changes) > 0
    })
  }

  /** @throws Error when it could not be written */
  touch(id: string, now: Date): void {
    this.#database.prepare('UPDATE client SET last_used_at = ? WHERE id = ?').run(now.toISOString(), id)
  }

  close(): void {
    this.#database.close()
  }

  #dataVersion(): unknown {
    return this.#database.prepare('PRAGMA data_version').get()?.data_version
  }

  /** Nobody else writes meanwhile; all of it is written or nothing. */
  #alone<T>(write: () => T): T {
    this.#database.exec('BEGIN IMMEDIATE')
    try {
      const value = write()
      this.#database.exec('COMMIT')
      return value
    } catch (error) {
      this.#database.exec('ROLLBACK')
      throw error
    }
  }
}

const refused = (message: string, suggestion: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion })

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

function soundRow(row: Readonly<Record<string, unknown>>): KeptClient[] {
  const { id, name, token_hash: hash, calls_per_minute: callsPerMinute, created_at: createdAt } = row
  const { last_used_at: lastUsedAt, revoked_at: revokedAt } = row
  const grants = listOf(row.grants)
  if (typeof id !== 'string' || !/^client:[0-9a-f]{8}$/u.test(id)) return []
  if (typeof name !== 'string' || !isClientName(name) || typeof hash !== 'string') return []
  if (!/^[0-9a-f]{64}$/u.test(hash) || !grants?.every(isGrant)) return []
  if (typeof callsPerMinute !== 'number' || !isRate(callsPerMinute) || !isTime(createdAt)) return []
  const client = { id, name, grants, callsPerMinute, createdAt, ...(isTime(lastUsedAt) && { lastUsedAt }) }
  return [{ client, hash, revoked: revokedAt !== null }]
}

function listOf(text: unknown): string[] | undefined {
  try {
    const value: unknown = JSON.parse(String(text))
    return Array.isArray(value) && value.every((one) => typeof one === 'string') ? value : undefined
  } catch {
    return undefined
  }
}
