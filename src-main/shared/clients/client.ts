/**
 * Client: a program with a name that a person assigned, its own key and its own rights.
 *
 * Guards invariant 8: only `NewKey` contains the key itself, and it is shown once.
 */

import type { CapabilityManifest, RateLimit } from '@contract/generated/capability-manifest.js'
import { waitLimits } from '@contract/local/client-wait.js'

/** The roles of docs/protocol.md#calls-permissions, as a manifest may require them. */
export type Role = NonNullable<CapabilityManifest['requiredRoles']>[number]

/** The role of a client; with `none`, below every role, only its permissions count. */
export type HeldRole = Role | 'none'

/** In ascending order of rights. */
export const heldRoles: readonly HeldRole[] = ['none', 'viewer', 'operator', 'admin', 'super_admin']

/** In ascending order of priority. */
export const effects = ['allow', 'ask', 'deny'] as const

/** `ask`: every call needs an approval, whatever the risk. */
export type PermissionEffect = (typeof effects)[number]

export interface PermissionEntry {
  /** For example `mcp.context.**` or `mcp.action.player.teleport`. */
  readonly permission: string
  readonly effect: PermissionEffect
  /** Id of the server to which it applies; all servers when omitted. */
  readonly server?: string
}

/** The rights of a client. `policy/rights/rights.ts` evaluates them. */
export interface Rights {
  /** Role on all servers without an entry in `roles`. */
  readonly role: HeldRole
  /** Server id → role. */
  readonly roles: Readonly<Record<string, HeldRole>>
  /** Permissions in addition to the role; their order has no meaning. */
  readonly permissions: readonly PermissionEntry[]
}

/** The owner of a key, as recorded in calls. */
export interface ClientIdentity {
  /** `client:` and eight hexadecimal digits, or `bridge`. */
  readonly id: string
  /** The name that a person assigned; absent for the bridge, which any program may use. */
  readonly name?: string
  /** The client was added by OAuth: the program declared the name when a person accepted it. */
  readonly cameBy?: 'oauth'
}

export interface Client extends ClientIdentity, Rights {
  readonly name: string
  readonly callsPerMinute: number
  /** Seconds that it waits for a person before it gets "pending"; the default when omitted. */
  readonly waitSeconds?: number
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601, to the minute; absent before the first use. */
  readonly lastUsedAt?: string
  /** The bridge reads its key from the file of this name (`--client`); absent for a key that was shown to a person. */
  readonly keyName?: string
}

/**
 * The bridge has rights like a client. Without a configured rate, each name behind it has the default rate of a client.
 */
export interface BridgeClient extends ClientIdentity, Rights {
  readonly callsPerMinute?: number
  readonly waitSeconds?: number
}

/** All clients: those with a key, the oldest first, and the bridge. */
export interface KnownClients {
  readonly clients: readonly Client[]
  readonly bridge: BridgeClient
}

/** A change of a client; omitted members stay unchanged. */
export type ClientChange = Partial<Rights & { readonly callsPerMinute: number; readonly waitSeconds: number }>

/** A client to be created; omitted members have the values of `normalRights` and `clientLimits`. */
export interface NewClient extends ClientChange {
  readonly name: string
  /** The key is written into the file of this name, for the bridge. */
  readonly keyName?: string
}

export interface NewKey {
  readonly client: Client
  /** The bearer token of the client; it cannot be read again. */
  readonly token: string
}

/** Any program with the token of the endpoint file: the stdio bridge, and scripts of the same user. */
export const bridge: ClientIdentity = { id: 'bridge' }

/** Whether an id belongs to a key that only one client has, so that the client is the same in each of its sessions. */
export const hasOwnKey = (id: string): boolean => id.startsWith('client:')

export const clientLimits = {
  /** Maximum characters of a name. */
  name: 64,
  /** Maximum number of clients. */
  clients: 200,
  /** Maximum permission entries of one client. */
  permissions: 64,
  /** Maximum characters of a permission. */
  permission: 128,
  /** Maximum number of servers on which one client has a separate role. */
  roles: 64,
  /** Maximum characters of a server id. */
  server: 256,
  callsPerMinute: { least: 1, most: 60_000, normal: 600 },
  waitSeconds: waitLimits,
} as const

/**
 * Default rights of the bridge and of a new client: everything. Risky actions need an approval; critical and system
 * actions need one each time, whatever the rules are. Fewer rights would refuse most first calls; more would skip the
 * owner's decision.
 */
export const normalRights: Rights = { role: 'admin', roles: {}, permissions: [] }

/** The total rate limit of a caller. */
export interface CallLimit extends RateLimit {
  readonly requests: number
  /** Each name behind the key has its own limit; all of them together have `namesAtOnce` times as much. */
  readonly byName?: true
}

/** Clients choose their names, so a new name must not reset the limit. */
export const namesAtOnce = 4
