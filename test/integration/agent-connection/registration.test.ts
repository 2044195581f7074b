import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { manifestOf } from '../../fakes/fake-provider.js'
import { caller, endOf } from '../../fakes/gateway-under-test.js'
import { RawAgent } from '../../fakes/raw-agent.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
})

afterEach(() => scene.end())

describe('a well-behaved agent', () => {
  // verifies: agents-register
  it('is registered with the token, and what it offers can be called', async () => {
    scene.add()
    expect(await scene.agent.next('register')).toMatchObject({
      version: '1.0.0',
      gateway: { id: 'gatehouse', name: 'Gatehouse' },
      authentication: { type: 'token', token: 'right' },
    })
    await scene.serverIs(isState('online'))
    expect(endOf(await scene.call())).toBe('done')
    expect(await scene.agent.next('request')).toMatchObject({
      payload: { capabilityId: 'player.list', version: '1.0.0', parameters: {}, context: { caller: caller.id } },
    })
  })

  // verifies: agents-register-ack
  it('gets the id of this installation, and is listed with its own id and environment', async () => {
    await scene.end()
    scene = await ConnectionScene.open({ gatewayId: 'gatehouse-7' })
    scene.agent.info = { ...scene.agent.info, id: 'agent\u202e-001', environment: 'staging' }
    scene.agent.config = { heartbeatInterval: 1_000 }
    await scene.online()
    expect(await scene.agent.next('register')).toMatchObject({ gateway: { id: 'gatehouse-7' } })
    expect(scene.server()).toMatchObject({ agentId: 'agent-001', environment: 'staging' })
    await scene.clock.advance(1_000)
    expect(await scene.agent.next('heartbeat')).toMatchObject({ gatewayId: 'gatehouse-7' })
  })

  it('is listed with its own name and software, cleaned', async () => {
    scene.agent.info = {
      ...scene.agent.info,
      serverInfo: {
        name: 'Main\u202eSurvival',
        type: 'paper\u0000',
        version: '1.20.4',
        maxPlayers: 100,
        onlinePlayers: 45,
      },
    }
    await scene.online()
    expect(scene.server()).toMatchObject({
      name: 'MainSurvival',
      software: 'paper 1.20.4',
      maxPlayers: 100,
      health: { onlinePlayers: 45 },
    })
  })

  it('has a name even if its own has only invisible characters', async () => {
    scene.agent.info = { ...scene.agent.info, serverInfo: { name: '\u200b' } }
    await scene.online()
    expect(scene.server()?.name).not.toBe('')
  })

  it('answers several requests in any order', async () => {
    scene.agent.capabilities = [{ id: 'world.time.get', version: '1.0.0', type: 'context' }]
    scene.agent.onRequest = () => {}
    await scene.online()
    const [one, two] = ['one', 'two'].map((worldName) => scene.call('world.time.get', { worldName }))
    const frames = [await scene.agent.next('request'), await scene.agent.next('request')]
    for (const frame of frames.reverse()) {
      scene.agent.respond(frame, { success: true, data: { worldName: frame.payload?.parameters.worldName } })
    }
    expect((await one)?.outcome).toMatchObject({ data: { worldName: 'one' } })
    expect((await two)?.outcome).toMatchObject({ data: { worldName: 'two' } })
  })

  it('is asked for a heartbeat, and gets ours', async () => {
    await scene.online()
    expect(await scene.agent.next('heartbeat')).toMatchObject({ gatewayId: 'gatehouse', sessionId: 'session-1' })
    scene.agent.send({ type: 'heartbeat', id: 'beat-1', status: { healthy: true, tps: 19.8, onlinePlayers: 3 } })
    expect(await scene.agent.next('heartbeat_ack')).toMatchObject({ correlationId: 'beat-1' })
    expect(scene.server()?.health).toMatchObject({ tps: 19.8, onlinePlayers: 3 })
  })

  it('is disconnected when it is removed, and is no longer listed', async () => {
    await scene.online()
    scene.agents.remove('raw')
    await scene.agent.until(() => scene.agent.open === 0)
    expect(scene.server()).toBeUndefined()
    await scene.clock.advance(120_000)
    expect(scene.agent.connections).toBe(1)
  })

  it('cannot be added twice', async () => {
    await scene.online()
    expect(() => scene.add()).toThrow('already')
    expect(scene.agent.connections).toBe(1)
  })

  it('that cannot be dialled is not left in the list', () => {
    const address = `${scene.agent.address}/#fragment`
    expect(() => scene.agents.add({ id: 'bad', address }, { token: 't' })).toThrow()
    expect(scene.server('bad')).toBeUndefined()
  })
})

