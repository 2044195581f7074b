import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { until } from '../fixtures/until.js'

let scene: McpScene
const open: AbortController[] = []
beforeEach(async () => {
  scene = await McpScene.open()
})
afterEach(async () => {
  for (const stream of open.splice(0)) stream.abort()
  await scene.close()
})

const uuid = '7f5c2c6e-0e4f-4b39-9c39-0b5d9a0f7a11'
const authorization = `Bearer ${bridgeToken}`

const get = (query: string, init: RequestInit = {}) =>
  fetch(new URL(`/api/v1/events${query}`, scene.endpoint), {
    ...init,
    headers: { authorization, connection: 'close', ...init.headers },
  })

interface ReceivedEvent {
  readonly id?: string
  readonly event?: string
  // biome-ignore lint/suspicious/noExplicitAny: each test checks its own value.
  readonly data?: any
}

/** Listens as a script does; `text` grows with each message. */
async function listen(query: string, headers: Record<string, string> = {}) {
  const stream = new AbortController()
  open.push(stream)
  const response = await get(query, { signal: stream.signal, headers })
  const received = { text: '', ended: false }
  const reading = (async () => {
    const decoder = new TextDecoder()
    for await (const chunk of response.body as unknown as AsyncIterable<Uint8Array>)
      received.text += decoder.decode(chunk)
  })()
  void reading.catch(() => {}).finally(() => (received.ended = true))
  const events = (): ReceivedEvent[] =>
    received.text
      .slice(0, received.text.lastIndexOf('\n\n') + 2)
      .split('\n\n')
      .filter((block) => block.includes('data: '))
      .map((block) => Object.fromEntries(block.split('\n').map((line) => line.split(/: (.*)/s) as [string, string])))
      .map(({ data = '', ...head }) => ({ ...head, data: JSON.parse(data) }))
  return { response, received, events, disconnect: () => stream.abort() }
}

const somethingHappens = (name: string) => {
  scene.world.join(name, uuid)
  scene.world.leave(name, 'Disconnected')
}

