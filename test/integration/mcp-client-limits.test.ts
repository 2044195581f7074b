/** One client that uses its full limits over the real listener: the other clients are not affected. */
import { type ClientRequest, request } from 'node:http'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { maxBodyBytes } from '../../src-main/network/http/body-quota.js'
import { FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { McpScene } from '../fakes/mcp-scene.js'
import { MultiplexedClient } from '../fakes/multiplexed-client.js'
import { initialize, RawMcpClient } from '../fakes/raw-mcp-client.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
let keys: { readonly greedy: string; readonly good: string }
let greedy: RawMcpClient
let good: RawMcpClient
const unfinished: ClientRequest[] = []
const lines: MultiplexedClient[] = []

beforeEach(async () => {
  const keyOf = (name: string) => scene().clients.add({ name }).token
  keys = { greedy: keyOf('greedy'), good: keyOf('good') }
  greedy = new RawMcpClient(scene().url, keys.greedy)
  good = new RawMcpClient(scene().url, keys.good)
})
afterEach(async () => {
  for (const one of unfinished.splice(0)) one.destroy()
  for (const line of lines.splice(0)) line.close()
  greedy.close()
  good.close()
})

async function openLine(token: string): Promise<MultiplexedClient> {
  const line = await MultiplexedClient.open(scene().endpoint, token)
  lines.push(line)
  return line
}

const list = { id: 7, method: 'tools/list' }
const times = <T>(count: number, make: (number: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, number) => make(number)))

const modern = (method: string, params: object, meta: object = {}, id = 1) =>
  [
    {
      id,
      method,
      params: {
        ...params,
        _meta: {
          'io.modelcontextprotocol/protocolVersion': '2026-07-28',
          'io.modelcontextprotocol/clientInfo': { name: 'm', version: '1' },
          'io.modelcontextprotocol/clientCapabilities': {},
          ...meta,
        },
      },
    },
    { 'mcp-protocol-version': '2026-07-28', 'mcp-method': method },
  ] as const

describe('the client information', () => {
  it('in initialize is bounded, or no session begins', async () => {
    const { params, ...rest } = initialize()
    for (const more of [
      { capabilities: { experimental: { a: { b: 'n'.repeat(17_000) } } } },
      { clientInfo: { name: 'n'.repeat(17_000), version: '1' } },
      { _meta: { a: 'n'.repeat(17_000) } },
    ]) {
      const answer = await greedy.post({ ...rest, params: { ...params, ...more } })
      expect([answer.status, answer.message?.id, answer.message?.error?.code]).toEqual([200, 'begin', -32_602])
      expect(answer.headers.get('mcp-session-id')).toBeNull()
      expect(answer.message?.error?.message).toContain('Send a short clientInfo')
    }
  })

  it('in a request of the newer era is bounded, or the request is rejected', async () => {
    const info = { 'io.modelcontextprotocol/clientInfo': { name: 'n'.repeat(17_000), version: '1' } }
    const [message, headers] = modern('tools/list', {}, info)
    expect(await greedy.post(message, headers)).toMatchObject({ status: 400, message: { error: { code: -32_602 } } })
  })
})

describe('a session', () => {
  it('of another client stays when one client begins many; its own least recently used one is closed', async () => {
    const ofGood = await good.begin()
    const [oldest, ...others] = await times(32, () => greedy.initialize())
    await greedy.post({ id: 1, method: 'ping' }, oldest)
    for (let more = 0; more < 3; more += 1) expect((await greedy.post(initialize())).status).toBe(200)
    expect((await greedy.post({ id: 1, method: 'ping' }, oldest)).status).toBe(200)
    const left = await times(others.length, (at) => greedy.post({ id: 1, method: 'ping' }, others[at]))
    expect(left.filter(({ status }) => status === 400)).toHaveLength(3)
    expect((await good.post(list, ofGood)).status).toBe(200)
  })

  it('with a waiting request is not evicted: a new session gets 429 and advice', async () => {
    await times(32, async () => greedy.stream('GET', await greedy.begin('2025-06-18')))
    const answer = await greedy.post(initialize())
    expect([answer.status, answer.message?.error?.code]).toEqual([429, -32_000])
    expect(answer.message?.error?.message).toContain('DELETE')
    expect((await good.post(initialize())).status).toBe(200)
  })

  it('that sends initialized twice still receives each change once', async () => {
    const session = await good.begin('2025-06-18')
    const stream = await good.stream('GET', session)
    const again = await times(20, () => good.post({ method: 'notifications/initialized' }, session))
    expect(again.map(({ status, text }) => `${status}${text}`)).toEqual(Array(20).fill('202'))
    scene().fakes.host.present(new FakeServer({ id: 'shop', capabilities: [manifestOf()] }))
    await good.send('DELETE', session)
    const received: unknown[] = []
    for (let event = await stream.next(); event; event = await stream.next()) {
      if (event.data) received.push(JSON.parse(event.data).method)
    }
    expect(received.filter((method) => method === 'notifications/resources/list_changed')).toHaveLength(1)
  })
})

