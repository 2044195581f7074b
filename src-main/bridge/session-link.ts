/** Session link: the gateway, session id and protocol version of a session (docs/protocol.md#mcp-sessions). */
import type { GatewayEndpoint } from '@contract/local/endpoint-file.js'

export interface Link {
  readonly gateway: GatewayEndpoint
  /** Absent before the `initialize` response, and with a gateway without sessions. */
  readonly sessionId?: string | undefined
  readonly protocolVersion?: string | undefined
}

/** Headers of every message, besides the token. */
export const sessionHeaders = ({ sessionId, protocolVersion }: Link): Record<string, string> => ({
  ...(sessionId !== undefined && { 'MCP-Session-Id': sessionId }),
  ...(protocolVersion !== undefined && { 'MCP-Protocol-Version': protocolVersion }),
})

/** Whether both are the same run of the gateway, so that its sessions still exist. */
export const isSameGateway = (a: GatewayEndpoint, b: GatewayEndpoint): boolean =>
  a.endpoint === b.endpoint && a.token === b.token && a.pid === b.pid
