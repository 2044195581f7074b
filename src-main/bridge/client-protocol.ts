/** Dialect: the protocol of a client, as far as the bridge must know it: path, and how sessions start and end. */
export interface ClientProtocol {
  readonly path: string
  readonly accept: string
  /** Request that opens a session. */
  readonly opening: string
  /** Notification that ends the handshake, if there is one. */
  readonly confirmation?: string
  /** Whether requests may have the id `null`. */
  readonly nullIds: boolean
  /** Whether the gateway is notified when the session ends. */
  readonly notifiesOnClose: boolean
  /** Whether clients detect the gateway's era with `server/discover`. */
  readonly probed: boolean
}

export type ClientProtocolName = 'mcp' | 'legacy'

export const clientProtocols: Readonly<Record<ClientProtocolName, ClientProtocol>> = {
  mcp: {
    path: '/mcp',
    accept: 'application/json, text/event-stream',
    opening: 'initialize',
    confirmation: 'notifications/initialized',
    nullIds: false,
    notifiesOnClose: true,
    probed: true,
  },
  /**
   * See docs/protocol.md#mcp-legacy. Interim responses are not requested: over stdio, clients take the first response
   * as the final one.
   */
  legacy: {
    path: '/mcp-legacy',
    accept: 'application/json',
    opening: 'mcp/initialize',
    nullIds: true,
    notifiesOnClose: false,
    probed: false,
  },
}
