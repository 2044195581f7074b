/**
 * OAuth store: registered programs and the tokens of their consents.
 *
 * Guards invariants 2 and 8: only the SHA-256 of codes and tokens is stored, and all of them expire. One-time values
 * are consumed in one statement, so that concurrent requests cannot both succeed.
 */
import { createHash } from 'node:crypto'
import { type ClientRegistration, lifetimes } from '../gateway/ports/oauth.js'
import type { StateDatabase } from './state-database.js'

/** Registrations without a consent: maximum number, and lifetime in milliseconds. */
export const unconsentedClientLimits = { most: 100, lifetimeMs: 86_400_000, protectedMs: 600_000 } as const

/** Maximum tokens per family; the oldest are deleted first. */
const tokensPerFamily = 200

/** Milliseconds for which an expired token is distinguished from an unknown one. */
const rememberedExpiredMs = 86_400_000

export interface StoredRegistration extends ClientRegistration {
  readonly createdAt: number
  /** The client created at the consent. */
  readonly clientId?: string
}

export interface StoredFamily {
  readonly id: string
  readonly registrationId: string
  readonly clientId: string
}

export interface StoredCode extends StoredFamily {
  readonly challenge: string
  readonly redirectUri: string
  readonly expiresAt: number
  readonly used: boolean
}

export interface StoredToken extends StoredFamily {
  readonly kind: string
  readonly expiresAt: number
  readonly used: boolean
}

type Row = Readonly<Record<string, unknown>>

/** Times are milliseconds since 1970. All methods throw SQLite's errors. */
export class OAuthStore {
  readonly #state: StateDatabase

  constructor(state: StateDatabase) {
    this.#state = state
  }

  /** False when there are too many registrations without a consent. */
  register({ id, name, redirectUris }: ClientRegistration, now: number): boolean {
    this.deleteExpired(now)
    const { count } = this.#one('SELECT count(*) AS count FROM registration WHERE client_id IS NULL') ?? {}
    if (Number(count) >= unconsentedClientLimits.most) {
      const freed = this.#run(
        'DELETE FROM registration WHERE id = (SELECT id FROM registration WHERE client_id IS NULL AND created_at < ? ORDER BY created_at LIMIT 1)',
        now - unconsentedClientLimits.protectedMs,
      )
      if (freed === 0) return false
    }
    this.#run(
      'INSERT INTO registration (id, name, redirect_uris, created_at) VALUES (?, ?, ?, ?)',
      id,
      name,
      JSON.stringify(redirectUris),
      now,
    )
    return true
  }

  registration(id: string): StoredRegistration | undefined {
    const row = this.#one('SELECT * FROM registration WHERE id = ?', id)
    return row && registrationOf(row)
  }

  /** Links the program to its client. */
  link(registrationId: string, clientId: string): void {
    this.#run('UPDATE registration SET client_id = ? WHERE id = ?', clientId, registrationId)
  }

  /** All OAuth clients. */
  clientIds(): Set<string> {
    const rows = this.#state.prepare('SELECT client_id FROM registration WHERE client_id IS NOT NULL').all()
    return new Set(rows.map((row) => String(row.client_id)))
  }

  /** Creates a family, which replaces earlier ones of the program. */
  openFamily({ id, registrationId, clientId }: StoredFamily): void {
    this.#run('DELETE FROM family WHERE registration_id = ?', registrationId)
    this.#run('INSERT INTO family (id, registration_id, client_id) VALUES (?, ?, ?)', id, registrationId, clientId)
  }

  endFamily(id: string): void {
    this.#run('DELETE FROM family WHERE id = ?', id)
  }

  storeCode(family: string, code: string, details: Pick<StoredCode, 'challenge' | 'redirectUri' | 'expiresAt'>): void {
    this.#run(
      'UPDATE family SET code_hash = ?, challenge = ?, redirect_uri = ?, code_expires_at = ? WHERE id = ?',
      hashOf(code),
      details.challenge,
      details.redirectUri,
      details.expiresAt,
      family,
    )
  }

  code(code: string): StoredCode | undefined {
    const row = this.#one('SELECT * FROM family WHERE code_hash = ?', hashOf(code))
    if (!row) return undefined
    return {
      ...familyOf(row),
      challenge: String(row.challenge),
      redirectUri: String(row.redirect_uri),
      expiresAt: Number(row.code_expires_at),
      used: row.code_used !== 0,
    }
  }

  /** True once. */
  useCode(code: string): boolean {
    return this.#run('UPDATE family SET code_used = 1 WHERE code_hash = ? AND code_used = 0', hashOf(code)) > 0
  }

  /** False when the family has ended. */
  addToken(family: string, kind: 'access' | 'refresh', token: string, expiresAt: number): boolean {
    const added = this.#run(
      'INSERT INTO token (hash, family_id, kind, expires_at) SELECT ?, id, ?, ? FROM family WHERE id = ?',
      hashOf(token),
      kind,
      expiresAt,
      family,
    )
    this.#run(
      'DELETE FROM token WHERE family_id = ? AND rowid NOT IN (SELECT rowid FROM token WHERE family_id = ? ORDER BY rowid DESC LIMIT ?)',
      family,
      family,
      tokensPerFamily,
    )
    return added > 0
  }

  token(token: string): StoredToken | undefined {
    const row = this.#one(
      'SELECT family.*, kind, expires_at, used FROM token JOIN family ON family.id = family_id WHERE hash = ?',
      hashOf(token),
    )
    if (!row) return undefined
    return { ...familyOf(row), kind: String(row.kind), expiresAt: Number(row.expires_at), used: row.used !== 0 }
  }

  /** True once. */
  useToken(token: string): boolean {
    return this.#run('UPDATE token SET used = 1 WHERE hash = ? AND used = 0', hashOf(token)) > 0
  }

  /** Deletes what has expired. */
  deleteExpired(now: number): void {
    const { lifetimeMs } = unconsentedClientLimits
    this.#run('DELETE FROM registration WHERE client_id IS NULL AND created_at < ?', now - lifetimeMs)
    this.#run('DELETE FROM token WHERE expires_at < ?', now - rememberedExpiredMs)
    this.#run(
      'DELETE FROM family WHERE code_expires_at < ? AND id NOT IN (SELECT family_id FROM token)',
      now - lifetimes.refresh * 1_000,
    )
  }

  #one(sql: string, ...values: (string | number)[]): Row | undefined {
    return this.#state.prepare(sql).get(...values) as Row | undefined
  }

  #run(sql: string, ...values: (string | number)[]): number {
    return Number(this.#state.prepare(sql).run(...values).changes)
  }
}

const hashOf = (secret: string): string => createHash('sha256').update(secret).digest('hex')

const familyOf = (row: Row): StoredFamily => ({
  id: String(row.id),
  registrationId: String(row.registration_id),
  clientId: String(row.client_id),
})

/** Undefined for an invalid row. */
function registrationOf(row: Row): StoredRegistration | undefined {
  try {
    const redirectUris: unknown = JSON.parse(String(row.redirect_uris))
    if (!Array.isArray(redirectUris) || !redirectUris.every((uri) => typeof uri === 'string')) return undefined
    const { id, name, created_at: createdAt, client_id: clientId } = row
    return {
      id: String(id),
      name: String(name),
      redirectUris,
      createdAt: Number(createdAt),
      ...(typeof clientId === 'string' && { clientId }),
    }
  } catch {
    return undefined
  }
}
