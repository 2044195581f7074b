/**
 * Device session: the MCP server on one connection to an endpoint. See docs/protocol.md#xiaozhi-tools.
 *
 * Tools only: device services read no resources, and drop everything but responses. A device service may initialize
 * again, or call without it, on a reused connection.
 */

import { product } from '@contract/product.js'
import { Server } from '@modelcontextprotocol/server'
import type { DeviceTools } from './device-tools.js'
import type { EndpointSession } from './endpoint-connection.js'
import { EndpointTransport } from './endpoint-transport.js'

export function openDeviceSession(
  tools: Pick<DeviceTools, 'list' | 'call'>,
  send: (text: string) => void,
  onError: (error: Error) => void,
): EndpointSession {
  const server = new Server({ name: product.id, version: product.version }, { capabilities: { tools: {} } })
  server.setRequestHandler('tools/list', () => ({ tools: [...tools.list()] }))
  server.setRequestHandler('tools/call', ({ params }, { mcpReq }) =>
    tools.call(params.name, params.arguments ?? {}, mcpReq.signal),
  )
  server.onerror = onError
  const transport = new EndpointTransport(send)
  const ready = server.connect(transport)
  ready.catch(onError)
  return {
    receive: (text) => transport.receive(text),
    get isIdle() {
      return transport.isIdle
    },
    end: () => void server.close().catch(onError),
  }
}
