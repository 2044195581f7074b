/**
 * Client rows: what stands in `clients.sqlite`, held against what it must be.
 *
 * Guards invariant 2: a row that is not sound lets nobody in, and gives the bridge nothing.
 */
import { type Bridge, bridge, type Client, normalRights, type Rights } from '../contract/client.js'
import { isKeyName } from '../contract/client-key.js'
import { isClientName, isRate, problemOf } from '../policy/new-client.js'
import { only } from '../policy/rights.js'

export type Row = Readonly<Record<string, unknown>>

export interface KeptClient {
  readonly client: Client
  /** SHA-256 in hex. */
  readonly hash: string
  readonly revoked: boolean
}

/** Nothing of a row that is not sound. */
export function clientOf(row: Row): KeptClient[] {
  const { id, name, token_hash: hash, calls_per_minute: callsPerMinute, created_at: createdAt } = row
  const { last_used_at: lastUsedAt, revoked_at: revokedAt, key_name: keyName } = row
  const rights = rightsOf(row)
  if (typeof id !== 'string' || !/^client:[0-9a-f]{8}$/u.test(id) || !rights) return []
  if (typeof name !== 'string' || !isClientName(name) || typeof hash !== 'string') return []
  if (!/^[0-9a-f]{64}$/u.test(hash) || !isTime(createdAt)) return []
  if (typeof callsPerMinute !== 'number' || !isRate(callsPerMinute)) return []
  if (keyName !== null && !(typeof keyName === 'string' && isKeyName(keyName))) return []
  const client = { id, name, ...rights, callsPerMinute, createdAt, ...(isTime(lastUsedAt) && { lastUsedAt }) }
  return [{ client: keyName === null ? client : { ...client, keyName }, hash, revoked: revokedAt !== null }]
}

/** @param row none where a person never changed the bridge */
export function bridgeOf(row: Row | undefined): Bridge {
  if (!row) return { ...bridge, ...normalRights }
  const { calls_per_minute: callsPerMinute } = row
  const rights = rightsOf(row)
  const isSound = callsPerMinute === null || (typeof callsPerMinute === 'number' && isRate(callsPerMinute))
  if (!rights || !isSound) return { ...bridge, ...only() }
  return { ...bridge, ...rights, ...(typeof callsPerMinute === 'number' && { callsPerMinute }) }
}

/** What `rightsOf` reads again, in the order of its columns: role, roles, permissions. */
export const columnsOf = ({ role, roles, permissions }: Rights): [string, string, string] => [
  role,
  JSON.stringify(roles),
  JSON.stringify(permissions),
]

function rightsOf({ role, ...row }: Row): Rights | undefined {
  const [roles, permissions] = [parsed(row.roles), parsed(row.permissions)]
  if (!isObject(roles) || !Array.isArray(permissions) || !permissions.every(isObject)) return undefined
  const rights = { role, roles, permissions } as unknown as Rights
  return role === undefined || problemOf(rights) !== undefined ? undefined : rights
}

const isObject = (value: unknown): value is object =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const isTime = (value: unknown): value is string => typeof value === 'string' && !Number.isNaN(Date.parse(value))

function parsed(text: unknown): unknown {
  try {
    return JSON.parse(String(text))
  } catch {
    return undefined
  }
}
