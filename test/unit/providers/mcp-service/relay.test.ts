/** Relay between a client's call and a service, over a session of the SDK's client: both protocol eras, with requests of the service. */

import type { JsonObject } from '@contract/call.js'
import type { ClientChannel, ClientRequest } from '@contract/client-channel.js'
import type { JSONRPCMessage, Transport } from '@modelcontextprotocol/client'
import { describe, expect, it } from 'vitest'
import { maxRequests } from '../../../../src-main/providers/mcp-service/connection/call-channels.js'
import { type ConnectionOptions, connect } from '../../../../src-main/providers/mcp-service/connection/connection.js'
import { relay } from '../../../../src-main/providers/mcp-service/connection/relay.js'
import {
  lineOf,
  reachesLogLevel,
  requestLogLevel,
} from '../../../../src-main/providers/mcp-service/connection/service-messages.js'

type Handle = (method: string, params: JsonObject, service: ScriptedService) => JsonObject | Promise<JsonObject>

/** A service whose every response a test writes. */
class ScriptedService implements Transport {
  onclose?: () => void
  onmessage?: Transport['onmessage']
  readonly requests: { readonly method: string; readonly params: JsonObject }[] = []
  readonly #handle: Handle
  readonly #responses = new Map<unknown, (message: JsonObject) => void>()
  #requestCount = 0

  constructor(handle: Handle) {
    this.#handle = handle
  }

  async start(): Promise<void> {}

  async send(message: JSONRPCMessage): Promise<void> {
    const { id, method, params = {} } = message as { id?: string; method?: string; params?: JsonObject }
    if (method === undefined) return this.#responses.get(id)?.(message as never)
    this.requests.push({ method, params })
    if (id === undefined) return
    const result = await this.#handle(method, params, this)
    this.sendToClient({ id, ...('refusal' in result ? { error: result.refusal } : { result }) })
  }

  sendToClient(message: object): void {
    queueMicrotask(() => this.onmessage?.({ jsonrpc: '2.0', ...message } as JSONRPCMessage))
  }

  /** Asks the client, as services of the older era do. */
  ask(method: string, params: JsonObject = {}): Promise<JsonObject> {
    this.#requestCount += 1
    const id = `asked ${this.#requestCount}`
    return new Promise((resolve) => {
      this.#responses.set(id, resolve)
      this.sendToClient({ id, method, params })
    })
  }

  async close(): Promise<void> {
    this.onclose?.()
  }
}

const serverInfo = { name: 'scripted', version: '1.0.0' }

async function session(
  era: 'modern' | 'legacy',
  handle: Handle,
  more: Pick<ConnectionOptions, 'roots' | 'onUnclaimed'> = {},
) {
  const service = new ScriptedService(async (method, params, self) => {
    if (method === 'initialize') {
      const capabilities = { tools: {}, logging: {} }
      return { protocolVersion: params.protocolVersion, capabilities, serverInfo }
    }
    if (method === 'server/discover') {
      const cached = { resultType: 'complete', ttlMs: 0, cacheScope: 'private' }
      return { ...cached, supportedVersions: ['2026-07-28'], capabilities: { tools: {} }, serverInfo }
    }
    return handle(method, params, self)
  })
  const connected = await connect({
    transport: service,
    signal: new AbortController().signal,
    ...more,
    ...(era === 'modern' && { versionNegotiation: { mode: 'auto' } }),
  })
  expect(connected.client.getProtocolEra()).toBe(era)
  return { service, connected }
}

function clientOf(capabilities: JsonObject = {}, meta: JsonObject = {}) {
  const clientRequests: ClientRequest[] = []
  const notes: (readonly [string, JsonObject])[] = []
  let describe: (() => string | undefined) | undefined
  const clientChannel: ClientChannel = {
    ...{ capabilities, meta, knowsTasks: true },
    notify: (method, params) => void notes.push([method, params]),
    async request(request) {
      clientRequests.push(request)
      return { action: 'accept', content: { name: 'Ada' } }
    },
    becomesTask(how) {
      describe = how
    },
  }
  return { clientChannel, clientRequests, notes, described: () => describe?.() }
}

