import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Agent } from '../../src-main/agent-sdk/agent.js'
import type { GameEntry } from '../../src-main/contract/live.js'
import type { Server } from '../../src-main/contract/server.js'
import type { CallReport } from '../../src-main/gateway/call-path.js'
import { Gateway } from '../../src-main/gateway/gateway.js'
import { AgentProvider } from '../../src-main/providers/agent/agent-provider.js'
import { serveSimulator } from '../../src-main/simulator/simulator.js'
import { MemoryManifestStore } from '../../src-main/storage/memory-manifest-store.js'
import { createAdmission } from '../../src-main/validation/admission.js'
import { createContractAjv } from '../../src-main/validation/ajv.js'
import { CapabilityValidator } from '../../src-main/validation/capability-validator.js'
import { createFrameReader } from '../../src-main/validation/frame-reader.js'
import { acceptEverything } from '../fakes/accepting-owner.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { manifestOf } from '../fakes/fake-provider.js'
import { caller, endOf } from '../fakes/gateway-under-test.js'
import { MemoryAuditLog } from '../fakes/memory-audit-log.js'
import { RawAgent } from '../fakes/raw-agent.js'
import { RecordingLog } from '../fakes/recording-log.js'

const ajv = createContractAjv()
const validator = new CapabilityValidator()
const readFrame = createFrameReader(ajv)
const admit = createAdmission(ajv, validator)

let clock: FakeClock
let log: RecordingLog
let gateway: Gateway
let agents: AgentProvider
let agent: RawAgent

beforeEach(async () => {
  clock = new FakeClock()
  log = new RecordingLog()
  gateway = new Gateway({ clock, log, audit: new MemoryAuditLog(), validator, manifests: new MemoryManifestStore() })
  acceptEverything(gateway)
  agents = new AgentProvider({ clock, log, readFrame, admit, chance: () => 1 })
  gateway.provide(agents)
  agent = await RawAgent.listen()
})

afterEach(async () => {
  await gateway.stop()
  await agent.close()
  expect(agent.open).toBe(0)
})

const add = (id = 'raw') => agents.add({ id, kind: 'agent', address: agent.address, token: 'right' })
const server = (id = 'raw'): Server | undefined => gateway.registry.link(id)?.server

/** Resolves when a server is as described. */
function serverIs(condition: (server: Server) => boolean, id = 'raw'): Promise<Server> {
  return new Promise((resolve) => {
    const look = () => {
      const now = server(id)
      if (!now || !condition(now)) return
      end()
      resolve(now)
    }
    const end = gateway.registry.onDidChangeServer(() => queueMicrotask(look))
    look()
  })
}

/** Resolves the next time a server is told to be offline. */
const nextLoss = (): Promise<void> =>
  new Promise((resolve) => {
    const end = gateway.registry.onDidChangeServer(({ server: now }) => {
      if (now.state !== 'offline') return
      end()
      resolve()
    })
  })

const isState =
  (...states: Server['state'][]) =>
  ({ state }: Server) =>
    states.includes(state)

async function online(): Promise<void> {
  add()
  await serverIs(isState('online'))
}

const call = (capabilityId = 'player.list', given: object = {}, name = 'raw'): Promise<CallReport> =>
  gateway.invoke({
    capabilityId,
    server: name,
    arguments: given,
    caller,
    signal: new AbortController().signal,
  })

