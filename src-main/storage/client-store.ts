/**
 * Client store: the clients with a key, written by the program and by the command line.
 *
 * Guards invariants 2 and 8: it contains no tokens, and an invalid row authenticates nobody. Revoked keys are stored
 * for some time, so that their clients receive the reason.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isKeyName, maxKeyNameLength } from '@contract/local/client-key.js'
import {
  type BridgeClient,
  bridge,
  type Client,
  type ClientChange,
  clientLimits,
  type NewClient,
  type NewKey,
  normalRights,
  type Rights,
} from '@shared/clients/client.js'
import type { AuditLog } from '../gateway/ports/audit-log.js'
import { looksLike, problemOf } from '../policy/rights/new-client.js'
import { addChangeEvent, type ChangeActor, recordChanges } from './client-changes.js'
import { bridgeOf, clientOf, columnsOf, type StoredClient } from './client-rows.js'
import { mintToken } from './client-token.js'
import type { StateDatabase } from './state-database.js'

/** Maximum revoked keys; the oldest are deleted first. */
const rememberedRevoked = 100

export class ClientStore {
  readonly #state: StateDatabase
  #version: unknown

  constructor(state: StateDatabase) {
    this.#state = state
    this.#version = this.#dataVersion()
  }

  /** Every client with a valid row, oldest first. @throws Error when it cannot be read */
  all(): StoredClient[] {
    return this.#state.prepare('SELECT * FROM client ORDER BY created_at, id').all().flatMap(clientOf)
  }

  /** @throws Error when it cannot be read */
  bridge(): BridgeClient {
    return bridgeOf(this.#state.prepare('SELECT * FROM bridge').get())
  }

  /** Whether another process wrote since the last call. @throws Error when it cannot be read */
  hasChanged(): boolean {
    const version = this.#dataVersion()
    const changed = version !== this.#version
    this.#version = version
    return changed
  }

  /** @throws GatewayError when the name is invalid, Error when it could not be written; no client is created then */
  add({ name, keyName, ...given }: NewClient, now: Date, by: ChangeActor): NewKey {
    const wanted = {
      ...normalRights,
      callsPerMinute: clientLimits.callsPerMinute.normal,
      ...definedMembers(given),
      name: name.trim(),
    }
    refuseWrong(wanted)
    const { clientId, token, hash } = mintToken()
    if (keyName !== undefined && !isKeyName(keyName)) throw wrongKeyName
    const named = keyName === undefined ? {} : { keyName }
    const client: Client = { id: clientId, ...wanted, createdAt: now.toISOString(), ...named }
    this.#state.together(() => {
      const others = this.all().filter(({ revoked }) => !revoked)
      if (others.some((other) => looksLike(other.client.name, client.name))) {
        throw refused('A client with this name already exists.', 'Choose another name, or revoke that client first.')
      }
      if (keyName !== undefined && others.some((other) => other.client.keyName === keyName)) {
        throw refused(`A client with the key file "${keyName}" already exists.`, 'Choose another, or revoke that one.')
      }
      if (others.length >= clientLimits.clients) {
        throw refused(`There are already ${clientLimits.clients} clients.`, 'Revoke the clients you no longer use.')
      }
      this.#state
        .prepare(
          'INSERT INTO client (id, name, token_hash, calls_per_minute, wait_seconds, created_at, key_name, role, roles, permissions) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)',
        )
        .run(
          client.id,
          client.name,
          hash,
          client.callsPerMinute,
          client.waitSeconds ?? null,
          client.createdAt,
          keyName ?? null,
          ...columnsOf(client),
        )
      addChangeEvent(this.#state, { doing: 'add', client, after: client }, by, now)
    })
    return { client, token }
  }