const tool = { method: 'tools/call', params: { name: 'a', arguments: { b: 1 } } }
const done = { resultType: 'complete', content: [{ type: 'text', text: 'done' }] }
const never = new AbortController().signal
const capabilitiesKey = 'io.modelcontextprotocol/clientCapabilities'
const lastMeta = (service: ScriptedService) => service.requests.at(-1)?.params._meta as JsonObject

describe('a call of the older era', () => {
  it('includes the members of its own `_meta`, and forwards every member of the result', async () => {
    const { service, connected } = await session('legacy', () => ({ content: [], strange: { deep: [1] } }))
    const { clientChannel } = clientOf({}, { 'org.example/trace': 'one' })
    const result = await relay(connected, tool, { clientChannel }, never)
    expect(result).toMatchObject({ content: [], strange: { deep: [1] } })
    expect(service.requests.at(-1)).toMatchObject({ method: 'tools/call', params: { ...tool.params } })
    expect(lastMeta(service)).toMatchObject({ 'org.example/trace': 'one' })
  })

  it('lets its service send requests and messages to its client, and not afterwards', async () => {
    const { service, connected } = await session('legacy', async (_method, _params, self) => {
      self.sendToClient({ method: 'notifications/message', params: { level: 'info', data: 'at work' } })
      const { result } = await self.ask('elicitation/create', { message: 'Who?', _meta: { progressToken: 7 } })
      return { content: [], structuredContent: result }
    })
    const { clientChannel, clientRequests, notes } = clientOf({ elicitation: {} })
    const result = await relay(connected, tool, { clientChannel }, never)
    expect(result.structuredContent).toEqual({ action: 'accept', content: { name: 'Ada' } })
    expect(clientRequests).toEqual([{ method: 'elicitation/create', params: { message: 'Who?' } }])
    expect(notes).toEqual([['notifications/message', { level: 'info', data: 'at work' }]])
    await expect(service.ask('elicitation/create')).resolves.toMatchObject({ error: { code: -32_601 } })
  })

  it('passes on only so many requests of its service', async () => {
    const answers: JsonObject[] = []
    const { connected } = await session('legacy', async (_method, _params, self) => {
      for (let at = 0; at <= maxRequests; at += 1)
        answers.push(await self.ask('elicitation/create', { message: 'Who?' }))
      return { content: [] }
    })
    const { clientChannel, clientRequests } = clientOf({ elicitation: {} })
    await relay(connected, tool, { clientChannel }, never)
    expect(clientRequests).toHaveLength(maxRequests)
    expect(answers.at(-1)).toMatchObject({ error: { message: expect.stringContaining('too often') } })
  })

  it('refuses what its client cannot do, and unknown questions', async () => {
    const answers: unknown[] = []
    const { connected } = await session('legacy', async (_method, _params, self) => {
      answers.push(await self.ask('sampling/createMessage'), await self.ask('roots/list'), await self.ask('__proto__'))
      return { content: [] }
    })
    const { clientChannel, clientRequests } = clientOf({ elicitation: {} })
    await relay(connected, tool, { clientChannel }, never)
    expect(answers).toMatchObject([
      { error: { code: -32_601 } },
      { result: { roots: [] } },
      { error: { code: -32_601 } },
    ])
    expect(clientRequests).toEqual([])
  })

  it('fails as the service says', async () => {
    const error = { code: -32_050, message: 'No', data: { why: 'so' } }
    const { connected } = await session('legacy', () => ({ refusal: error }))
    await expect(relay(connected, tool, {}, never)).rejects.toMatchObject(error)
  })
})