describe('an agent that does not accept the connection', () => {
  it('because of a wrong token is offline for that reason, and is dialled rarely', async () => {
    scene.agent.onRegister = (frame) =>
      scene.agent.send({
        type: 'register_ack',
        correlationId: frame.id,
        success: false,
        error: { code: 'AUTH.TOKEN_INVALID', message: 'Wrong.' },
      })
    scene.add()
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem).toMatchObject({ code: 'AUTH.TOKEN_INVALID', suggestion: expect.any(String) })
    expect(endOf(await scene.call('player.list'))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
    await scene.clock.advance(59_999)
    expect(scene.agent.connections).toBe(1)
    await scene.clock.advance(1)
    await scene.agent.until(() => scene.agent.connections === 2)
  })

  // verifies: versions-contract
  it('because it speaks a newer major version is offline for that reason', async () => {
    scene.agent.info = { ...scene.agent.info, version: '2.0.0' }
    scene.add()
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem).toMatchObject({
      code: 'PROTOCOL.VERSION_MISMATCH',
      suggestion: 'Update Gatehouse.',
      details: { gateway: '1.0.0', agent: '2.0.0' },
    })
    await scene.clock.advance(59_999)
    expect(scene.agent.connections).toBe(1)
  })

  it('because it never acknowledges is disconnected after ten seconds', async () => {
    scene.agent.onRegister = () => {}
    scene.add()
    await scene.agent.next('register')
    await scene.clock.advance(10_000)
    expect(scene.server()).toMatchObject({ state: 'offline', problem: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } })
  })

  it('because nobody listens there is offline, and is dialled again, ever more slowly', async () => {
    const { port } = scene.agent
    await scene.agent.closeNow()
    scene.agents.add({ id: 'raw', address: `ws://127.0.0.1:${port}` }, { token: 'right' })
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem).toMatchObject({ code: 'SYSTEM.SERVICE_UNAVAILABLE' })
    scene.agent = await RawAgent.listen({ port })
    await scene.clock.advance(1_000)
    await scene.serverIs(isState('online'))
  })

  it.each<[string, (frame: { id: string }) => void]>([
    ['an event', () => scene.agent.send({ type: 'event', payload: { eventId: 'player.join', data: {} } })],
    ['no JSON', () => scene.agent.sendText('hello')],
    ['an acknowledgement of something else', (frame) => scene.agent.acknowledge({ ...frame, type: 'x', id: 'other' })],
    [
      'an acknowledgement without capabilities',
      ({ id }) => scene.agent.send({ type: 'register_ack', correlationId: id, success: true }),
    ],
    ['bytes', () => scene.agent.sendBytes(new Uint8Array([1, 2, 3]))],
  ])('is disconnected because it answers the registration with %s', async (_what, answer) => {
    scene.agent.onRegister = answer
    scene.add()
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem).toMatchObject({ code: 'PROTOCOL.INVALID_RESPONSE' })
    await scene.agent.until(() => scene.agent.open === 0)
  })
})