  /**
   * Replaces the key of a client: its rights stay, connections with the old key end.
   *
   * @returns undefined when the client does not exist. @throws Error when it could not be written; the old key then
   * stays valid
   */
  renewKey(id: string, now: Date, by: ChangeActor): NewKey | undefined {
    return this.#state.together(() => {
      const known = this.all().find(({ client, revoked }) => client.id === id && !revoked)
      if (!known) return undefined
      const { token, hash } = mintToken(id)
      this.#state.prepare('UPDATE client SET token_hash = ? WHERE id = ?').run(hash, id)
      addChangeEvent(this.#state, { doing: 'renew', client: known.client }, by, now)
      return { client: known.client, token }
    })
  }

  /**
   * Changes the rights of a client or of the bridge.
   *
   * @param change omitted members stay; based on the current rights, so that no concurrent change is lost
   * @returns the new rights; undefined when the client does not exist
   * @throws GatewayError when they are invalid, Error when it could not be written; nothing is changed then
   */
  edit(
    id: string,
    change: (now: Rights) => ClientChange,
    now: Date,
    by: ChangeActor,
  ): Client | BridgeClient | undefined {
    return this.#state.together(() => {
      const before =
        id === bridge.id
          ? this.bridge()
          : this.all().find(({ client, revoked }) => client.id === id && !revoked)?.client
      if (!before) return undefined
      const after = { ...before, ...definedMembers(change(before)) }
      refuseWrong(after)
      const { callsPerMinute = null, waitSeconds = null } = after
      if (id === bridge.id) {
        this.#state
          .prepare(
            'INSERT OR REPLACE INTO bridge (only_row, calls_per_minute, wait_seconds, role, roles, permissions) VALUES (1, ?, ?, ?, ?, ?)',
          )
          .run(callsPerMinute, waitSeconds, ...columnsOf(after))
      } else {
        this.#state
          .prepare(
            'UPDATE client SET calls_per_minute = ?, wait_seconds = ?, role = ?, roles = ?, permissions = ? WHERE id = ?',
          )
          .run(callsPerMinute, waitSeconds, ...columnsOf(after), id)
        // The owner may have given the client more time.
        this.storeLearnedWait(id, undefined)
      }
      addChangeEvent(this.#state, { doing: 'edit', client: before, before, after }, by, now)
      return after
    })
  }

  /** False when the client does not exist, or its key was revoked before. @throws Error when it could not be written */
  revoke(id: string, now: Date, by: ChangeActor): boolean {
    return this.#state.together(() => {
      const { changes } = this.#state
        .prepare('UPDATE client SET revoked_at = ? WHERE id = ? AND revoked_at IS NULL')
        .run(now.toISOString(), id)
      if (Number(changes) === 0) return false
      const client = this.all().find((stored) => stored.client.id === id)?.client ?? { id }
      this.#state
        .prepare(
          'DELETE FROM client WHERE revoked_at IS NOT NULL AND id NOT IN (SELECT id FROM client WHERE revoked_at IS NOT NULL ORDER BY revoked_at DESC LIMIT ?)',
        )
        .run(rememberedRevoked)
      addChangeEvent(this.#state, { doing: 'revoke', client }, by, now)
      return true
    })
  }

  /** Copies pending changes to the audit trail. @throws Error when either cannot be written */
  recordChanges(audit: Pick<AuditLog, 'append'>): void {
    recordChanges(this.#state, audit)
  }

  /** @throws Error when it could not be written */
  touch(id: string, now: Date): void {
    this.#state.prepare('UPDATE client SET last_used_at = ? WHERE id = ?').run(now.toISOString(), id)
  }

  /** @throws Error when it could not be written */
  storeLearnedWait(id: string, milliseconds: number | undefined): void {
    const wait = milliseconds === undefined ? null : Math.round(milliseconds)
    this.#state.prepare('UPDATE client SET learned_wait_ms = ? WHERE id = ?').run(wait, id)
  }

  #dataVersion(): unknown {
    return this.#state.prepare('PRAGMA data_version').get()?.data_version
  }
}

const refused = (message: string, suggestion: string): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', { message, suggestion })

const wrongKeyName = refused(
  `The name of a key file has lower-case letters, digits and hyphens, at most ${maxKeyNameLength} characters.`,
  'Choose another name.',
)

/** Without omitted members, even if their keys exist. */
const definedMembers = ({ role, roles, permissions, callsPerMinute, waitSeconds }: ClientChange): ClientChange => ({
  ...(role !== undefined && { role }),
  ...(roles !== undefined && { roles }),
  ...(permissions !== undefined && { permissions }),
  ...(callsPerMinute !== undefined && { callsPerMinute }),
  ...(waitSeconds !== undefined && { waitSeconds }),
})

/** @throws GatewayError */
function refuseWrong(wanted: ClientChange & { readonly name?: string }): void {
  const problem = problemOf(wanted)
  if (problem) throw refused(problem, 'Correct it and try again.')
}