describe('a service of which no call runs', () => {
  const roots = [{ uri: 'file:///srv/notes', name: 'notes' }]

  it('gets the folders of the configuration, and is notified when they change', async () => {
    const { service, connected } = await session('legacy', () => done, { roots })
    await expect(service.ask('roots/list')).resolves.toMatchObject({ result: { roots } })
    connected.channels.setRoots([])
    await expect(service.ask('roots/list')).resolves.toMatchObject({ result: { roots: [] } })
    expect(service.requests.map(({ method }) => method)).toContain('notifications/roots/list_changed')
  })

  it('has its messages in its log, except those of calls', async () => {
    const kept: JsonObject[] = []
    const message = { level: 'error', logger: 'disk', data: { free: 0 } }
    const onUnclaimed = (params: JsonObject): void => void kept.push(params)
    const { service, connected } = await session(
      'legacy',
      (_method, _params, self) => {
        self.sendToClient({ method: 'notifications/message', params: { level: 'error', data: 'of a call' } })
        return { content: [] }
      },
      { onUnclaimed },
    )
    service.sendToClient({ method: 'notifications/message', params: message })
    await new Promise((resolve) => setImmediate(resolve))
    await relay(connected, tool, clientOf(), never)
    expect(kept).toEqual([message])
    expect(lineOf(message)).toBe('[error] disk: {"free":0}')
  })

  it.each([
    ['debug', undefined, false],
    ['info', undefined, true],
    ['info', 'warning', false],
    ['error', 'warning', true],
    ['debug', 'debug', true],
    ['unheard of', 'error', true],
  ] as const)('sends a message of level %s with minimum level %s: logged %s', (level, least, kept) =>
    expect(reachesLogLevel({ level }, least)).toBe(kept),
  )

  it('is asked for the level of the configuration in the older era', async () => {
    const { service, connected } = await session('legacy', () => ({}))
    requestLogLevel(connected.client, undefined)
    requestLogLevel(connected.client, 'warning')
    await connected.client.ping().catch(() => {})
    const clientRequests = service.requests.filter(({ method }) => method === 'logging/setLevel')
    expect(clientRequests).toMatchObject([{ params: { level: 'warning' } }])
  })
})

describe('a call of the newer era', () => {
  it('offers the folders of the configuration where its client has none', async () => {
    const roots = [{ uri: 'file:///srv/notes', name: 'notes' }]
    let responses: unknown
    const handle: Handle = (_method, params) => {
      responses = params.inputResponses
      if (responses !== undefined) return done
      return { resultType: 'input_required', inputRequests: { where: { method: 'roots/list' } } }
    }
    const { service, connected } = await session('modern', handle, { roots })
    await relay(connected, tool, clientOf(), never)
    expect(lastMeta(service)[capabilitiesKey]).toMatchObject({ roots: {} })
    expect(responses).toEqual({ where: { roots } })
  })

  it('says what its own client can do, and no more', async () => {
    const { service, connected } = await session('modern', () => ({ ...done, messages: [] }))
    await relay(
      connected,
      tool,
      { clientChannel: clientOf({ elicitation: { form: {} }, other: {} }).clientChannel },
      never,
    )
    expect(lastMeta(service)[capabilitiesKey]).toEqual({
      elicitation: { form: {} },
      extensions: { 'io.modelcontextprotocol/tasks': {} },
    })
    await relay(connected, { method: 'prompts/get', params: { name: 'a' } }, {}, never)
    expect(lastMeta(service)[capabilitiesKey]).toEqual({})
  })

  it('is sent again with responses and the state of the service, until there is a result', async () => {
    let round = 0
    const { service, connected } = await session('modern', () => {
      round += 1
      if (round > 2) return done
      const question = { method: 'elicitation/create', params: { mode: 'form', message: `Round ${round}?` } }
      return {
        resultType: 'input_required',
        inputRequests: { [`q${round}`]: question },
        requestState: `state ${round}`,
      }
    })
    const { clientChannel, clientRequests } = clientOf({ elicitation: { form: {} } })
    await expect(relay(connected, tool, { clientChannel }, never)).resolves.toMatchObject({ content: done.content })
    expect(clientRequests.map(({ key }) => key)).toEqual(['q1', 'q2'])
    const sent = service.requests.filter(({ method }) => method === 'tools/call').map(({ params }) => params)
    expect(sent).toMatchObject([
      { name: 'a' },
      { requestState: 'state 1', inputResponses: { q1: { action: 'accept' } } },
      { requestState: 'state 2', inputResponses: { q2: { action: 'accept' } } },
    ])
  })

  it('ends when the service never stops asking', async () => {
    const question = { method: 'elicitation/create', params: { mode: 'form', message: 'Again?' } }
    const { service, connected } = await session('modern', () => ({
      ...{ resultType: 'input_required', inputRequests: { q: question } },
    }))
    const { clientChannel } = clientOf({ elicitation: { form: {} } })
    await expect(relay(connected, tool, { clientChannel }, never)).rejects.toThrow('too often')
    expect(service.requests.filter(({ method }) => method === 'tools/call')).toHaveLength(32)
  })
})

