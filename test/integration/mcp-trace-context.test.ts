/** The trace context of a client reaches the trace of the call and the agent. See docs/protocol.md#traces. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import type { ServerContext } from '@modelcontextprotocol/server'
import { afterEach, expect, it } from 'vitest'
import { metaOf } from '../../src-main/consumers/mcp/client-call-back.js'
import { FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'

const scene = openForEach(() => McpScene.open())
const clients: { close(): Promise<void> }[] = []
afterEach(async () => {
  for (const client of clients.splice(0)) await client.close()
})

const traceparent = '00-0af7651916cd43dd8448eb211c80319c-b7ad6b7169203331-01'
const info = { name: 'traced', version: '1.0.0' }
const options = { requestInit: { headers: { authorization: `Bearer ${bridgeToken}` } } }

interface Params {
  readonly name: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly _meta?: Readonly<Record<string, unknown>>
}
interface Caller {
  callTool(params: Params): Promise<unknown>
  close(): Promise<void>
}

async function legacy(): Promise<Caller> {
  const client = new LegacyClient(info)
  await client.connect(new LegacyTransport(scene().url, options) as Transport)
  return client as unknown as Caller
}

async function modern(): Promise<Caller> {
  const client = new ModernClient(info, { versionNegotiation: { mode: { pin: '2026-07-28' } } })
  await client.connect(new ModernTransport(scene().url, options))
  return client as unknown as Caller
}

it.each([
  ['the older era', legacy],
  ['the newer era', modern],
])('a call of %s is shown and passed on with it, and without an invalid one', async (_era, connect) => {
  const manifest = manifestOf({ id: 'ext.trace.see', type: 'context', risk: { level: 'low' } })
  const server = new FakeServer({ id: 'traced', capabilities: [manifest] }).answers(manifest.id, () => ({ data: {} }))
  scene().fakes.host.present(server)
  const client = await connect()
  clients.push(client)
  const call = async (_meta: Params['_meta']) => {
    const result = (await client.callTool({
      name: 'ext_trace_see',
      arguments: { at: Math.random() },
      ...(_meta && { _meta }),
    })) as {
      structuredContent: { metadata: { traceId: string } }
    }
    const { traceId } = result.structuredContent.metadata
    return (await client.callTool({ name: 'get_trace_by_id', arguments: { traceId } })) as {
      structuredContent: { data: { traceparent?: string } }
    }
  }
  const traced = await call({ traceparent, tracestate: 'vendor=1' })
  expect(traced.structuredContent.data.traceparent).toBe(traceparent)
  expect(server.requests.at(-1)?.traceContext).toEqual({ traceparent, tracestate: 'vendor=1' })
  const plain = await call({ traceparent: '00-broken' })
  expect(plain.structuredContent.data).not.toHaveProperty('traceparent')
  expect(server.requests.at(-1)).not.toHaveProperty('traceContext')
})

it('a service gets it in _meta, and nothing in the place of an invalid one', () => {
  const metaIn = (_meta: object) => metaOf({ mcpReq: { _meta } } as unknown as ServerContext)
  expect(metaIn({ traceparent, tracestate: 'a=1', progressToken: 1, other: 2 })).toEqual({
    ...{ traceparent, tracestate: 'a=1', other: 2 },
  })
  expect(metaIn({ traceparent: 'x', tracestate: 'a=1', other: 2 })).toEqual({ other: 2 })
})