describe('an agent that behaves', () => {
  it('is registered with the token, and what it offers can be called', async () => {
    add()
    expect(await agent.next('register')).toMatchObject({
      version: '1.0.0',
      gateway: { id: 'gatehouse', name: 'Gatehouse' },
      authentication: { type: 'token', token: 'right' },
    })
    await serverIs(isState('online'))
    expect(endOf(await call())).toBe('done')
    expect(await agent.next('request')).toMatchObject({
      payload: { capabilityId: 'player.list', version: '1.0.0', parameters: {}, context: { caller: caller.id } },
    })
  })

  it('is listed with its own name and software, cleaned', async () => {
    agent.info = {
      ...agent.info,
      serverInfo: {
        name: 'Main\u202eSurvival',
        type: 'paper\u0000',
        version: '1.20.4',
        maxPlayers: 100,
        onlinePlayers: 45,
      },
    }
    await online()
    expect(server()).toMatchObject({
      name: 'MainSurvival',
      software: 'paper 1.20.4',
      maxPlayers: 100,
      health: { onlinePlayers: 45 },
    })
  })

  it('has a name even where its own is made of nothing that can be seen', async () => {
    agent.info = { ...agent.info, serverInfo: { name: '\u200b' } }
    await online()
    expect(server()?.name).not.toBe('')
  })

  it('answers several requests in any order', async () => {
    agent.capabilities = [{ id: 'world.time.get', version: '1.0.0', type: 'context' }]
    agent.onRequest = () => {}
    await online()
    const [one, two] = ['one', 'two'].map((worldName) => call('world.time.get', { worldName }))
    const frames = [await agent.next('request'), await agent.next('request')]
    for (const frame of frames.reverse()) {
      agent.respond(frame, { success: true, data: { worldName: frame.payload?.parameters.worldName } })
    }
    expect((await one)?.outcome).toMatchObject({ data: { worldName: 'one' } })
    expect((await two)?.outcome).toMatchObject({ data: { worldName: 'two' } })
  })

  it('is asked for its heart, and told that ours beats', async () => {
    await online()
    expect(await agent.next('heartbeat')).toMatchObject({ gatewayId: 'gatehouse', sessionId: 'session-1' })
    agent.send({ type: 'heartbeat', id: 'beat-1', status: { healthy: true, tps: 19.8, onlinePlayers: 3 } })
    expect(await agent.next('heartbeat_ack')).toMatchObject({ correlationId: 'beat-1' })
    expect(server()?.health).toMatchObject({ tps: 19.8, onlinePlayers: 3 })
  })

  it('is hung up on when it is removed, and is no longer listed', async () => {
    await online()
    agents.remove('raw')
    await agent.until(() => agent.open === 0)
    expect(server()).toBeUndefined()
    await clock.advance(120_000)
    expect(agent.connections).toBe(1)
  })

  it('cannot be added twice', async () => {
    await online()
    expect(() => add()).toThrow('already')
    expect(agent.connections).toBe(1)
  })

  it('that cannot be dialled at all is not left behind in the list', () => {
    const address = `${agent.address}/#fragment`
    expect(() => agents.add({ id: 'bad', kind: 'agent', address, token: 't' })).toThrow()
    expect(server('bad')).toBeUndefined()
  })
})

