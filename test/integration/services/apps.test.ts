/** MCP Apps of services, for clients with and without them. See docs/protocol.md#services-tools. */
import { Client } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { Transport } from '@modelcontextprotocol/sdk/shared/transport.js'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { RelayScene } from '../../fakes/relay-scene.js'
import { fixture } from '../../fakes/services-scene.js'
import { until } from '../../fixtures/until.js'

let scene: RelayScene
const clients: Client[] = []
beforeAll(async () => {
  scene = await RelayScene.open(fixture('apps.mjs', 'one'), { two: fixture('apps.mjs', 'two') })
})
afterAll(async () => {
  for (const client of clients) await client.close()
  await scene.close()
})

const apps = { extensions: { 'io.modelcontextprotocol/ui': { mimeTypes: ['text/html;profile=mcp-app'] } } }

async function connect(capabilities = {}): Promise<Client> {
  const client = new Client({ name: 'host', version: '1.0.0' }, { capabilities })
  const requestInit = { headers: { authorization: `Bearer ${scene.token}` } }
  await client.connect(new StreamableHTTPClientTransport(scene.url, { requestInit }) as Transport)
  clients.push(client)
  await until(async () => (await toolsOf(client)).length >= 2)
  return client
}

const toolsOf = async (client: Client) =>
  (await client.listTools()).tools.filter(({ name }) => /-(?:time|refresh)$/.test(name))
const addressOf = (tool: { readonly _meta?: object | undefined } | undefined): string =>
  String((tool?._meta as { ui?: { resourceUri?: string } } | undefined)?.ui?.resourceUri)

describe('two services with an App at the same address', () => {
  it('have an address each, and a tool shows the page of its own service', async () => {
    const client = await connect(apps)
    const tools = await toolsOf(client)
    expect(client.getServerCapabilities()).toMatchObject({ extensions: { 'io.modelcontextprotocol/ui': {} } })
    const addresses = new Set<string>()
    for (const name of ['one', 'two']) {
      const tool = tools.find((known) => known.name.endsWith(`${name}-time`))
      const uri = addressOf(tool)
      addresses.add(uri)
      expect(uri).toMatch(/^ui:\/\/s-[0-9a-f]{12}\/get-time\/mcp-app\.html$/)
      expect(tool?._meta).toMatchObject({ 'ui/resourceUri': uri })
      const { contents } = await client.readResource({ uri })
      expect(contents).toEqual([
        {
          uri,
          mimeType: 'text/html;profile=mcp-app',
          text: `<h1>${name}</h1>`,
          _meta: { ui: { prefersBorder: true } },
        },
      ])
    }
    const { resources } = await client.listResources()
    expect(
      resources
        .map(({ uri }) => uri)
        .filter((uri) => uri.startsWith('ui://'))
        .sort(),
    ).toEqual([...addresses].sort())
    await expect(client.readResource({ uri: 'ui://get-time/mcp-app.html' })).rejects.toThrow()
  })

  it('name their page in results and prompts by the address that their client can read', async () => {
    const client = await connect(apps)
    const own = (await toolsOf(client)).find(({ name }) => name.endsWith('two-time'))
    const uri = addressOf(own)
    const result = await client.callTool({ name: own?.name ?? '', arguments: {} })
    expect(result.content).toMatchObject([
      { type: 'text' },
      { type: 'resource_link', uri },
      { type: 'resource', resource: { uri, text: '<h1>two</h1>' } },
      { type: 'resource_link', uri: 'file:///log.txt' },
    ])
    expect(result._meta).toMatchObject({ ui: { resourceUri: uri } })
    const { prompts } = await client.listPrompts()
    const prompt = prompts.find(({ name }) => name.endsWith('two-page'))
    const { messages } = await client.getPrompt({ name: prompt?.name ?? '' })
    expect(messages).toMatchObject([{ content: { type: 'resource_link', uri } }])
  })

  it('offer their templates of pages to clients with Apps alone', async () => {
    const templatesFor = async (capabilities: object) =>
      (await (await connect(capabilities)).listResourceTemplates()).resourceTemplates
        .map(({ uriTemplate }) => uriTemplate)
        .filter((uri) => uri.startsWith('ui:'))
    const offered = await templatesFor(apps)
    expect(offered).toHaveLength(2)
    expect(new Set(offered).size).toBe(2)
    for (const uri of offered) expect(uri).toMatch(/^ui:\/\/s-[0-9a-f]{12}\/get-time\/\{zone\}\.html$/)
    expect(await templatesFor({})).toEqual([])
  })

  it('know that their clients may show Apps', async () => {
    const client = await connect(apps)
    const [tool] = await toolsOf(client)
    const result = await client.callTool({ name: tool?.name ?? '', arguments: {} })
    expect(JSON.stringify(result.content)).toContain('io.modelcontextprotocol/ui')
  })
})

describe('a tool that only an App may call', () => {
  it('is listed for a client with Apps alone', async () => {
    const namesFor = async (capabilities: object) =>
      (await toolsOf(await connect(capabilities))).map(({ name }) => name.replace(/^.*(one|two)/, '$1'))
    expect((await namesFor(apps)).sort()).toEqual(['one-refresh', 'one-time', 'two-refresh', 'two-time'])
    expect((await namesFor({})).sort()).toEqual(['one-time', 'two-time'])
  })

  it('asks a person like any other call, and no tool of Gatehouse has an App', async () => {
    const client = await connect(apps)
    const asked: string[] = []
    scene.gateway.approvals.onDidOpen(({ capabilityName }) => asked.push(capabilityName))
    const tool = (await toolsOf(client)).find(({ name }) => name.endsWith('one-refresh'))
    await client.callTool({ name: tool?.name ?? '', arguments: {} })
    expect(asked).toHaveLength(1)
    const own = (await client.listTools()).tools.filter(({ name }) => !/-(?:time|refresh)$/.test(name))
    expect(own.length).toBeGreaterThan(3)
    expect(JSON.stringify(own)).not.toContain('ui://')
  })
})
