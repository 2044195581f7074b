import type { ModelChoice } from '@shared/features/chat.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { boundedFetch, responseLimits } from '../../../../src-main/consumers/chat/models/bounded-fetch.js'
import { openModel } from '../../../../src-main/consumers/chat/models/language-model.js'
import { findLocalModels, localAddresses } from '../../../../src-main/consumers/chat/models/local-models.js'
import { testModel } from '../../../../src-main/consumers/chat/models/model-test.js'
import { systemClock } from '../../../../src-main/storage/system-clock.js'
import { ModelServer } from '../../../fakes/chat/model-server.js'
import { FakeClock } from '../../../fakes/fake-clock.js'
import { freePort } from '../../../fixtures/free-port.mjs'

let server: ModelServer
beforeEach(async () => {
  server = await new ModelServer().start()
})
afterEach(() => server.stop())

const choice = (change: Partial<ModelChoice> = {}): ModelChoice => ({
  provider: 'openai-compatible',
  baseUrl: server.baseUrl,
  name: 'fake',
  ...change,
})
const key = 'sk-very-secret-0123456789'
const parts = { clock: systemClock, keyFor: () => key }
const test = (change: Partial<ModelChoice> = {}) => testModel(choice(change), parts)

const refusal = (status: number, message: string, more: object = {}) => ({
  status,
  body: JSON.stringify({ error: { message, ...more } }),
})

describe('model test', () => {
  it.each(['openai-compatible', 'anthropic'] as const)('finds a model that uses tools over %s', async (provider) => {
    server.answers({ tools: [{ name: 'ping', arguments: {} }] })
    await expect(test({ provider })).resolves.toMatchObject({ ok: true, usesTools: true })
    const [request] = server.requests
    expect(request?.headers[provider === 'anthropic' ? 'x-api-key' : 'authorization']).toContain(key)
  })

  it('finds a model that answers and uses no tools', async () => {
    server.answers({ text: ['OK'] })
    await expect(test()).resolves.toMatchObject({ ok: true, usesTools: false })
  })

  it.each([
    [refusal(401, 'Incorrect API key provided'), 'key'],
    [refusal(403, 'Forbidden'), 'key'],
    [refusal(402, 'Insufficient Balance'), 'money'],
    [refusal(429, 'You exceeded your current quota, please check your plan and billing details.'), 'money'],
    [refusal(429, 'Rate limit reached'), 'rate'],
    [refusal(404, 'The model `fake` does not exist'), 'model'],
    [{ status: 404, body: '<html><body>Not found</body></html>' }, 'not-an-api'],
    [{ status: 404, body: 'Not found' }, 'not-an-api'],
    [{ status: 200, body: '<html>Welcome</html>' }, 'not-an-api'],
    [refusal(400, 'fake does not support tools'), 'tools'],
    [refusal(400, "This model's maximum context length is 8192 tokens."), 'too-long'],
    [refusal(503, 'Overloaded'), 'server'],
  ] as const)('names what %j means', async (turn, kind) => {
    server.answers(turn)
    await expect(test()).resolves.toMatchObject({ ok: false, problem: { kind } })
  })

  it('reports an endpoint where nothing listens', async () => {
    const baseUrl = `http://127.0.0.1:${await freePort()}/v1`
    await expect(test({ baseUrl })).resolves.toMatchObject({ ok: false, problem: { kind: 'unreachable' } })
  })

  it('never repeats the key that an endpoint repeats', async () => {
    server.answers(refusal(401, `Incorrect API key provided: ${key}`))
    expect(JSON.stringify(await test())).not.toContain('very-secret')
  })

  it('follows no redirect: the key stays at its address', async () => {
    const elsewhere = await new ModelServer().start()
    server.answers({ status: 307, headers: { location: `${elsewhere.baseUrl}/chat/completions` }, body: '' })
    await expect(test()).resolves.toMatchObject({ ok: false })
    expect(elsewhere.requests).toEqual([])
    await elsewhere.stop()
  })
})

describe('open model', () => {
  it.each(['', 'not a url', 'ftp://example.com', 'https://user:pass@example.com/v1', 'https://example.com/v1?key=1'])(
    'refuses the address %j',
    (baseUrl) => expect(openModel(choice({ baseUrl }), parts).ok).toBe(false),
  )

  it('sends a key over plain HTTP only to this computer and private networks', () => {
    expect(openModel(choice({ baseUrl: 'http://api.example.com/v1' }), parts).ok).toBe(false)
    for (const baseUrl of ['http://192.168.1.5:8000/v1', 'http://localhost:11434/v1', 'https://api.example.com/v1']) {
      expect(openModel(choice({ baseUrl }), parts).ok).toBe(true)
    }
  })

  it('asks for the key of the address', () => {
    const origins: string[] = []
    openModel(choice({ baseUrl: 'https://api.example.com:8443/v1/' }), {
      clock: systemClock,
      keyFor: (origin) => void origins.push(origin),
    })
    expect(origins).toEqual(['https://api.example.com:8443'])
  })
})

it('bounded fetch ends a response that pauses too long', async () => {
  server.answers({ text: ['It is'], hangs: true })
  const clock = new FakeClock()
  const bounded = boundedFetch(clock, { ...responseLimits, bytes: 10_000, eventBytes: 10_000, idleMs: 50 })
  const response = await bounded(`${server.baseUrl}/chat/completions`, { method: 'POST', body: '{}' })
  let isOver = false
  const ended = expect(response.text().finally(() => (isOver = true))).rejects.toMatchObject({ kind: 'slow' })
  while (!isOver) await clock.advance(50)
  await ended
})

describe('local models', () => {
  it('finds Ollama and LM Studio by their lists', async () => {
    server.follows(({ path }) => ({
      body: JSON.stringify(
        path.endsWith('/tags') ? { models: [{ name: 'llama3:8b' }, { name: 7 }] } : { data: [{ id: 'qwen\u202E2' }] },
      ),
    }))
    const places = localAddresses.map((place) => ({
      ...place,
      list: place.list.replace(/http:\/\/127\.0\.0\.1:\d+/u, server.origin),
    }))
    await expect(findLocalModels(systemClock, places)).resolves.toEqual([
      { program: 'Ollama', baseUrl: 'http://127.0.0.1:11434/v1', models: ['llama3:8b'] },
      { program: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: ['qwen2'] },
    ])
  })

  it('finds nothing where something else answers, or nothing does', async () => {
    const list = `http://127.0.0.1:${await freePort()}/api/tags`
    server.answers({ body: '[1, {"models": 3}]' })
    const [ollama, studio] = localAddresses
    const places = [
      { ...(ollama as (typeof localAddresses)[number]), list },
      { ...(studio as (typeof localAddresses)[number]), list: server.baseUrl },
    ]
    await expect(findLocalModels(systemClock, places)).resolves.toEqual([
      { program: 'LM Studio', baseUrl: 'http://127.0.0.1:1234/v1', models: [] },
    ])
  })

  it('looks only at this computer', () => {
    for (const { list, baseUrl } of localAddresses) {
      expect(new URL(list).hostname).toBe('127.0.0.1')
      expect(new URL(baseUrl).hostname).toBe('127.0.0.1')
    }
  })
})
