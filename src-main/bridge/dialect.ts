/** Dialect: what a client speaks, as far as the bridge must know: where it goes, and how its sessions begin and end. */
export interface Dialect {
  readonly path: string
  readonly accept: string
  /** The request that opens a session. */
  readonly opening: string
  /** The notification that ends the handshake, where there is one. */
  readonly confirmation?: string
  /** Whether requests may have the id `null`. */
  readonly nullIds: boolean
  /** Whether the gateway is informed when the session ends. */
  readonly farewell: boolean
  /** Whether clients ask by `server/discover` which era the gateway is of. */
  readonly probed: boolean
}

export type DialectName = 'mcp' | 'legacy'

export const dialects: Readonly<Record<DialectName, Dialect>> = {
  mcp: {
    path: '/mcp',
    accept: 'application/json, text/event-stream',
    opening: 'initialize',
    confirmation: 'notifications/initialized',
    nullIds: false,
    farewell: true,
    probed: true,
  },
  /**
   * See docs/protocol.md#mcp-legacy. Interim answers are not asked for: over standard output a request has one
   * response, and a client would take the first for it.
   */
  legacy: {
    path: '/mcp-legacy',
    accept: 'application/json',
    opening: 'mcp/initialize',
    nullIds: true,
    farewell: false,
    probed: false,
  },
}
