/** MCP client: an SDK client on one end of a pair of pipes, our server on the other, and a gateway that belongs to the test. */
import { Client } from '@modelcontextprotocol/client'
import { InMemoryTransport } from '@modelcontextprotocol/server'
import { createMcpServer } from '../../src-main/consumers/mcp/mcp-server.js'
import { createToolList } from '../../src-main/consumers/mcp/tool-list.js'
import type { GatewayOptions } from '../../src-main/gateway/gateway-options.js'
import { bridgeClient } from './authenticated-client.js'
import { GatewayUnderTest } from './gateway-under-test.js'

export interface Connected {
  readonly under: GatewayUnderTest
  readonly client: Client
}

/** A client of the older era. */
export async function connectClient(options: Partial<GatewayOptions> = {}): Promise<Connected> {
  const under = new GatewayUnderTest(options)
  const { gateway, clock, log } = under
  const server = createMcpServer({ gateway, clock, log }, createToolList(gateway.registry), {
    authenticated: bridgeClient,
  })
  const client = new Client({ name: 'test', version: '1.0.0' })
  const [near, far] = InMemoryTransport.createLinkedPair()
  await server.connect(far)
  await client.connect(near)
  return { under, client }
}

/** What is in a tool's structured answer. */
export async function callFor(client: Client, name: string, given: Record<string, unknown> = {}) {
  const { content, isError, structuredContent } = await client.callTool({ name, arguments: given })
  const text = content.map((part) => (part.type === 'text' ? part.text : '')).join('\n')
  const { data = {}, error } = (structuredContent ?? {}) as {
    data?: Readonly<Record<string, unknown>>
    error?: { readonly code: string; readonly message: string }
  }
  return { text, isError: isError ?? false, data, error }
}
