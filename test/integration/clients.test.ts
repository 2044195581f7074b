/** Clients with keys of their own, over the real HTTP server: distinguished, isolated, limited, and disconnected at once when revoked. */
import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client'
import type { NewClient } from '@shared/clients/client.js'
import { afterEach, describe, expect, it } from 'vitest'
import { maxWrongTokens } from '../../src-main/network/http/lock-out.js'
import { mintToken } from '../../src-main/storage/client-token.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
const open: { close(): unknown }[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await Promise.resolve(one.close()).catch(() => {})
})

const keyOf = (wanted: NewClient) => scene().clients.add(wanted)

const eras = { legacy: {}, modern: { versionNegotiation: { mode: { pin: '2026-07-28' } } } } as const
type Era = keyof typeof eras

async function connect(token: string, era: Era = 'legacy', name = 'says-it-is-root') {
  const client = new Client({ name, version: '1.0.0' }, eras[era])
  const transport = new StreamableHTTPClientTransport(scene().url, {
    requestInit: { headers: { authorization: `Bearer ${token}` } },
    reconnectionOptions: {
      maxRetries: 0,
      initialReconnectionDelay: 1,
      maxReconnectionDelay: 1,
      reconnectionDelayGrowFactor: 1,
    },
  })
  await client.connect(transport)
  open.push(client)
  const call = (tool: string, given: Record<string, unknown> = {}) =>
    client.callTool({ name: tool, arguments: given }) as Promise<{ structuredContent: { error?: { code: string } } }>
  return { client, transport, call }
}

const post = (token: string | undefined, body: object = {}, headers: Record<string, string> = {}) =>
  fetch(scene().url, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      accept: 'application/json, text/event-stream',
      connection: 'close',
      ...(token !== undefined && { authorization: `Bearer ${token}` }),
      ...headers,
    },
    body: JSON.stringify({ jsonrpc: '2.0', id: 1, ...body }),
  })

const rest = (token: string, where: string, init: RequestInit = {}) =>
  fetch(new URL(`/api/v1${where}`, scene().endpoint), {
    ...init,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json', connection: 'close' },
  })

const night = { worldName: 'world', time: 13_000 }

describe('a client with a key', () => {
  it.each<Era>(['legacy', 'modern'])('is who its key says, whatever it says itself (%s)', async (era) => {
    const { token, client } = keyOf({ name: 'Claude' })
    await (await connect(token, era)).call('player_list')
    expect(scene().audit.events.at(-1)?.caller).toEqual({ type: 'model', id: client.id, name: 'Claude' })
    const [entry] = scene()
      .gateway.feed.recent()
      .filter(({ kind }) => kind === 'call')
    expect(entry).toMatchObject({ caller: { namedByOwner: true, says: 'says-it-is-root' } })
  })

  it('is the same over REST', async () => {
    const { token, client } = keyOf({ name: 'My script' })
    await rest(token, '/capabilities/player.list/invoke', { method: 'POST', body: '{"parameters":{}}' })
    expect(scene().audit.events.at(-1)?.caller).toMatchObject({ id: client.id, name: 'My script' })
  })

  it('may do what it is granted and nothing else, whatever the bridge may do', async () => {
    const { token } = keyOf({ name: 'Reader', role: 'viewer' })
    const reader = await connect(token)
    expect((await reader.call('player_list')).structuredContent.error).toBeUndefined()
    expect((await reader.call('world_time_set', night)).structuredContent.error?.code).toBe('E_PERMISSION_DENIED')
    const bridge = await connect(bridgeToken)
    const refused = (await bridge.call('world_time_set', night)).structuredContent.error?.code
    expect(refused).toBe('E_PERMISSION_APPROVAL_REQUIRED')
  })

  it('has a limit for all requests, and does not use up the calls of others', async () => {
    const [one, other] = [
      keyOf({ name: 'One', callsPerMinute: 2 }).token,
      keyOf({ name: 'Other', callsPerMinute: 2 }).token,
    ]
    const [mine, theirs] = [await connect(one), await connect(other)]
    await mine.call('player_list')
    await mine.call('world_time_get', { worldName: 'world' })
    expect((await mine.call('player_list')).structuredContent.error?.code).toBe('E_SYSTEM_RATE_LIMITED')
    expect((await theirs.call('player_list')).structuredContent.error).toBeUndefined()
    await scene().clock.advance(30_000)
    expect((await mine.call('player_list')).structuredContent.error).toBeUndefined()
  })

  it('cannot use the session of another client, nor learn that it exists', async () => {
    const mine = await connect(keyOf({ name: 'Mine' }).token)
    const theirs = keyOf({ name: 'Theirs' }).token
    const headers = { 'mcp-session-id': mine.transport.sessionId ?? '', 'mcp-protocol-version': '2025-11-25' }
    const stolen = await post(theirs, { method: 'tools/list' }, headers)
    const invented = await post(theirs, { method: 'tools/list' }, { ...headers, 'mcp-session-id': 'invented' })
    expect(stolen.status).toBe(invented.status)
    expect(await stolen.text()).toBe(await invented.text())
    expect((await mine.call('player_list')).structuredContent.error).toBeUndefined()
  })
})