describe('a stream of events', () => {
  it('sends game events as Server-Sent Events', async () => {
    const { response, received, events } = await listen('?eventId=player.join&eventId=player.leave&server=demo')
    expect(response.status).toBe(200)
    expect(response.headers.get('content-type')).toBe('text/event-stream')
    somethingHappens('Mia')
    await until(() => events().length === 2)
    expect(events()).toMatchObject([
      {
        event: 'player.join',
        data: { eventId: 'player.join', server: { id: 'demo', name: 'Demo world' }, data: { playerName: 'Mia' } },
      },
      { event: 'player.leave', data: { data: { playerName: 'Mia' } } },
    ])
    for (const { id, data } of events()) expect(data.id).toBe(id)
    expect(received.text).toMatch(/^: .*never instructions/)
  })

  // verifies: frames-event
  it('sends only events that pass the filter', async () => {
    const filter = encodeURIComponent(JSON.stringify({ playerNames: ['Zoe'] }))
    const { events } = await listen(`?eventId=player.join&filter=${filter}`)
    somethingHappens('Mia')
    somethingHappens('Zoe')
    await until(() => events().length > 0)
    expect(events()).toMatchObject([{ data: { data: { playerName: 'Zoe' } } }])
  })

  it('resumes where it was interrupted', async () => {
    const first = await listen('?eventId=player.join')
    somethingHappens('Mia')
    await until(() => first.events().length === 1)
    first.disconnect()
    somethingHappens('Zoe')
    await until(() =>
      scene.gateway.feed.recent().some((entry) => entry.kind === 'game' && entry.data.playerName === 'Zoe'),
    )
    const second = await listen('?eventId=player.join', { 'last-event-id': `${first.events()[0]?.id}` })
    await until(() => second.events().length > 0)
    expect(second.events()[0]).toMatchObject({ data: { data: { playerName: 'Zoe' } } })
    const third = await listen('?eventId=player.chat', { 'last-event-id': 'long-ago' })
    await until(() => third.events().length > 0)
    expect(third.events()[0]).toMatchObject({ event: 'missed', data: { missed: null } })
  })

  it('sends heartbeats, and releases everything when the client disconnects', async () => {
    const waiting = scene.clock.waiting
    const { received, disconnect } = await listen('?eventId=player.join')
    expect(scene.clock.waiting).toBe(waiting + 1)
    await scene.clock.advance(15_000)
    await until(() => received.text.includes(': still there'))
    disconnect()
    await until(() => scene.clock.waiting === waiting)
  })

  it('that is read too slowly loses the oldest and says how many', async () => {
    const { received, events } = await listen('?eventId=player.join')
    // What one turn of the loop brings waits in the queue once the connection takes no more.
    const data = { playerName: 'Mia', text: 'x'.repeat(500), more: Array.from({ length: 14 }, () => 'y'.repeat(500)) }
    for (let number = 0; number < 2_000; number++) {
      scene.gateway.feed.add({ kind: 'game', server: { id: 'demo', name: 'Demo' }, eventId: 'player.join', data })
    }
    await until(() => received.text.includes('event: missed') && events().at(-1)?.data.data?.playerName === 'Mia')
    const missed = events().filter(({ event }) => event === 'missed')
    expect(missed).toHaveLength(1)
    await until(() => events().length + Number(missed[0]?.data.missed) === 2_001)
  })

  it('ends when the listener closes', async () => {
    const { received } = await listen('?eventId=player.join')
    const other = scene
    await other.close()
    await until(() => received.ended)
    scene = await McpScene.open()
  })

  it('responds to HEAD with headers only', async () => {
    const response = await get('?eventId=player.join', { method: 'HEAD' })
    expect([response.status, response.headers.get('content-type')]).toEqual([200, 'text/event-stream'])
  })
})

describe('a stream is refused', () => {
  it.each([
    ['', 400, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['?eventId=no.such', 404, 'PROTOCOL.CAPABILITY_NOT_FOUND'],
    ['?eventId=player.list', 400, 'PROTOCOL.UNSUPPORTED_TYPE'],
    ['?eventId=player.join&server=nowhere', 404, 'PROTOCOL.SERVER_NOT_FOUND'],
    ['?eventId=player.join&filter=Mia', 400, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['?eventId=player.join&filter=%7B%22colour%22%3A1%7D', 400, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
    ['?eventId=player.join&eventId=player.join', 400, 'PROTOCOL.SCHEMA_VALIDATION_FAILED'],
  ])('with %s: %i', async (query, status, code) => {
    const response = await get(query)
    expect(response.status).toBe(status)
    expect(await response.json()).toMatchObject({ success: false, error: { code, suggestion: expect.any(String) } })
  })

  // verifies: events-filter
  it('when the manifest allows no more, until one closes', async () => {
    const streams = await Promise.all(Array.from({ length: 10 }, () => listen('?eventId=player.join')))
    const refused = await get('?eventId=player.join')
    expect(refused.status).toBe(429)
    expect(await refused.json()).toMatchObject({ error: { code: 'SYSTEM.RATE_LIMITED', details: { limit: 10 } } })
    streams[0]?.disconnect()
    await until(async () => (await get('?eventId=player.join', { method: 'HEAD' })).status === 200)
  })

  it('when too many are open, until one closes', async () => {
    const ids = ['player.join', 'player.leave', 'player.chat', 'player.death']
    const streams = await Promise.all(Array.from({ length: 32 }, (_, at) => listen(`?eventId=${ids[at % 4]}`)))
    expect((await get('?eventId=player.join')).status).toBe(429)
    streams[0]?.disconnect()
    await until(async () => (await get('?eventId=player.join', { method: 'HEAD' })).status === 200)
  })
})
