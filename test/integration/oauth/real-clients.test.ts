/**
 * Real MCP clients that know nothing but the address: they discover the authorization server, the person approves, and
 * they are connected.
 */
import * as modern from '@modelcontextprotocol/client'
import * as old from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport as OldTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { OpenConsent } from '@shared/clients/consent.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { memoryStores } from '../../../src-main/storage/stores.js'
import { McpScene } from '../../fakes/mcp-scene.js'
import { openPage, redirectOf } from '../../fakes/oauth-program.js'

let scene: McpScene
const open: { close(): Promise<void> }[] = []

beforeEach(async () => {
  const { clients, oauth } = memoryStores()
  scene = await McpScene.open(clients, oauth)
  scene.consents.attach()
})
afterEach(async () => {
  for (const one of open.splice(0)) await one.close().catch(() => {})
  await scene.close()
})

/** The storage of a client, and the URL that it opens in a browser. */
class MemoryOAuthProvider {
  readonly redirectUrl = 'http://localhost:43117/callback'
  readonly clientMetadata = { client_name: 'Real client', redirect_uris: [this.redirectUrl] }
  readonly #stored = new Map<string, unknown>()
  sentTo: URL | undefined
  state = () => 'of-the-client'
  clientInformation = () => this.#stored.get('client') as never
  saveClientInformation = (value: unknown) => void this.#stored.set('client', value)
  tokens = () => this.#stored.get('tokens') as never
  saveTokens = (value: unknown) => void this.#stored.set('tokens', value)
  codeVerifier = () => this.#stored.get('verifier') as string
  saveCodeVerifier = (value: string) => void this.#stored.set('verifier', value)
  discoveryState = () => this.#stored.get('discovery') as never
  saveDiscoveryState = (value: unknown) => void this.#stored.set('discovery', value)
  invalidateCredentials = () => this.#stored.clear()
  redirectToAuthorization = (url: URL) => {
    this.sentTo = url
  }
}

const clients = {
  'SDK v1': (provider: MemoryOAuthProvider, url: URL) => ({
    client: new old.Client({ name: 'old', version: '1.0.0' }),
    transport: new OldTransport(url, { authProvider: provider }),
    again: () => new OldTransport(url, { authProvider: provider }),
  }),
  'SDK v2': (provider: MemoryOAuthProvider, url: URL) => ({
    client: new modern.Client({ name: 'new', version: '1.0.0' }),
    transport: new modern.StreamableHTTPClientTransport(url, { authProvider: provider }),
    again: () => new modern.StreamableHTTPClientTransport(url, { authProvider: provider }),
  }),
  'SDK v2, pinned to 2026-07-28': (provider: MemoryOAuthProvider, url: URL) => ({
    client: new modern.Client(
      { name: 'pinned', version: '1.0.0' },
      { versionNegotiation: { mode: { pin: '2026-07-28' } } },
    ),
    transport: new modern.StreamableHTTPClientTransport(url, { authProvider: provider }),
    again: () => new modern.StreamableHTTPClientTransport(url, { authProvider: provider }),
  }),
}

/** the person at the computer says yes to the question that the browser's page names. */
async function agreeTo(url: URL): Promise<{ question: OpenConsent; answer: URL }> {
  const page = await openPage(url)
  const [question] = scene.consents.open()
  if (!question) throw new Error('Nobody was asked.')
  expect(await page.text()).toContain(question.code)
  const answer = redirectOf(page)
  scene.consents.decide(question.id, 'accept', 'viewer')
  return { question, answer: await answer }
}

describe.each(Object.keys(clients) as (keyof typeof clients)[])('%s', (kind) => {
  it.each(['127.0.0.1', 'localhost'])(
    'connects by OAuth to %s, and is the client that the person accepted',
    async (name) => {
      const provider = new MemoryOAuthProvider()
      const url = new URL(scene.url)
      url.hostname = name
      const { client, transport, again } = clients[kind](provider, url)
      open.push(client)
      await expect(client.connect(transport as never)).rejects.toThrow(/authorized/iu)
      const { question, answer } = await agreeTo(provider.sentTo ?? new URL('about:blank'))
      expect(question).toMatchObject({ claimedName: 'Real client', returnsTo: 'localhost:43117' })
      expect(Object.fromEntries(answer.searchParams)).toMatchObject({
        state: 'of-the-client',
        iss: `http://${url.host}`,
      })

      await transport.finishAuth(answer.searchParams.get('code') ?? '', answer.searchParams.get('iss') as never)
      const second = clients[kind](provider, url)
      open.push(second.client)
      await second.client.connect(again() as never)
      await second.client.callTool({ name: 'player_list', arguments: {} })
      const [known] = scene.clients.known().clients
      expect(known).toMatchObject({ name: 'Real client', cameBy: 'oauth', role: 'viewer' })
      expect(scene.audit.events.at(-1)?.caller).toMatchObject({ id: known?.id, name: 'Real client' })
    },
  )

  it('refreshes by itself after an hour, and asks for consent again after it was revoked', async () => {
    const provider = new MemoryOAuthProvider()
    const first = clients[kind](provider, scene.url)
    await first.client.connect(first.transport as never).catch(() => {})
    const { answer } = await agreeTo(provider.sentTo ?? new URL('about:blank'))
    await first.transport.finishAuth(answer.searchParams.get('code') ?? '', answer.searchParams.get('iss') as never)
    await scene.clock.advance(3_600_000)
    const later = clients[kind](provider, scene.url)
    open.push(later.client)
    await later.client.connect(later.transport as never)
    expect((await later.client.listTools()).tools.length).toBeGreaterThan(0)

    scene.clients.revoke(scene.clients.known().clients[0]?.id ?? '')
    provider.sentTo = undefined
    await expect(later.client.callTool({ name: 'player_list', arguments: {} })).rejects.toThrow()
    const { question } = await agreeTo(provider.sentTo ?? new URL('about:blank'))
    expect(question.claimedName).toBe('Real client')
  })
})