// verifies: agents-update
describe('what an agent offers', () => {
  const garbage = [null, 5, [], 'text', { id: 5 }]

  it('and is invalid is rejected by name; the rest can be called', async () => {
    scene.agent.capabilities = [
      { id: 'player.list', version: '1.0.0', type: 'context' },
      { id: 'mcp.tools.list', version: '1.0.0', type: 'context' },
      { id: 'world.time.set', version: '1.0.0', type: 'context' },
      {
        ...manifestOf({ id: 'ext.raw.loop' }),
        parameters: { type: 'object', properties: { a: { pattern: '(?=a)b' } } },
      },
      { nonsense: true },
    ]
    await scene.online()
    expect(scene.server()?.capabilities.map(({ id }) => id)).toEqual(['player.list'])
    expect(scene.server()?.refused.map(({ id }) => id)).toEqual([
      'mcp.tools.list',
      'world.time.set',
      'ext.raw.loop',
      '(without id)',
    ])
    expect(endOf(await scene.call())).toBe('done')
  })

  it('and is not a list of objects ends the registration', async () => {
    scene.agent.capabilities = garbage
    scene.add()
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem).toMatchObject({ code: 'PROTOCOL.INVALID_RESPONSE' })
  })

  it('may grow, shrink and change while it is connected', async () => {
    await scene.online()
    const changed = () => scene.serverIs(() => true)
    const extra = manifestOf({ id: 'ext.raw.extra', description: 'First.' })
    scene.agent.send({ type: 'capability_update', action: 'add', capabilities: [extra] })
    await scene.serverIs(({ capabilities }) => capabilities.length === 2)
    expect(endOf(await scene.call('ext.raw.extra'))).toBe('done')
    scene.agent.send({
      type: 'capability_update',
      action: 'update',
      capabilities: [{ ...extra, description: 'Second.' }],
    })
    await scene.serverIs(({ capabilities }) => capabilities.some(({ description }) => description === 'Second.'))
    expect(scene.server()?.capabilities).toHaveLength(2)
    scene.agent.send({
      type: 'capability_update',
      payload: { action: 'remove', capabilities: [{ id: 'ext.raw.extra' }] },
    })
    await scene.serverIs(({ capabilities }) => capabilities.length === 1)
    expect(endOf(await scene.call('ext.raw.extra'))).toBe('PROTOCOL.CAPABILITY_NOT_FOUND')
    await changed()
  })

  it('and is rejected after a change is no longer offered as before', async () => {
    scene.agent.capabilities = [manifestOf({ id: 'ext.raw.extra' })]
    await scene.online()
    scene.agent.send({
      type: 'capability_update',
      action: 'update',
      capabilities: [{ id: 'ext.raw.extra', version: 'x' }],
    })
    await scene.serverIs(({ capabilities }) => capabilities.length === 0)
    expect(scene.server()?.refused).toMatchObject([{ id: 'ext.raw.extra' }])
  })

  it('and is rejected repeatedly is listed once', async () => {
    await scene.online()
    for (let number = 0; number < 3; number++) {
      scene.agent.send({ type: 'capability_update', action: 'add', capabilities: [{ nonsense: true }] })
    }
    scene.agent.send({ type: 'capability_update', action: 'add', capabilities: [manifestOf({ id: 'ext.raw.last' })] })
    await scene.serverIs(({ capabilities }) => capabilities.some(({ id }) => id === 'ext.raw.last'))
    expect(scene.server()?.refused).toHaveLength(1)
  })

  it('stays listed while it is offline', async () => {
    await scene.online()
    scene.agent.vanish()
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.capabilities.map(({ id }) => id)).toEqual(['player.list'])
    expect((await scene.call()).outcome).toMatchObject({
      error: { code: 'SYSTEM.SERVICE_UNAVAILABLE', message: expect.stringContaining('offline') },
    })
  })
})

describe('versions of the contract', () => {
  it.each([
    ['1.0.0', '1.4.2', 'full'],
    ['2.0.0', '1.0.0', 'degraded'],
    ['2.1.0', '2.0.0', 'full'],
  ])('gateway %s and agent %s are compatible: %s', async (contractVersion, version, contract) => {
    await scene.end()
    scene = await ConnectionScene.open({ contractVersion })
    scene.agent.info = { ...scene.agent.info, version }
    scene.add()
    expect(await scene.agent.next('register')).toMatchObject({ version: contractVersion })
    await scene.serverIs(isState('online'))
    expect(scene.server()?.contract).toBe(contract)
    expect(endOf(await scene.call())).toBe('done')
  })

  it('an agent that was updated is no longer degraded', async () => {
    await scene.end()
    scene = await ConnectionScene.open({ contractVersion: '2.0.0' })
    await scene.online()
    expect(scene.server()?.contract).toBe('degraded')
    scene.agent.info = { ...scene.agent.info, version: '2.0.0' }
    scene.agent.vanish()
    await scene.serverIs(isState('offline'))
    await scene.clock.advance(1_000)
    await scene.serverIs(isState('online'))
    expect(scene.server()?.contract).toBe('full')
  })
})

it('shutting down disconnects all agents, also those that are connecting', async () => {
  await scene.online()
  scene.agents.add({ id: 'second', address: scene.agent.address }, { token: 'right' })
  await scene.gateway.stop()
  await scene.agent.until(() => scene.agent.open === 0)
})