describe('listening and waiting', () => {
  it('in the newer era is limited for each client, with a suggestion', async () => {
    const listen = (id: number) => modern('subscriptions/listen', { notifications: { toolsListChanged: true } }, {}, id)
    const streams = await times(16, (id) => {
      const [message, headers] = listen(id)
      return greedy.stream('POST', headers, message)
    })
    const [message, headers] = listen(17)
    const refused = await greedy.post(message, headers)
    expect(refused).toMatchObject({ status: 429, message: { id: 17, error: { code: -32_000 } } })
    expect(refused.message?.error?.message).toContain('End a subscription first')
    expect(await good.stream('POST', headers, message)).toBeDefined()
    streams[0]?.disconnect()
    await until(() =>
      greedy.stream('POST', headers, message).then(
        () => true,
        () => false,
      ),
    )
  })

  it('for events is limited for each client, with a suggestion', async () => {
    const wait = (id: number, timeoutSeconds = 45) => ({
      id,
      method: 'tools/call',
      params: { name: 'wait_for_event', arguments: { eventId: 'player.leave', timeoutSeconds } },
    })
    const session = await greedy.begin()
    const before = scene().clock.waiting
    const waiting = times(8, (id) => greedy.post(wait(id), session))
    await until(() => scene().clock.waiting === before + 8)
    const refused = await greedy.post(wait(9), session)
    expect(refused.message?.result).toMatchObject({
      isError: true,
      structuredContent: { error: { code: 'E_SYSTEM_RATE_LIMITED', suggestion: /get_recent_events/ } },
    })
    const ofGood = await good.begin()
    const waits = good.post(wait(1, 1), ofGood)
    await until(() => scene().clock.waiting === before + 9)
    await scene().clock.advance(45_000)
    expect((await waits).message?.result).toMatchObject({ structuredContent: { data: { happened: false } } })
    expect((await waiting).every(({ message }) => message?.result?.isError !== true)).toBe(true)
  })
})

describe('bodies being received', () => {
  /** Says that it will send a body of so many bytes, and sends none of it. */
  function announce(
    token: string,
    bytes = maxBodyBytes,
  ): Promise<{ readonly status: number; readonly closes: boolean; readonly text: string }> {
    const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/json' }
    const sending = request(scene().url, { method: 'POST', headers: { ...headers, 'content-length': bytes } })
    unfinished.push(sending)
    sending.flushHeaders()
    return new Promise((resolve, reject) => {
      sending.on('error', reject)
      sending.on('response', (response) => {
        let text = ''
        response.on('data', (chunk) => {
          text += chunk
          if (text.endsWith('}}')) {
            resolve({ status: response.statusCode ?? 0, closes: response.headers.connection === 'close', text })
          }
        })
      })
    })
  }

  it('are limited for each client and in total, and rejected before they are received', async () => {
    const held = Array.from({ length: 8 }, () => announce(keys.greedy).catch(() => 'disconnected'))
    await until(async () => (await greedy.post(initialize())).status === 429)
    const refused = await announce(keys.greedy)
    expect([refused.status, refused.closes]).toEqual([429, true])
    expect(JSON.parse(refused.text).error.message).toContain('Wait until one of them is answered')
    expect((await good.post(initialize())).status).toBe(200)
    for (const one of unfinished.splice(0)) one.destroy()
    expect(await Promise.all(held)).toEqual(held.map(() => 'disconnected'))
    await until(async () => (await greedy.post(initialize())).status === 200)
  })
  it('count together with the multiplexed connection of the same client, and not with other clients', async () => {
    const [line, other] = [await openLine(keys.greedy), await openLine(keys.good)]
    const held = Array.from({ length: 8 }, () => announce(keys.greedy).catch(() => 'disconnected'))
    await until(async () => (await line.answer(initialize())).status === 429)
    const { message } = await line.answer(initialize())
    expect([message.error.code, message.error.message]).toEqual([-32_600, expect.stringContaining('Wait until one')])
    expect((await other.answer(initialize())).status).toBe(200)
    for (const one of unfinished.splice(0)) one.destroy()
    expect(await Promise.all(held)).toEqual(held.map(() => 'disconnected'))
    await until(async () => (await line.answer(initialize())).status === 200)
  })
})
