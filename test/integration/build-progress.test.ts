/** The progress of a build, as its client gets it on the wire: in sessions, in the modern era, as a task and over REST. */
import { tasksExtension } from '@contract/instructions.js'
import {
  CLIENT_CAPABILITIES_META_KEY,
  CLIENT_INFO_META_KEY,
  PROTOCOL_VERSION_META_KEY,
} from '@modelcontextprotocol/server'
import type { BuildState } from '@shared/build/build-state.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Emitter } from '../../src-main/gateway/ports/emitter.js'
import type { ServerBuilds } from '../../src-main/gateway/ports/provider.js'
import { settled } from '../fakes/fake-clock.js'
import { FakeServer, manifestOf } from '../fakes/fake-provider.js'
import { bridgeToken, McpScene } from '../fakes/mcp-scene.js'
import { RawMcpClient, type RawStream } from '../fakes/raw-mcp-client.js'
import { openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const scene = openForEach(() => McpScene.open())
const tool = 'ext_maker_build'
let client: RawMcpClient
let site: Site
beforeEach(() => {
  client = new RawMcpClient(scene().url, bridgeToken)
  scene().gateway.approvals.attach()
  site = new Site()
  scene().fakes.host.present(site)
})
afterEach(() => client.close())

/** A server whose one build goes as a test says. */
class Site extends FakeServer {
  readonly #changed = new Emitter<void>()
  #states: readonly BuildState[] = []
  #finish: () => void = () => {}
  readonly builds: ServerBuilds = {
    list: () => this.#states,
    onDidChange: this.#changed.on,
    pause: () => Promise.reject(new Error('not used')),
    resume: () => Promise.reject(new Error('not used')),
    stop: () => Promise.reject(new Error('not used')),
    picture: () => Promise.resolve(undefined),
    parts: () => Promise.resolve([]),
  }

  constructor() {
    const returns = { type: 'object' } as const
    const build = manifestOf({ id: 'ext.maker.build', type: 'action', risk: { level: 'high' }, returns })
    super({ id: 'maker', capabilities: [build] })
    this.answers('ext.maker.build', async () => {
      await new Promise<void>((resolve) => {
        this.#finish = resolve
      })
      return { data: { built: 1_000 } }
    })
  }

  timeoutMsOf(): number {
    return 3_600_000
  }

  get isBuilding(): boolean {
    return this.requests.length > 0
  }

  show(state: Partial<BuildState>, id = this.requests[0]?.requestId ?? ''): void {
    const at = '2026-01-19T10:30:00Z'
    const caller = { id: 'ai', name: 'AI' }
    const base = { id, serverId: 'maker', name: 'Hut', caller, startedAt: at, changedAt: at }
    this.#states = [{ ...base, phase: 'running', done: 0, total: 1_000, ...state }]
    this.#changed.emit()
  }

  finish(): void {
    this.#finish()
  }
}

const modern = (capabilities: object = {}) => ({
  [PROTOCOL_VERSION_META_KEY]: '2026-07-28',
  [CLIENT_INFO_META_KEY]: { name: 'modern', version: '1.0.0' },
  [CLIENT_CAPABILITIES_META_KEY]: capabilities,
})
const modernHeaders = (method: string, name: string) => ({
  'mcp-protocol-version': '2026-07-28',
  'mcp-method': method,
  'mcp-name': name,
})
const callWith = (meta: object) => ({ id: 5, method: 'tools/call', params: { name: tool, arguments: {}, _meta: meta } })

const eras = {
  'of a session': async () =>
    client.stream('POST', { ...(await client.begin('2025-06-18')) }, callWith({ progressToken: 'p' })),
  'of the modern era': async () =>
    client.stream('POST', modernHeaders('tools/call', tool), callWith({ ...modern(), progressToken: 'p' })),
}

/** Called, and approved. */
async function begin(open: () => Promise<RawStream>): Promise<RawStream> {
  const question = scene().nextQuestion()
  const stream = await open()
  const { params } = (await stream.nextMessage()).message
  expect(params).toMatchObject({ progressToken: 'p', message: expect.stringContaining('Waiting for a person') })
  await approve(question)
  return stream
}

async function approve(question: Promise<{ readonly id: string }>): Promise<void> {
  scene().gateway.approvals.decide((await question).id, 'approve', 'ada')
  await until(() => site.isBuilding)
}

describe.each(Object.entries(eras))('a client %s', (_, open) => {
  it('gets how many blocks are set while its build runs, and then its result', async () => {
    const stream = await begin(open)
    await scene().clock.advance(1_000)
    site.show({ done: 250 })
    const first = (await stream.nextMessage()).message
    expect(first).toMatchObject({
      method: 'notifications/progress',
      params: { progressToken: 'p', progress: 251, total: 1_001, message: 'Building: 250 of 1,000 blocks.' },
    })
    await scene().clock.advance(1_000)
    site.show({ done: 250, phase: 'waiting', waitsFor: { why: 'player', names: ['Steve'] } })
    const { params } = (await stream.nextMessage()).message
    expect(params?.message).toBe('Waiting until no player stands in the way.')
    expect(Number(params?.progress)).toBeGreaterThan(251)
    site.finish()
    expect((await stream.nextMessage()).message).toMatchObject({
      id: 5,
      result: { structuredContent: { success: true } },
    })
  })

  it('gets at most one progress a second, with numbers that only increase', async () => {
    const stream = await begin(open)
    const began = scene().clock.elapsed()
    for (let step = 1; step <= 499; step++) {
      // A tile that is set again counts less than before.
      site.show({ done: step % 100 === 0 ? step - 50 : step })
      await scene().clock.advance(20)
    }
    await scene().clock.advance(1_000)
    const seconds = (scene().clock.elapsed() - began) / 1_000
    site.finish()
    const numbers: number[] = []
    for (;;) {
      const { message } = await stream.nextMessage()
      if (message.id === 5) break
      numbers.push(Number(message.params?.progress))
    }
    expect(numbers.length).toBeGreaterThan(8)
    expect(numbers.length).toBeLessThanOrEqual(seconds + 1)
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
    expect(numbers.at(-1)).toBe(1 + 499)
  })

  it('gets a sign of life every five seconds while nothing is set', async () => {
    const stream = await begin(open)
    await scene().clock.advance(1_000)
    site.show({ done: 3, phase: 'paused' })
    const numbers: number[] = []
    for (let times = 0; times < 3; times++) {
      const { message } = await stream.nextMessage()
      expect(message.params?.message).toBe('A person paused the build.')
      numbers.push(Number(message.params?.progress))
      await scene().clock.advance(5_000)
    }
    expect(numbers).toEqual([...new Set(numbers)].sort((one, other) => one - other))
  })
})

it('a client that calls again while its build runs follows the same build', async () => {
  const session = await client.begin('2025-06-18')
  const question = scene().nextQuestion()
  const first = client.post(callWith({}), session)
  await approve(question)
  site.show({ done: 10 })
  await scene().clock.advance(45_000)
  expect((await first).text).toContain('E_RISK_PENDING_APPROVAL')
  const stream = await client.stream('POST', session, callWith({ progressToken: 'p' }))
  await stream.nextMessage()
  await scene().clock.advance(1_000)
  expect((await stream.nextMessage()).message.params?.message).toBe('Building: 10 of 1,000 blocks.')
  site.show({ done: 20 })
  await scene().clock.advance(1_000)
  expect((await stream.nextMessage()).message.params?.message).toBe('Building: 20 of 1,000 blocks.')
  expect(site.requests).toHaveLength(1)
})

it('a client without a progress token gets no progress, nor does one of another build', async () => {
  const question = scene().nextQuestion()
  const reply = client.post(callWith({ progressToken: 'p' }), await client.begin('2025-06-18'))
  const silent = client.post(callWith({}), modernHeaders('tools/call', tool)).catch(() => undefined)
  await approve(question)
  await scene().clock.advance(2_000)
  site.show({ done: 10 }, 'the build of somebody else')
  site.finish()
  expect((await reply).text).not.toContain('Building')
  expect((await silent)?.text ?? '').not.toContain('notifications/progress')
})

it('a task says as its status how many blocks are set', async () => {
  const meta = modern({ extensions: { [tasksExtension]: {} } })
  const question = scene().nextQuestion()
  const { message } = await client.post(callWith(meta), modernHeaders('tools/call', tool))
  const taskId = String(message?.result?.taskId)
  await approve(question)
  site.show({ done: 400 })
  await settled()
  const got = await client.post(
    { id: 6, method: 'tasks/get', params: { taskId, _meta: meta } },
    modernHeaders('tasks/get', taskId),
  )
  expect(got.message?.result).toMatchObject({ status: 'working', statusMessage: 'Building: 400 of 1,000 blocks.' })
  site.finish()
})

it('a script reads over REST how many blocks are set', async () => {
  const headers = { authorization: `Bearer ${bridgeToken}`, 'content-type': 'application/json', connection: 'close' }
  const ask = (path: string, init: RequestInit = {}) =>
    fetch(new URL(`/api/v1${path}`, scene().endpoint), { ...init, headers })
  const question = scene().nextQuestion()
  const reply = ask('/capabilities/ext.maker.build/invoke', { method: 'POST', body: '{"parameters":{}}' })
  await approve(question)
  site.show({ done: 400 })
  const progress = { done: 400, total: 1_000, message: 'Building: 400 of 1,000 blocks.' }
  const status = await (await ask(`/approvals/${(await question).id}`)).json()
  expect(status).toMatchObject({ data: { state: 'running', progress } })
  site.finish()
  expect((await reply).status).toBe(200)
})

it('a model reads with get_approval how many blocks are set', async () => {
  const question = scene().nextQuestion()
  const session = await client.begin('2025-06-18')
  const reply = client.post(callWith({}), session)
  await approve(question)
  site.show({ done: 400 })
  const approvalId = (await question).id
  const params = { name: 'get_approval', arguments: { approvalId } }
  const read = await client.post({ id: 7, method: 'tools/call', params }, session)
  expect(read.text).toContain('it is running. Building: 400 of 1,000 blocks.')
  site.finish()
  await reply
})