describe('an agent that does not know us', () => {
  it('because of a wrong token is offline for that reason, and is not hammered', async () => {
    agent.onRegister = (frame) =>
      agent.send({
        type: 'register_ack',
        correlationId: frame.id,
        success: false,
        error: { code: 'AUTH.TOKEN_INVALID', message: 'Wrong.' },
      })
    add()
    await serverIs(isState('offline'))
    expect(server()?.problem).toMatchObject({ code: 'AUTH.TOKEN_INVALID', suggestion: expect.any(String) })
    expect(endOf(await call('player.list'))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
    await clock.advance(59_999)
    expect(agent.connections).toBe(1)
    await clock.advance(1)
    await agent.until(() => agent.connections === 2)
  })

  it('because it speaks a newer major version is offline for that reason', async () => {
    agent.info = { ...agent.info, version: '2.0.0' }
    add()
    await serverIs(isState('offline'))
    expect(server()?.problem).toMatchObject({ code: 'PROTOCOL.VERSION_MISMATCH' })
  })

  it('because it never acknowledges is given up after ten seconds', async () => {
    agent.onRegister = () => {}
    add()
    await agent.next('register')
    await clock.advance(10_000)
    expect(server()).toMatchObject({ state: 'offline', problem: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } })
  })

  it('because nobody listens there is offline, and is dialled again, ever more slowly', async () => {
    const { port } = agent
    await agent.closeNow()
    agents.add({ id: 'raw', kind: 'agent', address: `ws://127.0.0.1:${port}`, token: 'right' })
    await serverIs(isState('offline'))
    expect(server()?.problem).toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
    agent = await RawAgent.listen(port)
    await clock.advance(1_000)
    await serverIs(isState('online'))
  })

  it.each<[string, (frame: { id: string }) => void]>([
    ['an event', () => agent.send({ type: 'event', payload: { eventId: 'player.join', data: {} } })],
    ['no JSON', () => agent.sendText('hello')],
    ['an acknowledgement of something else', (frame) => agent.acknowledge({ ...frame, type: 'x', id: 'other' })],
    [
      'an acknowledgement without capabilities',
      ({ id }) => agent.send({ type: 'register_ack', correlationId: id, success: true }),
    ],
    ['bytes', () => agent.sendBytes(new Uint8Array([1, 2, 3]))],
  ])('because it answers the registration with %s is hung up on', async (_what, answer) => {
    agent.onRegister = answer
    add()
    await serverIs(isState('offline'))
    expect(server()?.problem).toMatchObject({ code: 'PROTOCOL.INVALID_RESPONSE' })
    await agent.until(() => agent.open === 0)
  })
})

