/** Streams of the older era that were lost, and clients that come back to them with `Last-Event-ID`. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { settled } from '../fakes/fake-clock.js'
import { FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { RawMcpClient, type RawStream } from '../fakes/raw-mcp-client.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
let client: RawMcpClient
beforeEach(async () => {
  client = new RawMcpClient(scene().url, bridgeToken)
  scene().gateway.approvals.attach()
})
afterEach(async () => {
  client.close()
})

const setTime = {
  id: 5,
  method: 'tools/call',
  params: { name: 'world_time_set', arguments: { worldName: 'world', time: 1 }, _meta: { progressToken: 'p' } },
}
let presented = 0
const changeTools = () => {
  presented += 1
  const id = `extra${presented}`
  scene().fakes.host.present(new FakeServer({ id, capabilities: [manifestOf({ id: `ext.${id}.list` })] }))
}

/** Disconnects; resolves when the listener has released the stream. */
async function lose(stream: RawStream, timers: () => boolean): Promise<void> {
  stream.disconnect()
  await until(timers)
}

describe('a stream for what belongs to no request', () => {
  it('begins with an event to resume from, for clients that support it', async () => {
    const stream = await client.stream('GET', { ...(await client.begin()), 'mcp-protocol-version': '2025-11-25' })
    expect(await stream.next()).toEqual({ id: 's2.1', data: '' })
  })

  it('resumes after the last event of the client', async () => {
    const session = await client.begin('2025-06-18')
    const idle = scene().clock.waiting
    const stream = await client.stream('GET', session)
    changeTools()
    const { id } = await stream.nextMessage()
    await lose(stream, () => scene().clock.waiting === idle)
    changeTools()
    const again = await client.stream('GET', { ...session, 'last-event-id': id })
    const next = await again.nextMessage()
    expect(next.message.method).toBe('notifications/tools/list_changed')
    expect(Number(next.id.split('.')[1])).toBe(Number(id.split('.')[1]) + 1)
  })

  it('replaces the connection that the client believes lost', async () => {
    const session = await client.begin('2025-06-18')
    const stream = await client.stream('GET', session)
    changeTools()
    const { id } = await stream.nextMessage()
    const again = await client.stream('GET', { ...session, 'last-event-id': id })
    for (let event = await stream.next(); event; event = await stream.next())
      expect(event.data).toContain('list_changed')
    changeTools()
    expect((await again.nextMessage()).message.method).toBe('notifications/tools/list_changed')
  })

  it.each(['', 'x', 's1', 's1.x', 's99.1', '../../1', 's1.99999999999999'])(
    'is not found under the id "%s"',
    async (id) => {
      const headers = { ...(await client.begin()), accept: 'text/event-stream', 'last-event-id': id }
      expect((await client.send('GET', headers)).status).toBe(400)
    },
  )

  it('is not found from another session', async () => {
    const stream = await client.stream('GET', await client.begin())
    changeTools()
    const { id } = await stream.nextMessage()
    const other = { ...(await client.begin()), accept: 'text/event-stream', 'last-event-id': id }
    expect((await client.send('GET', other)).status).toBe(400)
  })
})

describe('the stream of a request', () => {
  /** A call that waits for a person and has said so. */
  async function ask(): Promise<{
    session: Record<string, string>
    stream: RawStream
    last: string
    question: string
  }> {
    const session = await client.begin('2025-06-18')
    const question = scene().nextQuestion()
    const stream = await client.stream('POST', { ...session, accept: 'application/json, text/event-stream' }, setTime)
    const { id, message } = await stream.nextMessage()
    expect(message).toMatchObject({ method: 'notifications/progress', params: { progressToken: 'p' } })
    return { session, stream, last: id, question: (await question).id }
  }
  const loseIt = async (stream: RawStream) => {
    stream.disconnect()
    for (let turn = 0; turn < 50; turn += 1) await settled()
  }

  it('resumes over another connection, with the response', async () => {
    const { session, stream, last, question } = await ask()
    await loseIt(stream)
    const again = await client.stream('GET', { ...session, 'last-event-id': last })
    scene().gateway.approvals.decide(question, 'approve', 'ada')
    expect((await again.nextMessage()).message).toMatchObject({
      id: 5,
      result: { structuredContent: { success: true } },
    })
    expect(await again.next()).toBeUndefined()
  })

  it('gets its response even when it arrived while disconnected', async () => {
    const { session, stream, last, question } = await ask()
    await loseIt(stream)
    const answered = scene().nextAnswer()
    scene().gateway.approvals.decide(question, 'deny', 'ada')
    await answered
    await settled()
    const again = await client.stream('GET', { ...session, 'last-event-id': last })
    expect((await again.nextMessage()).message).toMatchObject({ id: 5, result: { isError: true } })
    expect(await again.next()).toBeUndefined()
  })

  it('withdraws the request when the client does not reconnect within ten seconds', async () => {
    const { stream } = await ask()
    const answer = scene().nextAnswer()
    await loseIt(stream)
    await scene().clock.advance(9_999)
    expect(scene().gateway.approvals.open()).toHaveLength(1)
    await scene().clock.advance(1)
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
  })

  it('ends without an answer when the client cancels', async () => {
    const { session, stream } = await ask()
    const answer = scene().nextAnswer()
    const cancel = { method: 'notifications/cancelled', params: { requestId: 5 } }
    expect((await client.post(cancel, session)).status).toBe(202)
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
    expect(await stream.next()).toBeUndefined()
  })
})
