import { product } from '@contract/product.js'
import { describe, expect, it } from 'vitest'
import { compiled, createContractAjv } from '../../src-main/validation/ajv.js'
import { connectModel } from '../fakes/hostile-routes.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'

const scene = openForEach(() => McpScene.open())

const isManifest = compiled(createContractAjv(), 'capability-manifest-v1.json')
const ours = [
  'list_servers',
  'get_tool_manifest',
  'get_recent_events',
  'wait_for_event',
  'get_suggestions',
  'get_approval',
  'get_trace_by_id',
]

// biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
type Structured = any

describe('a built-in tool', () => {
  it.each(ours)('%s has a manifest with schemas and examples', async (name) => {
    const client = await connectModel({ endpoint: scene().endpoint, token: bridgeToken })
    const { structuredContent } = await client.callTool({ name: 'get_tool_manifest', arguments: { name } })
    const [manifest] = (structuredContent as Structured).data.manifests
    const { toolName, servers, ...rest } = manifest
    expect(isManifest(rest), JSON.stringify(isManifest.errors)).toBe(true)
    expect({ toolName, servers }).toEqual({ toolName: name, servers: [] })
    expect(manifest).toMatchObject({ type: 'context', risk: { level: 'low' }, version: product.version })
    expect(manifest.parameters.type).toBe('object')
    expect(manifest.returns.type).toBe('object')
    expect(manifest.examples.length).toBeGreaterThan(0)
    await client.close()
  })

  it('records each call, done or not, for its caller only', async () => {
    const client = await connectModel({ endpoint: scene().endpoint, token: bridgeToken })
    const traceOf = async (result: Structured) => {
      const { traceId } = result.structuredContent.metadata
      const read = await client.callTool({ name: 'get_trace_by_id', arguments: { traceId } })
      return (read.structuredContent as Structured).data
    }
    const done = await client.callTool({ name: 'list_servers', arguments: {} })
    expect(await traceOf(done)).toMatchObject({ capabilityId: 'mcp.list.servers', success: true, outcome: 'done' })
    const failed = await client.callTool({ name: 'get_approval', arguments: { approvalId: 'no-such' } })
    expect(await traceOf(failed)).toMatchObject({
      capabilityId: 'mcp.get.approval',
      success: false,
      errorCode: 'PROTOCOL.INVALID_REQUEST',
    })
    const wrong = await client.callTool({ name: 'get_recent_events', arguments: { limit: 'many' } })
    expect(await traceOf(wrong)).toMatchObject({ success: false, errorCode: 'PROTOCOL.SCHEMA_VALIDATION_FAILED' })
    await client.close()
  })
})

describe('bad arguments', () => {
  const headers = { authorization: `Bearer ${bridgeToken}`, 'content-type': 'application/json', connection: 'close' }
  const post = async (route: string, method: string, params: object, session?: string) => {
    const response = await fetch(new URL(route, scene().endpoint), {
      method: 'POST',
      headers: { ...headers, accept: 'application/json', ...(session && { 'mcp-session-id': session }) },
      body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
    })
    return { session: response.headers.get('mcp-session-id') ?? '', body: (await response.json()) as Structured }
  }
  const wrong = { worldName: 7 }

  it('are the same error over both transports: a tool result where supported, otherwise -32602', async () => {
    const client = await connectModel({ endpoint: scene().endpoint, token: bridgeToken })
    const modern = (await client.callTool({ name: 'world_time_get', arguments: wrong })) as Structured
    const { session } = await post('/mcp-legacy', 'mcp/initialize', {})
    const older = await post('/mcp-legacy', 'mcp/tool/execute', { toolId: 'world/time/get', inputs: wrong }, session)
    expect(modern.isError).toBe(true)
    expect(older.body.error.code).toBe(-32_602)
    const { contractCode, details } = modern.structuredContent.error
    expect(older.body.error.data).toMatchObject({ code: contractCode, details: { errors: details.errors } })
    await client.close()
  })

  it.each([
    ['no name', { arguments: {} }, { inputs: {} }],
    [
      'arguments that are no object',
      { name: 'player_list', arguments: 'all' },
      { toolId: 'player/list', inputs: 'all' },
    ],
    ['a tool that is not there', { name: 'no_such', arguments: {} }, { toolId: 'no/such', inputs: {} }],
  ])('of the request itself are -32602 over both routes: %s', async (_what, modern, older) => {
    const opened = await post('/mcp', 'initialize', {
      protocolVersion: '2025-06-18',
      capabilities: {},
      clientInfo: { name: 'a', version: '1' },
    })
    await fetch(new URL('/mcp', scene().endpoint), {
      method: 'POST',
      headers: { ...headers, accept: 'application/json', 'mcp-session-id': opened.session },
      body: JSON.stringify({ jsonrpc: '2.0', method: 'notifications/initialized' }),
    })
    const called = await post('/mcp', 'tools/call', modern, opened.session)
    const { session } = await post('/mcp-legacy', 'mcp/initialize', {})
    const executed = await post('/mcp-legacy', 'mcp/tool/execute', older, session)
    expect([called.body.error?.code, executed.body.error?.code]).toEqual([-32_602, -32_602])
  })
})