describe('an agent that answers a request', () => {
  it.each<[string, (id: string) => void]>([
    ['with no JSON', () => agent.sendText('{"id":')],
    ['with bytes', () => agent.sendBytes(new Uint8Array([123, 125]))],
    ['with a wrong type', (id) => agent.send({ type: 'response', correlationId: id, payload: { success: 'yes' } })],
    [
      'with a list for data',
      (id) => agent.send({ type: 'response', correlationId: id, payload: { success: true, data: [] } }),
    ],
    [
      'with data that is not what it declared',
      (id) => agent.send({ type: 'response', correlationId: id, payload: { success: true, data: { online: 'many' } } }),
    ],
  ])('%s has answered nothing that can be understood, and the next call works', async (_what, answer) => {
    await online()
    agent.onRequest = ({ id }) => answer(id)
    expect(endOf(await call())).toBe('PROTOCOL.INVALID_RESPONSE')
    agent.onRequest = (frame) => agent.respond(frame)
    expect(endOf(await call())).toBe('done')
  })

  it('with an error is understood, and its words arrive clean', async () => {
    await online()
    agent.onRequest = (frame) =>
      agent.respond(frame, {
        success: false,
        error: {
          code: 'BUSINESS.PLAYER_OFFLINE',
          message: 'St\u202eeve is §coffline\u0007',
          suggestion: 'Wait\u200b',
          details: { player: 'St\u202eeve' },
        },
      })
    const { outcome } = await call()
    expect(outcome).toMatchObject({ kind: 'failed', error: { code: 'BUSINESS.PLAYER_OFFLINE' } })
    const told = outcome.kind === 'failed' ? JSON.stringify(outcome.error.toContract()) : ''
    expect(told).toContain('Steve is offline')
    expect(told).not.toMatch(/\u202e|\\u0007|\u200b|§c/)
  })

  it('with an error of its own making failed, and the code it used is told', async () => {
    await online()
    agent.onRequest = (frame) =>
      agent.respond(frame, { success: false, error: { code: 'SHOP.CLOSED', message: 'Closed.' } })
    expect((await call()).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'BUSINESS.OPERATION_FAILED', message: 'Closed.', details: { providerCode: 'SHOP.CLOSED' } },
    })
  })

  it('with an error frame ends that call', async () => {
    await online()
    agent.onRequest = ({ id }) =>
      agent.send({ type: 'error', correlationId: id, error: { code: 'SYSTEM.RATE_LIMITED', message: 'Slower.' } })
    expect(endOf(await call())).toBe('SYSTEM.RATE_LIMITED')
  })

  it('twice is believed once', async () => {
    await online()
    agent.onRequest = (frame) => {
      agent.respond(frame)
      agent.respond(frame, { success: false, error: { code: 'BUSINESS.OPERATION_FAILED', message: 'No.' } })
    }
    expect(endOf(await call())).toBe('done')
    expect(endOf(await call())).toBe('done')
    expect(log.lines.some(({ details }) => details?.reason === 'an answer nobody waits for')).toBe(true)
    expect(server()?.state).toBe('online')
  })

  it('too late is waited for no longer, and disturbs nothing when it comes', async () => {
    await online()
    agent.onRequest = () => {}
    const late = call()
    const frame = await agent.next('request')
    await clock.advance(10_000)
    expect(endOf(await late)).toBe('SYSTEM.TIMEOUT')
    agent.respond(frame)
    agent.onRequest = (request) => agent.respond(request)
    expect(endOf(await call())).toBe('done')
    expect(log.lines.some(({ details }) => details?.reason === 'an answer nobody waits for')).toBe(true)
  })

  it('that nobody asked for disturbs nothing', async () => {
    await online()
    agent.send({ type: 'response', correlationId: 'never-asked', payload: { success: true, data: {} } })
    expect(endOf(await call())).toBe('done')
  })

  it('with a frame larger than agreed is hung up on, and the call fails', async () => {
    await online()
    agent.onRequest = (frame) => agent.respond(frame, { success: true, data: { padding: 'x'.repeat(1_048_576) } })
    expect(endOf(await call())).toBe('PROTOCOL.INVALID_RESPONSE')
    await serverIs(isState('offline'))
  })

  it('by vanishing fails the call at once, which says that it may have been done', async () => {
    await online()
    agent.onRequest = () => agent.vanish()
    expect((await call()).outcome).toMatchObject({
      kind: 'failed',
      error: { code: 'SYSTEM.SERVICE_UNAVAILABLE', suggestion: expect.stringContaining('may or may not') },
    })
    expect(endOf(await call())).toBe('SYSTEM.SERVICE_UNAVAILABLE')
  })

  it('by hanging up properly fails every call that waits', async () => {
    await online()
    agent.onRequest = () => {}
    const waiting = [call(), call(), call()]
    await agent.next('request')
    agents.remove('raw')
    for (const one of waiting) expect(endOf(await one)).toBe('SYSTEM.SERVICE_UNAVAILABLE')
  })
})

describe('a bad frame', () => {
  it('that is no answer does not end a call that waits for one', async () => {
    await online()
    agent.onRequest = (frame) => {
      agent.send({ type: 'event', timestamp: 'yesterday', payload: { eventId: 'player.join', data: {} } })
      agent.respond(frame)
    }
    expect(endOf(await call())).toBe('done')
  })

  it('is written down, with the reason', async () => {
    await online()
    agent.send({ type: 'event', payload: {} })
    expect(endOf(await call())).toBe('done')
    expect(log.lines).toMatchObject([
      {
        level: 'warn',
        message: 'an agent sent a bad frame',
        details: { reason: expect.stringContaining('/payload/') },
      },
    ])
  })

  it('after another, again and again, ends the connection, and a healthy server keeps answering', async () => {
    const healthy: Agent = await serveSimulator({ port: 0, token: 'demo' })
    try {
      agents.add({ id: 'healthy', kind: 'simulator', address: healthy.address, token: 'demo' })
      await serverIs(isState('online'), 'healthy')
      await online()
      for (let number = 0; number < 1_000; number++) agent.sendText('garbage')
      await serverIs(isState('offline'))
      expect(log.lines.filter(({ message }) => message === 'an agent sent a bad frame').length).toBeLessThanOrEqual(10)
      expect(endOf(await call('player.list', {}, 'healthy'))).toBe('done')
      expect(server('healthy')?.state).toBe('online')
    } finally {
      agents.remove('healthy')
      await healthy.close()
    }
  })
})