/** More requests at once than a call may bring. */
const crowd = Object.fromEntries(
  Array.from({ length: maxRequests + 1 }, (_, at) => [
    `q${at}`,
    { method: 'elicitation/create', params: { mode: 'form', message: 'Again?' } },
  ]),
)

it('a call of the newer era with too many requests at once sends none', async () => {
  const { connected } = await session('modern', () => ({ resultType: 'input_required', inputRequests: crowd }))
  const { clientChannel, clientRequests } = clientOf({ elicitation: { form: {} } })
  await expect(relay(connected, tool, { clientChannel }, never)).rejects.toThrow('too often')
  expect(clientRequests).toEqual([])
})

describe('a call that becomes a task', () => {
  const created = {
    ...{ resultType: 'task', taskId: 't1', status: 'working', statusMessage: 'begun', pollIntervalMs: 50, ttlMs: null },
    ...{ createdAt: '2026-11-23T00:00:00Z', lastUpdatedAt: '2026-11-23T00:00:00Z' },
  }
  const task = (more: object) => ({ ...created, resultType: 'complete', ...more })

  it('is followed to its result, and each question is put once', async () => {
    const updates: unknown[] = []
    let reads = 0
    const question = { method: 'elicitation/create', params: { mode: 'form', message: 'Sure?' } }
    const { connected } = await session('modern', (method, params) => {
      if (method === 'tools/call') return created
      if (method === 'tasks/update') {
        updates.push(params.inputResponses)
        return { resultType: 'complete' }
      }
      reads += 1
      if (reads < 3 || updates.length === 0) {
        return task({ status: 'input_required', inputRequests: { one: question }, statusMessage: `read ${reads}` })
      }
      return task({ status: 'completed', result: { content: [{ type: 'text', text: 'at last' }] } })
    })
    const { clientChannel, clientRequests, described } = clientOf({ elicitation: { form: {} } })
    const result = await relay(connected, tool, { clientChannel }, never)
    expect(result).toMatchObject({ content: [{ text: 'at last' }] })
    expect(clientRequests.map(({ key }) => key)).toEqual(['one'])
    expect(updates).toEqual([{ one: { action: 'accept', content: { name: 'Ada' } } }])
    expect(described()).toMatch(/^read \d+$/u)
  })

  it('is cancelled when it asks too much', async () => {
    const { service, connected } = await session('modern', (method) =>
      method === 'tools/call' ? created : task({ status: 'input_required', inputRequests: crowd }),
    )
    const { clientChannel, clientRequests } = clientOf({ elicitation: { form: {} } })
    await expect(relay(connected, tool, { clientChannel }, never)).rejects.toThrow('too often')
    expect(clientRequests.length).toBeLessThanOrEqual(maxRequests)
    expect(service.requests.map(({ method }) => method)).toContain('tasks/cancel')
  })

  it.each([
    [
      { status: 'failed', error: { code: -32_007, message: 'Broken', data: 1 } },
      { code: -32_007, message: 'Broken' },
    ],
    [{ status: 'failed' }, { message: 'The task failed.' }],
    [{ status: 'cancelled' }, { message: 'The task was cancelled.' }],
  ])('fails as it ended: %j', async (end, failure) => {
    const { connected } = await session('modern', (method) => (method === 'tools/call' ? created : task(end)))
    await expect(relay(connected, tool, clientOf(), never)).rejects.toMatchObject(failure)
  })

  it('is cancelled at the service when the call is', async () => {
    const ending = new AbortController()
    const { service, connected } = await session('modern', (method) => {
      if (method === 'tools/call') return created
      if (method === 'tasks/get') ending.abort()
      return method === 'tasks/cancel' ? { resultType: 'complete' } : task({ status: 'working' })
    })
    await expect(relay(connected, tool, clientOf(), ending.signal)).rejects.toThrow()
    expect(service.requests.at(-1)).toMatchObject({ method: 'tasks/cancel', params: { taskId: 't1' } })
  })
})
