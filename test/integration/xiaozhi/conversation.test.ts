/** A conversation with a voice device: a real socket, the real gateway and the simulated world. */

import type { XiaozhiEndpoint } from '@shared/features/xiaozhi.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { createToolCaller } from '../../../src-main/consumers/mcp/tool-caller.js'
import { deviceWaitMs } from '../../../src-main/consumers/xiaozhi/device-tools.js'
import { XiaozhiEndpoints } from '../../../src-main/consumers/xiaozhi/endpoints.js'
import { toolFailure } from '../../../src-main/providers/mcp-service/service-failure.js'
import { settled } from '../../fakes/fake-clock.js'
import { core, FakeServer, manifestOf } from '../../fakes/fake-provider.js'
import { noon } from '../../fakes/gateway-under-test.js'
import { McpScene } from '../../fakes/mcp-scene.js'
import { type Device, spokenText } from '../../fakes/xiaozhi/endpoint-model.js'
import { type EndpointServer, openEndpointServer } from '../../fakes/xiaozhi/endpoint-server.js'
import { until } from '../../fixtures/until.js'

const token = 'eyJhbGciOi.secret+token/='

let scene: McpScene
let server: EndpointServer
let endpoints: XiaozhiEndpoints
let endpoint: XiaozhiEndpoint
let device: Device
let closeFace: () => void

beforeEach(async () => {
  scene = await McpScene.open()
  const { gateway, clock, log, clients } = scene
  server = await openEndpointServer({ clock, token })
  const { client } = clients.add({ name: 'Living room' })
  endpoint = {
    id: client.id,
    place: 'ws://127.0.0.1/mcp_endpoint/mcp/',
    enabled: true,
    language: 'en',
    resultBytes: 1_024,
  }
  const face = createToolCaller(gateway, clock, log)
  closeFace = face.close
  endpoints = new XiaozhiEndpoints({
    ...{ gateway, clock, log, face },
    chance: () => 0,
    endpoints: () => [endpoint],
    addressOf: () => server.address,
    authenticatedClientOf: (id) => clients.authenticatedClientOf(id),
  })
  endpoints.apply()
  scene.gateway.approvals.attach()
  await server.connected()
  device = server.model.device()
  await device.begin()
})

afterEach(async () => {
  await endpoints.stop()
  closeFace()
  await server.close()
  await scene.close()
  expect(server.model.strays).toEqual([])
  expect(JSON.stringify([scene.log.lines, scene.audit.events])).not.toContain('secret')
})

const set = (over: Partial<XiaozhiEndpoint>): void => {
  endpoint = { ...endpoint, ...over }
  endpoints.apply()
}

/** A call that waits for a person: the device is notified at once. */
async function ask(name: string, given: object): Promise<string> {
  const question = scene.nextQuestion()
  const response = device.call(name, given)
  await question
  await scene.clock.advance(deviceWaitMs)
  return spokenText(await response)
}

/** The owner decides, and what was approved has run. */
async function decide(decision: 'approve' | 'deny'): Promise<void> {
  const [open] = scene.gateway.approvals.open()
  if (!open) throw new Error('nothing waits')
  const ended = new Promise<void>((resolve) => {
    const unsubscribe = scene.gateway.feed.onDidArrive((entry) => {
      if (entry.kind !== 'call') return
      unsubscribe()
      resolve()
    })
  })
  scene.gateway.approvals.decide(open.id, decision, 'ada')
  await ended
  await settled()
}

/** Calls of a capability that reached the world. */
const runs = (capabilityId: string): number =>
  scene.audit.events.filter(
    (event) => event.metadata?.phase === 'intent' && JSON.stringify(event).includes(`"${capabilityId}"`),
  ).length

const night = { worldName: 'world', time: 13_000 }

