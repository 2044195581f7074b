/**
 * Client: a program that may ask, under a name that a person gave it, with a key and rights of its own.
 *
 * Guards invariant 8: the key itself is in none of these shapes but `NewKey`, which is shown once.
 */
import type { CapabilityManifest, RateLimit } from '@contract/generated/capability-manifest.js'

/** The roles of docs/protocol.md#calls-permissions, as a manifest may require them. */
export type Role = NonNullable<CapabilityManifest['requiredRoles']>[number]

/** What a client may be; `none` is below every role: then only its permissions count. */
export type HeldRole = Role | 'none'

/** From what may least to what may most. */
export const heldRoles: readonly HeldRole[] = ['none', 'viewer', 'operator', 'admin', 'super_admin']

/** From what loses to what wins. */
export const effects = ['allow', 'ask', 'deny'] as const

/** `ask`: a person is asked each time, whatever the risk. */
export type PermissionEffect = (typeof effects)[number]

export interface PermissionEntry {
  /** For example `mcp.context.**` or `mcp.action.player.teleport`. */
  readonly permission: string
  readonly effect: PermissionEffect
  /** Id of the one server it holds on; on all when left out. */
  readonly server?: string
}

/** What somebody may do. What follows from it is decided in `policy/rights.ts`. */
export interface Rights {
  /** Wherever `roles` names no other. */
  readonly role: HeldRole
  /** Id of a server → the role there. */
  readonly roles: Readonly<Record<string, HeldRole>>
  /** Besides what the role gives; their order says nothing. */
  readonly permissions: readonly PermissionEntry[]
}

/** Who a key belongs to, as calls name them. */
export interface ClientIdentity {
  /** `client:` and eight hexadecimal digits, or `bridge`. */
  readonly id: string
  /** What a person calls it; absent for the bridge, behind which stands whatever program was started with it. */
  readonly name?: string
  /** It came by OAuth: the name is what the program called itself when a person let it in. */
  readonly cameBy?: 'oauth'
}

export interface Client extends ClientIdentity, Rights {
  readonly name: string
  readonly callsPerMinute: number
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601, to the minute; absent until it comes for the first time. */
  readonly lastUsedAt?: string
  /** The bridge reads its key from the file of this name (`--client`); absent for a key that a person was shown. */
  readonly keyName?: string
}

/** The bridge has rights like a client. Without a rate of a person's, each name behind it has what a client has normally. */
export interface BridgeClient extends ClientIdentity, Rights {
  readonly callsPerMinute?: number
}

/** All clients: those with a key, the oldest first, and those that connect by the bridge. */
export interface KnownClients {
  readonly clients: readonly Client[]
  readonly bridge: BridgeClient
}

/** What a person changes of a client; what is left out stays. */
export type ClientChange = Partial<Rights & { readonly callsPerMinute: number }>

/** What a person says of a client that is to get a key; what is left out is as `normalRights` and `clientLimits` say. */
export interface NewClient extends ClientChange {
  readonly name: string
  /** Its key goes into the file of this name, for the bridge. */
  readonly keyName?: string
}

export interface NewKey {
  readonly client: Client
  /** What the client sends as bearer token; nobody can read it again. */
  readonly token: string
}

/** Any program with the token of the endpoint file: the stdio bridge, and scripts of the same person. */
export const bridge: ClientIdentity = { id: 'bridge' }

export const clientLimits = {
  /** Characters of a name. */
  name: 64,
  /** Clients at once. */
  clients: 200,
  /** Permission entries of one client. */
  permissions: 64,
  /** Characters of a permission. */
  permission: 128,
  /** Servers on which one client has a role of their own. */
  roles: 64,
  /** Characters of a server's id. */
  server: 256,
  callsPerMinute: { least: 1, most: 60_000, normal: 600 },
} as const

/**
 * Default rights of the bridge and of a new client: everything. Risky actions ask; critical and system actions ask each
 * time, whatever the rules say. Fewer rights would refuse most first calls; more would skip the owner's decision.
 */
export const normalRights: Rights = { role: 'admin', roles: {}, permissions: [] }

/** What a caller may ask in all. */
export interface CallLimit extends RateLimit {
  readonly requests: number
  /** Each name behind the key has it for itself; all of them together have `namesAtOnce` times as much. */
  readonly byName?: true
}

/** Clients choose their names, so a new name must not reset the limit. */
export const namesAtOnce = 4
