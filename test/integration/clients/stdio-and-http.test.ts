/** The client libraries of both eras against the built programs: over HTTP, and over stdio through the bridge. */
import path from 'node:path'
import { Client as NewClient, StreamableHTTPClientTransport as NewHttp } from '@modelcontextprotocol/client'
import { StdioClientTransport as NewStdio } from '@modelcontextprotocol/client/stdio'
import { Client as OldClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StdioClientTransport as OldStdio } from '@modelcontextprotocol/sdk/client/stdio.js'
import { StreamableHTTPClientTransport as OldHttp } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { CleanUp, dist, type Headless, startHeadless } from '../../fixtures/programs.js'

const cleanUp = new CleanUp()
const clients = new CleanUp()
let gateway: Headless
beforeAll(async () => {
  gateway = await startHeadless(cleanUp, ['--simulator', '--control', 'stdin'])
})
afterEach(() => clients.run())
afterAll(() => cleanUp.run())

const info = { name: 'real-client', version: '1.0.0' }
const http = () => ({
  url: new URL('/mcp', gateway.endpoint),
  init: { requestInit: { headers: { authorization: `Bearer ${gateway.token}` } } },
})
const stdio = () => ({
  command: process.execPath,
  args: [path.join(dist, 'stdio-bridge.cjs'), '--profile', gateway.profile],
  env: { PATH: process.env.PATH ?? '', GATEHOUSE_NO_LAUNCH: '1' },
  stderr: 'ignore' as const,
})
/** `mcp-remote`: another bridge from stdio to HTTP. */
const remote = () => ({
  command: process.execPath,
  args: [
    path.resolve(import.meta.dirname, '../../../node_modules/mcp-remote/dist/proxy.js'),
    http().url.href,
    '--allow-http',
    '--transport',
    'http-only',
    '--header',
    `Authorization:Bearer ${gateway.token}`,
  ],
  env: { PATH: process.env.PATH ?? '', HOME: gateway.profile, MCP_REMOTE_CONFIG_DIR: gateway.profile },
  stderr: 'ignore' as const,
})

type AnyClient = OldClient | NewClient
type Connect = () => Promise<AnyClient>

const old =
  (transport: () => Transport): Connect =>
  async () => {
    const client = clients.add(new OldClient(info), (open) => open.close())
    await client.connect(transport())
    return client
  }
const recent =
  (transport: () => NewHttp | NewStdio, mode?: 'auto' | 'legacy' | { pin: string }): Connect =>
  async () => {
    const options = mode === undefined ? {} : { versionNegotiation: { mode } }
    const client = clients.add(new NewClient(info, options), (open) => open.close())
    await client.connect(transport())
    return client
  }
const oldHttp = () => new OldHttp(http().url, http().init) as Transport
const newHttp = () => new NewHttp(http().url, http().init)
const newStdio = () => new NewStdio(stdio())
const pinned = { pin: '2026-07-28' }

const ways: [string, Connect, era: 'legacy' | 'modern'][] = [
  ['the v1 client over HTTP', old(oldHttp), 'legacy'],
  ['the v1 client over stdio', old(() => new OldStdio(stdio())), 'legacy'],
  ['the v1 client through mcp-remote', old(() => new OldStdio(remote())), 'legacy'],
  ['the v2 client over HTTP, as it comes', recent(newHttp), 'legacy'],
  ['the v2 client over HTTP, finding out the era', recent(newHttp, 'auto'), 'modern'],
  ['the v2 client over HTTP, held to the modern era', recent(newHttp, pinned), 'modern'],
  ['the v2 client over stdio, as it comes', recent(newStdio), 'legacy'],
  ['the v2 client over stdio, finding out the era', recent(newStdio, 'auto'), 'modern'],
  ['the v2 client over stdio, held to the modern era', recent(newStdio, pinned), 'modern'],
]

interface Result {
  readonly isError?: boolean
  readonly structuredContent?: { readonly success?: boolean; readonly error?: { readonly code: string } }
}

let time = 1_000

describe.each(ways)('%s', (_name, connect, era) => {
  it('lists the tools, reads, waits for a person, and gets a denial, and an approval of another call', async () => {
    const client = await connect()
    if (client instanceof NewClient) expect(client.getProtocolEra()).toBe(era)
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('world_time_get')
    const call = (name: string, given: Record<string, unknown>) =>
      client.callTool({ name, arguments: given }) as Promise<Result>
    expect(await call('world_time_get', { worldName: 'world' })).toMatchObject({ structuredContent: { success: true } })

    const setTime = async (verb: 'approve' | 'deny') => {
      const after = gateway.process.lines.length
      // What was denied a moment ago is not asked again, whichever program behind the bridge asks.
      time += 10
      const change = call('world_time_set', { worldName: 'world', time })
      const question = await gateway.process.until(({ event }) => event === 'approval', { after })
      gateway.process.send({ [verb]: question.id })
      return change
    }
    expect(await setTime('deny')).toMatchObject({
      isError: true,
      structuredContent: { success: false, error: { code: 'E_RISK_APPROVAL_REJECTED' } },
    })
    expect(await setTime('approve')).toMatchObject({ structuredContent: { success: true } })
  })
})