describe('conversation with a voice device', () => {
  it('reads the time, and sets it after an approval', async () => {
    expect(spokenText(await device.call('world_time_get', { worldName: 'world' }))).toContain('In "world" it is')
    expect(await ask('world_time_set', night)).toBe(
      'Waiting for your approval on the computer: "Set the time". Nothing is done yet. After you decide, ask for the result.',
    )
    await decide('approve')
    const received = spokenText(await device.call('world_time_get', { worldName: 'world' }))
    expect(received).toContain('Result of your earlier request "Set the time": The time in "world" is now 13000')
    expect(received).toContain('In "world" it is "night", tick 13')
    expect(spokenText(await device.call('world_time_get', { worldName: 'world' }))).not.toContain('earlier request')
  })

  it('names the device as its own client', async () => {
    const question = scene.nextQuestion()
    const response = device.call('world_time_set', night)
    expect((await question).caller).toMatchObject({ id: endpoint.id, name: 'Living room', namedByOwner: true })
    await scene.clock.advance(deviceWaitMs)
    await response
  })

  it('reports the result of a request on every query, and runs nothing again', async () => {
    await ask('world_time_set', night)
    expect(spokenText(await device.call('get_outcome'))).toBe(
      '"Set the time" is still waiting for your approval on the computer.',
    )
    await decide('approve')
    for (let time = 0; time < 3; time += 1) {
      expect(spokenText(await device.call('get_outcome'))).toContain('The time in "world" is now 13000')
    }
    expect(runs('world.time.set')).toBe(1)
  })

  it('returns the outcome of a request to a repeated call', async () => {
    await ask('world_time_set', night)
    await decide('approve')
    const received = spokenText(await device.call('world_time_set', night))
    expect(received).toContain('The time in "world" is now 13000')
    expect(received).not.toContain('earlier request')
    expect(scene.gateway.approvals.open()).toEqual([])
  })

  it('reports a refusal as ordinary text', async () => {
    await ask('world_time_set', night)
    await decide('deny')
    expect(spokenText(await device.call('get_outcome'))).toBe(
      'Result of your earlier request "Set the time": The owner denied it. It was not done.',
    )
    scene.clients.edit(endpoint.id, { role: 'none' })
    expect(spokenText(await device.call('player_list'))).toContain('no tool "player_list"')
    expect(spokenText(await device.call('no_such_tool'))).toContain('no tool "no_such_tool"')
  })

  it.each([false, true])('delimits the texts of a service; after an approval: %s', async (isAsked) => {
    const manifest = isAsked ? core('world.time.set') : manifestOf({ id: 'ext.notes.read' })
    const service = new FakeServer({ id: 'notes', capabilities: [manifest, core('world.time.get')] })
    service.answers('world.time.get', () => ({ data: { ...noon } }))
    const result = { content: [{ type: 'text', text: 'Buy milk' }, null, { type: 'resource' }] }
    const data = isAsked ? { worldName: 'world', previousTime: 6_000, time: 13_000 } : {}
    scene.fakes.host.present(service.answers(manifest.id, () => ({ data, relayed: { result } })))
    set({ tools: [manifest.id.replaceAll('.', '_')] })
    let received: string
    if (isAsked) {
      await ask('world_time_set', { ...night, server: 'notes' })
      await decide('approve')
      received = spokenText(await device.call('get_outcome'))
    } else received = spokenText(await device.call('ext_notes_read', {}))
    expect(service.requestsFor(manifest.id)).toHaveLength(1)
    expect(received).toMatch(/\n--- begin (\S+) ---\nBuy milk\n--- end \1 ---$/u)
    expect(received).not.toContain('13000')
  })

  it.each([
    ['en', 256],
    ['en', 1_024],
    ['zh', 256],
    ['zh', 1_024],
  ] as const)('in %s and %i bytes never reports a failure as done', async (language, resultBytes) => {
    const manifest = core('world.time.set')
    const service = new FakeServer({ id: 'notes', capabilities: [manifest, core('world.time.get')] })
    service.answers('world.time.get', () => ({ data: { ...noon } }))
    const result = { content: [{ type: 'text', text: 'All went well. '.repeat(500) }], isError: true }
    scene.fakes.host.present(
      service.answers(manifest.id, () => {
        throw toolFailure(result)
      }),
    )
    set({ language, resultBytes, tools: ['world_time_set', 'world_time_get'] })
    await ask('world_time_set', { ...night, server: 'notes' })
    await decide('approve')
    const [failed, done] = language === 'en' ? ['It failed.', 'Done.'] : ['执行失败。', '已完成']
    const received = [await device.call('world_time_get', { worldName: 'world', server: 'notes' })]
    received.push(await device.call('get_outcome'))
    for (const text of received.map(spokenText)) {
      expect(Buffer.byteLength(text)).toBeLessThanOrEqual(resultBytes)
      expect(text).toContain(failed)
      expect(text).not.toContain(done)
    }
    expect(service.requestsFor(manifest.id)).toHaveLength(1)
  })

  it('reports the result of every request, however many ended meanwhile', async () => {
    for (const time of [1_000, 2_000, 3_000]) await ask('world_time_set', { worldName: 'world', time })
    for (let count = 0; count < 3; count += 1) await decide('deny')
    const received: string[] = []
    for (let count = 0; count < 3; count += 1) {
      received.push(spokenText(await device.call('world_time_get', { worldName: 'world' })))
    }
    expect(received.map((text) => text.split('The owner denied it.').length - 1)).toEqual([2, 1, 0])
  })

  it('speaks Chinese where its owner chose so', async () => {
    set({ language: 'zh' })
    expect(await ask('world_time_set', night)).toBe(
      '“设置时间”正在电脑上等您确认，现在还没有执行。您处理之后，可以再问我结果。',
    )
    await decide('approve')
    expect(spokenText(await device.call('get_outcome'))).toContain('您之前的请求“设置时间”有结果了：')
  })

  it('cuts what is too long, and warns', async () => {
    set({ resultBytes: 256, tools: ['get_tool_manifest'] })
    const received = spokenText(await device.call('get_tool_manifest', { name: 'world_time_set' }))
    expect(Buffer.byteLength(received)).toBeLessThanOrEqual(256)
    expect(received).toContain('… (cut: too long for a voice device)')
    expect(scene.log.lines).toContainEqual(
      expect.objectContaining({ message: 'Result size {bytes} bytes exceeds limit {limit}' }),
    )
  })

  it('offers a short list of short tools, and only those that the owner chose', async () => {
    const [, listed] = await device.begin()
    const { tools } = listed.result as { tools: { name: string; inputSchema: object }[] }
    expect(tools.map(({ name }) => name)).toEqual(
      expect.arrayContaining(['get_outcome', 'world_time_set', 'player_list']),
    )
    expect(tools.map(({ name }) => name)).not.toContain('player_ban')
    expect(tools.length).toBeLessThanOrEqual(25)
    for (const { inputSchema } of tools) {
      expect(Object.keys(inputSchema).sort()).toEqual(['properties', 'required', 'type'])
      expect(JSON.stringify(inputSchema)).not.toContain('dryRun')
    }
    set({ tools: ['player_list'] })
    const [, again] = await device.begin()
    expect((again.result as { tools: { name: string }[] }).tools.map(({ name }) => name)).toEqual([
      'get_outcome',
      'player_list',
    ])
    expect(spokenText(await device.call('world_time_get'))).toContain('no tool "world_time_get"')
  })

  it('stops acting while everything is stopped', async () => {
    scene.gateway.panic.turnOn('ada')
    expect(spokenText(await device.call('world_weather_set', { worldName: 'world', weather: 'rain' }))).not.toBe('')
    expect(runs('world.weather.set')).toBe(0)
  })

  it('answers a later device on the same socket, and one that calls without initialize', async () => {
    const other = server.model.device()
    const [initialized] = await other.begin()
    expect(initialized.result).toMatchObject({ protocolVersion: '2024-11-05', capabilities: { tools: {} } })
    expect(initialized.id).toBe(1)
    const third = server.model.device()
    expect(spokenText(await third.call('world_time_get', { worldName: 'world' }))).toContain('In "world" it is')
    expect((await third.request('ping')).result).toEqual({})
    expect((await third.request('resources/list')).error?.code).toBe(-32601)
  })

  it('ends when its client is revoked', async () => {
    scene.clients.revoke(endpoint.id)
    await until(() => server.closeCodes.length > 0)
    expect(server.closeCodes).toEqual([1000])
    expect(endpoints.state()).toEqual([])
  })

  it('is paused and resumed by its owner', async () => {
    set({ enabled: false })
    await until(() => server.closeCodes.length > 0)
    expect(endpoints.state()).toMatchObject([{ phase: 'paused' }])
    expect(spokenText(await device.call('player_list'))).toBe('error -32001')
    set({ enabled: true })
    await server.connected()
    expect(spokenText(await device.call('player_list'))).toContain('players are online')
  })

  it('shows the state and the last text, and never the token', async () => {
    await device.call('player_list')
    expect(endpoints.state()).toMatchObject([
      { name: 'Living room', phase: 'connected', isInUse: true, last: { tool: 'player_list' }, waiting: 0 },
    ])
    expect(JSON.stringify(endpoints.state())).not.toContain('secret')
  })

  it.each([
    ['the right token', () => server.address, { kind: 'open' }],
    ['a wrong token', () => server.address.replace('secret', 'other'), { kind: 'refused' }],
    ['a wrong path', () => server.address.replace('/mcp/', '/nowhere/'), { kind: 'unreachable', reason: 'HTTP 400' }],
    ['nobody there', () => 'ws://127.0.0.1:9/mcp/?token=a', { kind: 'unreachable', reason: 'ECONNREFUSED' }],
  ])('tests an address with %s', async (_name, address, expected) => {
    set({ enabled: false })
    await until(() => server.closeCodes.length > 0)
    const accepted = server.model.accepted
    const result = endpoints.test(address())
    if (expected.kind === 'open') {
      await until(() => server.model.accepted > accepted)
      await until(() => scene.clock.waiting > 1)
      await scene.clock.advance(3_000)
    }
    expect(await result).toEqual(expected)
  })
})
