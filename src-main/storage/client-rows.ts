/**
 * Client rows: validates the rows of clients and of the bridge.
 *
 * Guards invariant 2: an invalid row authenticates nobody, and gives the bridge no rights.
 */

import { isObject } from '@contract/json/json-object.js'
import { isKeyName } from '@contract/local/client-key.js'
import { type BridgeClient, bridge, type Client, normalRights, type Rights } from '@shared/clients/client.js'
import { isClientName, isRate, isWait, problemOf } from '../policy/rights/new-client.js'
import { only } from '../policy/rights/rights.js'
import { parseJson } from './state-schema.js'

export type SqliteRow = Readonly<Record<string, unknown>>

export interface StoredClient {
  readonly client: Client
  /** SHA-256 in hex. */
  readonly hash: string
  readonly revoked: boolean
  /** Milliseconds that the client waits for a person before it gives up, as it has shown. */
  readonly learnedWaitMs?: number
}

/** Undefined for an invalid row. */
export function clientOf(row: SqliteRow): StoredClient[] {
  const { id, name, token_hash: hash, calls_per_minute: callsPerMinute, created_at: createdAt } = row
  const { last_used_at: lastUsedAt, revoked_at: revokedAt, key_name: keyName, learned_wait_ms: learned } = row
  const rights = rightsOf(row)
  if (typeof id !== 'string' || !/^client:[0-9a-f]{8}$/u.test(id) || !rights) return []
  if (typeof name !== 'string' || !isClientName(name) || typeof hash !== 'string') return []
  if (!/^[0-9a-f]{64}$/u.test(hash) || !isTime(createdAt)) return []
  if (typeof callsPerMinute !== 'number' || !isRate(callsPerMinute)) return []
  if (keyName !== null && !(typeof keyName === 'string' && isKeyName(keyName))) return []
  const wait = waitOf(row)
  if (!wait) return []
  const client = { id, name, ...rights, callsPerMinute, ...wait, createdAt, ...(isTime(lastUsedAt) && { lastUsedAt }) }
  const named = keyName === null ? client : { ...client, keyName }
  const learnedWait = typeof learned === 'number' && learned > 0 && { learnedWaitMs: learned }
  return [{ client: named, hash, revoked: revokedAt !== null, ...learnedWait }]
}

/** @param row absent when a person never changed the bridge */
export function bridgeOf(row: SqliteRow | undefined): BridgeClient {
  if (!row) return { ...bridge, ...normalRights }
  const { calls_per_minute: callsPerMinute } = row
  const rights = rightsOf(row)
  const isValid = callsPerMinute === null || (typeof callsPerMinute === 'number' && isRate(callsPerMinute))
  const wait = waitOf(row)
  if (!rights || !isValid || !wait) return { ...bridge, ...only() }
  return { ...bridge, ...rights, ...wait, ...(typeof callsPerMinute === 'number' && { callsPerMinute }) }
}

/** Undefined for an invalid row. */
function waitOf({ wait_seconds: waitSeconds }: SqliteRow): Pick<BridgeClient, 'waitSeconds'> | undefined {
  if (waitSeconds === null) return {}
  return typeof waitSeconds === 'number' && isWait(waitSeconds) ? { waitSeconds } : undefined
}

/** The format that `rightsOf` reads, in column order: role, roles, permissions. */
export const columnsOf = ({ role, roles, permissions }: Rights): [string, string, string] => [
  role,
  JSON.stringify(roles),
  JSON.stringify(permissions),
]

function rightsOf({ role, ...row }: SqliteRow): Rights | undefined {
  const [roles, permissions] = [parseJson(row.roles), parseJson(row.permissions)]
  if (!isObject(roles) || !Array.isArray(permissions) || !permissions.every(isObject)) return undefined
  const rights = { role, roles, permissions } as unknown as Rights
  return role === undefined || problemOf(rights) !== undefined ? undefined : rights
}

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))
