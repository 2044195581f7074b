/**
 * Client: a program that may ask, under a name that a person gave it and with a key of its own.
 *
 * Guards invariant 8: the key itself is in none of these shapes but `NewKey`, which is shown once.
 */

/** Who a key belongs to, as calls name them. */
export interface ClientIdentity {
  /** `client:` and eight hexadecimal digits, or `bridge`. */
  readonly id: string
  /** What a person calls it; absent for the bridge, behind which stands whatever program was started with it. */
  readonly name?: string
  /** It came by OAuth: the name is what the program called itself when a person let it in. */
  readonly cameBy?: 'oauth'
}

export interface Client extends ClientIdentity {
  readonly name: string
  /** Permission patterns, for example `mcp.context.**`. Specification 1, section 6.3. */
  readonly grants: readonly string[]
  readonly callsPerMinute: number
  /** ISO 8601. */
  readonly createdAt: string
  /** ISO 8601, to the minute; absent until it comes for the first time. */
  readonly lastUsedAt?: string
}

/** What a person says of a client that is to get a key. */
export interface NewClient {
  readonly name: string
  /** Everything when left out: what is risky is asked anyway. */
  readonly grants?: readonly string[]
  readonly callsPerMinute?: number
}

export interface NewKey {
  readonly client: Client
  /** What the client sends as bearer token; nobody can read it again. */
  readonly token: string
}

/** Whoever has the token of the endpoint file: the stdio bridge, and scripts of the same person. */
export const bridge: ClientIdentity = { id: 'bridge' }

export const clientLimits = {
  /** Characters of a name. */
  name: 64,
  /** Clients at once. */
  clients: 200,
  grants: 32,
  /** Characters of a pattern. */
  grant: 128,
  callsPerMinute: { least: 1, most: 60_000, normal: 600 },
} as const

export const everything: readonly string[] = ['mcp.**']
