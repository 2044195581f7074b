/** Gatehouse starts again while a client over HTTP keeps its session. See docs/protocol/mcp.md#mcp-sessions. */
import { Client as ModernClient, StreamableHTTPClientTransport as ModernTransport } from '@modelcontextprotocol/client'
import { Client as LegacyClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as LegacyTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { RawMcpClient } from '../fakes/raw-mcp-client.js'

let scene: McpScene
const close: (() => Promise<void>)[] = []
beforeEach(async () => {
  scene = await McpScene.open()
})
afterEach(async () => {
  for (const end of close.splice(0)) await end()
  await scene.close()
})

const info = { name: 'test-client', version: '1.0.0' }
const options = {
  requestInit: { headers: { authorization: `Bearer ${bridgeToken}` } },
  /** The address of a client stays, whichever run of Gatehouse serves it. */
  fetch: (_url: string | URL, init?: RequestInit) => fetch(scene.url, init),
}

async function restart(): Promise<void> {
  const before = scene
  scene = await McpScene.open()
  await before.close()
}

interface ConnectedClient {
  listTools(): Promise<{ readonly tools: readonly unknown[] }>
  close(): Promise<void>
}

async function legacy(): Promise<ConnectedClient> {
  const client = new LegacyClient(info)
  await client.connect(new LegacyTransport(scene.url, options) as Transport)
  return client
}

async function modern(): Promise<ConnectedClient> {
  const client = new ModernClient(info, { versionNegotiation: { mode: 'legacy' } })
  await client.connect(new ModernTransport(scene.url, options))
  return client
}

/** The HTTP status in the error of either SDK. */
const statusIn = (error: unknown): unknown =>
  (error as { readonly code?: unknown }).code === 404
    ? 404
    : (error as { readonly data?: { readonly status?: unknown } }).data?.status

describe.each([
  ['@modelcontextprotocol/sdk', legacy],
  ['@modelcontextprotocol/client', modern],
])('a client on %s', (_package, connect) => {
  it('gets 404 for its old session, and works again with a new one', async () => {
    const client = await connect()
    close.push(() => client.close())
    expect((await client.listTools()).tools).not.toEqual([])
    await restart()
    const error = await client.listTools().then(
      () => undefined,
      (thrown: unknown) => thrown,
    )
    expect(statusIn(error)).toBe(404)
    const again = await connect()
    close.push(() => again.close())
    expect((await again.listTools()).tools).not.toEqual([])
  })
})

describe('an unknown session', () => {
  const list = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'tools/list' })
  const send = (method: string, headers: Record<string, string>) =>
    new RawMcpClient(scene.url, bridgeToken).send(method, headers, method === 'POST' ? list : undefined)

  it.each(
    ['POST', 'GET', 'DELETE'].flatMap((method) =>
      (
        [
          ['2025-11-25', 404],
          ['2025-06-18', 404],
          ['2025-03-26', 404],
          ['2024-11-05', 400],
          ['1999-01-01', 400],
          [undefined, 400],
        ] as const
      ).map(([version, status]) => [method, version, status] as const),
    ),
  )('makes a %s under revision %s a %d', async (method, version, status) => {
    const answer = await send(method, {
      'mcp-session-id': '8c1f4f5e-30b5-4a53-9c7b-1b6f0b6a6c11',
      ...(version && { 'mcp-protocol-version': version }),
    })
    expect([answer.status, answer.message?.error?.code]).toEqual([status, -32_600])
  })

  it.each(['', 'two words', 'é', 'n'.repeat(257)])('with the malformed id "%s" is a 400', async (id) => {
    const answer = await send('POST', { 'mcp-session-id': id, 'mcp-protocol-version': '2025-11-25' })
    expect(answer.status).toBe(400)
  })

  it('in initialize is a 404 too, as its client did not forget it', async () => {
    const answer = await new RawMcpClient(scene.url, bridgeToken).post(
      { id: 1, method: 'initialize', params: { protocolVersion: '2025-11-25', capabilities: {}, clientInfo: info } },
      { 'mcp-session-id': 'gone', 'mcp-protocol-version': '2025-11-25' },
    )
    expect(answer.status).toBe(404)
  })
})
