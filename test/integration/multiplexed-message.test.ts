/** The multiplexed connection to the real listener: who may open one, its messages, and how it ends. */
import { once } from 'node:events'
import { maxMultiplexedBytes } from '@contract/local/multiplexed-message.js'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { MultiplexedClient, requestConnection } from '../fakes/multiplexed-client.js'
import { initialize } from '../fakes/raw-mcp-client.js'
import { until } from '../fixtures/until.js'

let scene: McpScene
const lines: MultiplexedClient[] = []
beforeAll(async () => {
  scene = await McpScene.open()
})
afterEach(() => {
  for (const line of lines.splice(0)) line.close()
})
afterAll(async () => {
  await scene.close()
})

async function open(token = bridgeToken): Promise<MultiplexedClient> {
  const line = await MultiplexedClient.open(scene.endpoint, token)
  lines.push(line)
  return line
}

async function begin(token?: string): Promise<{ line: MultiplexedClient; session: string }> {
  const line = await open(token)
  const { session = '' } = await line.answer(initialize())
  expect(await line.answer({ method: 'notifications/initialized' }, { session })).toMatchObject({ status: 202 })
  return { line, session }
}

const call = (id: number, name: string, args: object, meta?: object) => ({
  id,
  method: 'tools/call',
  params: { name, arguments: args, ...(meta && { _meta: meta }) },
})
const night = { worldName: 'world', time: 18_000 }

describe('a multiplexed connection is accepted', () => {
  const authorization = `Bearer ${bridgeToken}`
  it.each<[what: string, headers: Record<string, string>, status: number, target?: string]>([
    ['to nobody without a token', {}, 401],
    ['to nobody with a token that is nobody’s', { authorization: 'Bearer wrong' }, 401],
    ['to no name that a web page has resolved to us', { authorization, host: 'evil.example' }, 403],
    ['to no web page', { authorization, origin: 'https://evil.example' }, 403],
    ['to the gateway, and to nowhere else', { authorization }, 404, 'example.com:443'],
  ])('%s', async (_what, headers, status, target) => {
    const [response, socket] = await once(requestConnection(scene.endpoint, headers, target), 'connect')
    socket.destroy()
    expect(response.statusCode).toBe(status)
  })
})

describe('over a multiplexed connection', () => {
  it('a session begins, and a call is answered as it is over HTTP', async () => {
    const { line, session } = await begin()
    const { status, message } = await line.answer(call(1, 'world_time_get', { worldName: 'world' }), { session })
    expect(status).toBe(200)
    expect(message).toMatchObject({ id: 1, result: { structuredContent: { success: true } } })
    expect(scene.audit.recent(1)[0]).toMatchObject({ capabilityId: 'world.time.get' })
  })

  it('many calls at once are each answered in their own exchange', async () => {
    const { line, session } = await begin()
    const ids = Array.from({ length: 40 }, (_, index) => 100 + index)
    const exchanges = ids.map((id) => line.send(call(id, 'world_time_get', { worldName: 'world' }), { session }))
    const answers = await Promise.all(exchanges.map((exchange) => line.received(exchange)))
    expect(answers.map(([said]) => JSON.parse(said?.body ?? '').id)).toEqual(ids)
  })

  it.each<[what: string, text: string, status: number, code: number]>([
    ['no JSON', '{', 400, -32_700],
    ['a request without a session', '{"jsonrpc":"2.0","id":1,"method":"tools/list"}', 400, -32_600],
    ['a batch', '[]', 400, -32_600],
    ['nests too deeply', '['.repeat(100), 400, -32_600],
  ])('refuses what is %s, and keeps the connection open', async (_what, text, status, code) => {
    const line = await open()
    const refusal = await line.answer(text)
    expect([refusal.status, refusal.message.error.code]).toEqual([status, code])
    expect((await line.answer(initialize())).status).toBe(200)
  })

  it('the session of another client does not exist', async () => {
    const { session } = await begin()
    const { token } = scene.clients.add({ name: 'Other' })
    const line = await open(token)
    expect((await line.answer({ id: 1, method: 'ping' }, { session })).message.error.message).toContain(
      'no such session',
    )
  })

  it('reports progress while an approval is pending, and withdraws the request on disconnect', async () => {
    scene.gateway.approvals.attach()
    const { line, session } = await begin()
    const [question, answer] = [scene.nextQuestion(), scene.nextAnswer()]
    const exchange = line.send(call(5, 'world_time_set', night), { session })
    await question
    line.write(`{"exchange":${exchange},"gone":true}\t\n`)
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })

    const next = scene.nextQuestion()
    const watched = line.send(call(6, 'world_time_set', night, { progressToken: 'p' }), { session })
    const { id } = await next
    const [begins, continues] = await line.received(watched, 2)
    expect(begins).toMatchObject({ stream: 'begins', status: 200 })
    expect(JSON.parse(continues?.body ?? '')).toContain('notifications/progress')
    scene.gateway.approvals.decide(id, 'approve', 'ada')
    await until(() => line.messages.some((said) => said.exchange === watched && said.stream === 'ends'))
    const reported = (await line.received(watched)).map(({ body }) => body).join('')
    expect(reported).toContain('success')
  })
})

it('a session over a multiplexed connection gets "pending" within the wait that its client names', async () => {
  scene.gateway.approvals.attach()
  const line = await open()
  const { session = '' } = await line.answer(initialize(), { wait: '4' })
  await line.answer({ method: 'notifications/initialized' }, { session, wait: '4' })
  const question = scene.nextQuestion()
  const answer = line.answer(call(7, 'world_time_set', night), { session, wait: '4' })
  await question
  await scene.clock.advance(4_000)
  expect((await answer).message).toMatchObject({ result: { structuredContent: { success: false } } })
  expect((await line.answer(initialize(), { wait: 'long' })).status).toBe(400)
})

describe('a multiplexed connection ends', () => {
  it('when the client disconnects, so that the next can connect', async () => {
    const { token } = scene.clients.add({ name: 'Restarts often' })
    for (let time = 0; time < 40; time++) {
      const line = await open(token)
      expect((await line.answer(initialize())).status).toBe(200)
      line.close()
      await until(() => line.closed)
    }
    const line = await open(token)
    expect((await line.answer(initialize())).status).toBe(200)
  })

  it.each([
    ['when what comes is no line', 'hello\n'],
    ['when a line has no end', 'x'.repeat(maxMultiplexedBytes + 2_000)],
  ])('%s, and no other with it', async (_when, text) => {
    const [line, other] = [await open(), await begin()]
    line.write(text)
    await until(() => line.closed)
    expect((await other.line.answer({ id: 1, method: 'ping' }, { session: other.session })).status).toBe(200)
  })

  it('at once when the key is revoked, with its requests', async () => {
    scene.gateway.approvals.attach()
    const { token, client } = scene.clients.add({ name: 'Claude' })
    const { line, session } = await begin(token)
    const [question, answer] = [scene.nextQuestion(), scene.nextAnswer()]
    line.send(call(7, 'world_time_set', night), { session })
    await question
    scene.clients.revoke(client.id)
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
    await until(() => line.closed)
  })
})
