/** The link of a session: to which gateway, by which id, in which protocol version (docs/protocol.md#mcp-sessions). */
import type { GatewayEndpoint } from '../contract/endpoint-file.js'

export interface Link {
  readonly gateway: GatewayEndpoint
  /** Absent before `initialize` was answered, and with a gateway that keeps no sessions. */
  readonly sessionId?: string | undefined
  readonly protocolVersion?: string | undefined
}

/** What every message over this link carries beside the token. */
export const sessionHeaders = ({ sessionId, protocolVersion }: Link): Record<string, string> => ({
  ...(sessionId !== undefined && { 'MCP-Session-Id': sessionId }),
  ...(protocolVersion !== undefined && { 'MCP-Protocol-Version': protocolVersion }),
})

/** Whether both are the same run of the gateway, so that its sessions still live. */
export const sameGateway = (a: GatewayEndpoint, b: GatewayEndpoint): boolean =>
  a.endpoint === b.endpoint && a.token === b.token && a.pid === b.pid
