import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { LegacyDialect } from '../../../../src-main/providers/mcp-service/connection/legacy-dialect.js'

const resources = [
  { resourceId: 'world/time', name: 'Time', querySchema: { type: 'object', properties: {} } },
  {
    resourceId: 'world/blocks',
    name: 'Blocks',
    description: 'Blocks near a place.',
    querySchema: { type: 'object', properties: { name: { type: 'string' }, y: { type: 'integer' } } },
  },
  { resourceId: 'odd?id', name: 'Odd' },
]

/** A service of the older dialect. */
class OlderService implements Transport {
  onmessage?: Transport['onmessage']
  readonly requests: { readonly method: string; readonly params: unknown }[] = []

  async start(): Promise<void> {}

  async close(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    if (!('method' in message) || !('id' in message)) return
    const { method, params, id } = message
    this.requests.push({ method, params })
    const result = (method === 'mcp/listResources' ? resources : { ticks: 5 }) as unknown as Record<string, unknown>
    this.onmessage?.({ jsonrpc: '2.0', id, result })
  }
}

async function opened() {
  const service = new OlderService()
  const dialect = new LegacyDialect(service)
  const responses: JSONRPCMessage[] = []
  dialect.onmessage = (message) => void responses.push(message)
  await dialect.start()
  let id = 0
  const ask = async (method: string, params: Record<string, unknown> = {}) => {
    id += 1
    await dialect.send({ jsonrpc: '2.0', id, method, params })
    return (responses.at(-1) as { readonly result?: unknown }).result
  }
  return { service, ask }
}

describe('a service of the older dialect', () => {
  it('has its resources, and one with a query is a template too', async () => {
    const { ask } = await opened()
    expect(await ask('resources/list')).toMatchObject({
      resources: [{ uri: 'world/time' }, { uri: 'world/blocks' }, {}],
    })
    expect(await ask('resources/templates/list')).toEqual({
      resourceTemplates: [
        { uriTemplate: 'world/blocks{?name,y}', name: 'Blocks', description: 'Blocks near a place.' },
      ],
    })
  })

  it('is read under the address that was requested', async () => {
    const { service, ask } = await opened()
    await ask('resources/list')
    expect(await ask('resources/read', { uri: 'world/time' })).toEqual({
      contents: [{ uri: 'world/time', mimeType: 'application/json', text: '{"ticks":5}' }],
    })
    expect(service.requests.at(-1)).toEqual({
      method: 'mcp/resource/read',
      params: { resourceId: 'world/time', query: {} },
    })
  })

  it.each([
    ['world/blocks?name=iron%20ore&y=12', 'world/blocks', { name: 'iron ore', y: 12 }],
    ['world/blocks?name=12', 'world/blocks', { name: '12' }],
    ['world/blocks?y=low', 'world/blocks', { y: 'low' }],
    ['odd?id', 'odd?id', {}],
    ['unknown?y=1', 'unknown?y=1', {}],
  ])('gets the query of %s with the types of its schema', async (uri, resourceId, query) => {
    const { service, ask } = await opened()
    await ask('resources/templates/list')
    expect(await ask('resources/read', { uri })).toMatchObject({ contents: [{ uri }] })
    expect(service.requests.at(-1)?.params).toEqual({ resourceId, query })
  })
})