describe('what an agent offers', () => {
  const garbage = [null, 5, [], 'text', { id: 5 }]

  it('and cannot be used is refused by name; the rest can be called', async () => {
    agent.capabilities = [
      { id: 'player.list', version: '1.0.0', type: 'context' },
      { id: 'mcp.tools.list', version: '1.0.0', type: 'context' },
      { id: 'world.time.set', version: '1.0.0', type: 'context' },
      {
        ...manifestOf({ id: 'ext.raw.loop' }),
        parameters: { type: 'object', properties: { a: { pattern: '(a+)+$' } } },
      },
      { nonsense: true },
    ]
    await online()
    expect(server()?.capabilities.map(({ id }) => id)).toEqual(['player.list'])
    expect(server()?.refused.map(({ id }) => id)).toEqual([
      'mcp.tools.list',
      'world.time.set',
      'ext.raw.loop',
      '(without id)',
    ])
    expect(endOf(await call())).toBe('done')
  })

  it('and is no list of objects ends the registration', async () => {
    agent.capabilities = garbage
    add()
    await serverIs(isState('offline'))
    expect(server()?.problem).toMatchObject({ code: 'PROTOCOL.INVALID_RESPONSE' })
  })

  it('may grow, shrink and change while it is connected', async () => {
    await online()
    const changed = () => serverIs(() => true)
    const extra = manifestOf({ id: 'ext.raw.extra', description: 'First.' })
    agent.send({ type: 'capability_update', action: 'add', capabilities: [extra] })
    await serverIs(({ capabilities }) => capabilities.length === 2)
    expect(endOf(await call('ext.raw.extra'))).toBe('done')
    agent.send({ type: 'capability_update', action: 'update', capabilities: [{ ...extra, description: 'Second.' }] })
    await serverIs(({ capabilities }) => capabilities.some(({ description }) => description === 'Second.'))
    expect(server()?.capabilities).toHaveLength(2)
    agent.send({ type: 'capability_update', payload: { action: 'remove', capabilities: [{ id: 'ext.raw.extra' }] } })
    await serverIs(({ capabilities }) => capabilities.length === 1)
    expect(endOf(await call('ext.raw.extra'))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
    await changed()
  })

  it('and is refused when it changes is no longer offered as it was', async () => {
    agent.capabilities = [manifestOf({ id: 'ext.raw.extra' })]
    await online()
    agent.send({ type: 'capability_update', action: 'update', capabilities: [{ id: 'ext.raw.extra', version: 'x' }] })
    await serverIs(({ capabilities }) => capabilities.length === 0)
    expect(server()?.refused).toMatchObject([{ id: 'ext.raw.extra' }])
  })

  it('and is refused again and again is listed once', async () => {
    await online()
    for (let number = 0; number < 3; number++) {
      agent.send({ type: 'capability_update', action: 'add', capabilities: [{ nonsense: true }] })
    }
    expect(endOf(await call())).toBe('done')
    expect(server()?.refused).toHaveLength(1)
  })

  it('stays listed while it is offline', async () => {
    await online()
    agent.vanish()
    await serverIs(isState('offline'))
    expect(server()?.capabilities.map(({ id }) => id)).toEqual(['player.list'])
    expect((await call()).outcome).toMatchObject({
      error: { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: expect.stringContaining('offline') },
    })
  })
})

describe('a connection that is lost', () => {
  it('is dialled again after as long as the agent asked for, and works as before', async () => {
    agent.config = { heartbeatInterval: 30_000, reconnectDelay: 5_000 }
    await online()
    agent.vanish()
    await serverIs(isState('offline'))
    await clock.advance(4_999)
    expect(agent.connections).toBe(1)
    await clock.advance(1)
    await serverIs(isState('online'))
    expect(agent.connections).toBe(2)
    expect(server()).not.toHaveProperty('problem')
    expect(endOf(await call())).toBe('done')
  })

  it('is dialled more and more slowly while nobody answers, up to once a minute', async () => {
    agent.onRegister = () => agent.vanish()
    const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
    let lost = nextLoss()
    add()
    for (const [attempt, wait] of waits.entries()) {
      await lost
      expect(agent.connections).toBe(attempt + 1)
      await clock.advance(wait - 1)
      expect(agent.connections).toBe(attempt + 1)
      lost = nextLoss()
      await clock.advance(1)
    }
    await lost
    expect(agent.connections).toBe(waits.length + 1)
  })

  it('is not dialled in a frenzy because the agent asks for it', async () => {
    agent.config = { heartbeatInterval: 30_000, reconnectDelay: 10 }
    await online()
    agent.vanish()
    await serverIs(isState('offline'))
    await clock.advance(100)
    expect(agent.connections).toBe(1)
    await clock.advance(1_000)
    await serverIs(isState('online'))
  })
})

describe('a heart', () => {
  /** One interval passes; whatever the agent has sent by then has arrived. */
  async function interval(): Promise<void> {
    await clock.advance(1_000)
    await agent.next('heartbeat')
  }

  beforeEach(async () => {
    agent.config = { heartbeatInterval: 1_000, reconnectDelay: 1_000 }
    await online()
    await agent.next('heartbeat')
    expect(endOf(await call())).toBe('done')
  })

  it('that keeps beating keeps the server online', async () => {
    for (let beat = 0; beat < 5; beat++) {
      await interval()
      expect(endOf(await call())).toBe('done')
      expect(server()?.state).toBe('online')
    }
  })

  it('that misses two beats makes the server degraded, three take it offline', async () => {
    agent.onHeartbeat = () => {}
    await interval()
    expect(server()?.state).toBe('online')
    await interval()
    expect(server()?.state).toBe('degraded')
    await clock.advance(1_000)
    expect(server()?.state).toBe('offline')
    await agent.until(() => agent.open === 0)
  })

  it('that beats again makes the server well again', async () => {
    agent.onHeartbeat = () => {}
    await interval()
    await interval()
    expect(server()?.state).toBe('degraded')
    agent.send({ type: 'heartbeat', status: { healthy: true } })
    await serverIs(isState('online'))
  })

  it('that says that it is unwell makes the server degraded, and it can still be called', async () => {
    agent.send({ type: 'heartbeat', status: { healthy: false, tps: 4 } })
    await serverIs(isState('degraded'))
    expect(endOf(await call())).toBe('done')
  })
})

describe('an event', () => {
  const join = (id: string, data: object = { playerName: 'Al\u202eex' }) => ({
    id,
    type: 'event',
    payload: { eventId: 'player.join', data },
  })
  const heard = () => gateway.feed.recent().filter((entry): entry is GameEntry => entry.kind === 'game')

  it('that was declared is heard once and clean, one that was not is not heard', async () => {
    agent.capabilities.push({ id: 'player.join', version: '1.0.0', type: 'event' })
    await online()
    agent.send(join('event-1'))
    agent.send(join('event-1'))
    agent.send({ type: 'event', payload: { eventId: 'player.leave', data: { playerName: 'Alex' } } })
    expect(endOf(await call())).toBe('done')
    expect(heard()).toMatchObject([{ eventId: 'player.join', data: { playerName: 'Alex' } }])
  })
})

describe('the end', () => {
  it('hangs up on everybody, also on those that are being dialled', async () => {
    await online()
    agents.add({ id: 'second', kind: 'agent', address: agent.address, token: 'right' })
    await gateway.stop()
    await agent.until(() => agent.open === 0)
  })
})