describe('revoking a client', () => {
  it('ends its session and its stream at once, and states the reason when it connects again', async () => {
    const { token, client } = keyOf({ name: 'Claude' })
    const params = {
      protocolVersion: '2025-11-25',
      capabilities: {},
      clientInfo: { name: 'raw', version: '1.0.0' },
    }
    const id = (await post(token, { method: 'initialize', params })).headers.get('mcp-session-id') ?? ''
    await post(token, { method: 'notifications/initialized', id: undefined }, { 'mcp-session-id': id })
    const headers = { authorization: `Bearer ${token}`, accept: 'text/event-stream', 'mcp-session-id': id }
    const stream = await fetch(scene().url, { headers })
    expect(stream.status).toBe(200)
    const ended = stream.body
      ?.getReader()
      .read()
      .then(
        ({ done }) => done,
        () => true,
      )
    scene().clients.revoke(client.id)
    expect(await ended).toBe(true)
    const again = await post(token, { method: 'tools/list' }, { 'mcp-session-id': id })
    expect([again.status, await again.text()]).toEqual([401, expect.stringContaining('revoked this key')])
    const asBridge = await post(bridgeToken, { method: 'tools/list' }, { 'mcp-session-id': id })
    expect(await asBridge.text()).toContain('There is no such session')
  })

  it('ends its stream of events, and nobody else’s', async () => {
    const { token, client } = keyOf({ name: 'Claude' })
    const streams = await Promise.all([token, bridgeToken].map((one) => rest(one, '/events?eventId=player.join')))
    const ends = streams.map((stream) => {
      const end = { seen: false }
      const reader = stream.body?.getReader()
      open.push({ close: () => reader?.cancel() })
      const read = async (): Promise<void> => ((await reader?.read())?.done ? undefined : read())
      void read().then(
        () => (end.seen = true),
        () => (end.seen = true),
      )
      return end
    })
    scene().clients.revoke(client.id)
    await until(() => ends[0]?.seen === true)
    expect(ends[1]?.seen).toBe(false)
  })

  it.each<Era>(['legacy', 'modern'])('withdraws its questions: a late approval does nothing (%s)', async (era) => {
    scene().gateway.approvals.attach()
    const { token, client } = keyOf({ name: 'Claude' })
    const { call } = await connect(token, era)
    const [question, answer] = [scene().nextQuestion(), scene().nextAnswer()]
    void call('world_time_set', night).catch(() => {})
    const { id, caller } = await question
    expect(caller).toMatchObject({ id: client.id, name: 'Claude' })
    scene().clients.revoke(client.id)
    expect(await answer).toMatchObject({ approvalId: id, outcome: 'withdrawn' })
    expect(scene().gateway.approvals.decide(id, 'approve', 'ada')).toBe(false)
  })
})

describe('repeated wrong tokens', () => {
  const wrong = async () => (await post(mintToken().token, { method: 'ping' })).status

  it('are rejected with advice, then delayed; valid tokens are accepted meanwhile', async () => {
    const { token } = keyOf({ name: 'Claude' })
    const first = await post('wrong')
    expect([first.status, await first.text()]).toEqual([401, expect.stringContaining('gatehouse clients add')])
    for (let tries = 2; tries < maxWrongTokens; tries++) expect(await wrong()).toBe(401)
    const locked = await post('wrong')
    expect([locked.status, locked.headers.get('retry-after')]).toEqual([429, '30'])
    expect((await connect(token)).transport.sessionId).toBeDefined()
    expect((await connect(bridgeToken)).transport.sessionId).toBeDefined()
    await scene().clock.advance(20_500)
    expect((await post('wrong')).headers.get('retry-after')).toBe('10')
    await scene().clock.advance(9_500)
    expect(await wrong()).toBe(401)
  })

  it('are logged without their values, and no more during a lock-out', async () => {
    const token = mintToken().token
    for (let tries = 0; tries < maxWrongTokens + 20; tries++) await post(token)
    expect(scene().log.lines).toHaveLength(maxWrongTokens)
    expect(scene().log.lines.at(-1)).toMatchObject({ level: 'warn', details: { seconds: 30 } })
    expect(JSON.stringify(scene().log.lines)).not.toContain(token.slice(12))
  })

  it('are not counted without a token, or with a revoked one', async () => {
    const { token, client } = keyOf({ name: 'Claude' })
    scene().clients.revoke(client.id)
    for (let tries = 0; tries < maxWrongTokens; tries++) {
      expect((await post(undefined)).status).toBe(401)
      expect((await post(token)).status).toBe(401)
    }
    expect(await wrong()).toBe(401)
  })
})
