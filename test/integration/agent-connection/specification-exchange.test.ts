import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { block } from '../../fixtures/specification-blocks.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
  scene.agent.onRegister = () => scene.agent.sendText(JSON.stringify(block('8.2.2')))
})

afterEach(() => scene.end())

// verifies: agents-registration
describe('an agent that sends the reference blocks verbatim', () => {
  it('is registered by 8.2.2, which has neither id nor timestamp', async () => {
    await scene.online()
    const { agentInfo, capabilities } = block('8.2.2')
    expect(scene.server()).toMatchObject({
      name: agentInfo.serverInfo.name,
      software: 'paper 1.20.4',
      agentId: agentInfo.id,
      environment: agentInfo.environment,
      maxPlayers: 100,
      refused: [],
    })
    expect(scene.server()?.capabilities.map(({ id }) => id)).toEqual(capabilities.map(({ id }: { id: string }) => id))
  })

  it('reports its health as in 8.3, and gets an acknowledgement', async () => {
    await scene.online()
    scene.agent.sendText(JSON.stringify(block('8.3')))
    await scene.agent.next('heartbeat_ack')
    await scene.serverIs(({ health }) => health?.tps === 19.8)
    expect(scene.server()).toMatchObject({ health: block('8.3').status })
  })

  it('adds capabilities in short form (8.4): they are refused by name, since no catalogue has them', async () => {
    await scene.online()
    scene.agent.sendText(JSON.stringify(block('8.4')))
    const server = await scene.serverIs(({ refused }) => refused.length > 0)
    expect(server.refused).toMatchObject([
      { id: 'ext.shopkeeper.list', reason: expect.stringContaining('full manifest') },
    ])
    expect(server.state).toBe('online')
  })

  it('receives the request of 9.3, and its response of 9.4 is returned', async () => {
    await scene.online()
    const answered = block('9.4')
    scene.agent.onRequest = ({ id }) => scene.agent.sendText(JSON.stringify({ ...answered, correlationId: id }))
    const { payload } = block('9.3')
    const { outcome } = await scene.call(payload.capabilityId, payload.parameters)
    expect(outcome).toMatchObject({ kind: 'done', data: answered.payload.data })
    const asked = await scene.agent.next('request')
    expect(asked.payload).toMatchObject({ capabilityId: payload.capabilityId, version: payload.version })
    expect(asked.payload?.parameters).toMatchObject(payload.parameters)
    expect(Object.keys(asked).sort()).toEqual(Object.keys(block('9.3')).sort())
  })

  it('reports an event as in 9.5', async () => {
    scene.agent.onRegister = () => {
      const ack = block('8.2.2')
      const join = { id: 'player.join', version: '1.0.0', type: 'event' }
      scene.agent.sendText(JSON.stringify({ ...ack, capabilities: [...ack.capabilities, join] }))
    }
    await scene.online()
    scene.agent.sendText(JSON.stringify(block('9.5')))
    await scene.passUntil(() => scene.received().length > 0)
    expect(scene.received()).toMatchObject([
      { eventId: 'player.join', data: { playerName: 'Alex', isFirstJoin: false } },
    ])
  })

  it('receives complete frames, with every member of 8.2.1 and 8.3', async () => {
    scene.add()
    const register = await scene.agent.next('register')
    const { gateway, authentication, ...head } = block('8.2.1')
    expect(Object.keys(register)).toEqual(expect.arrayContaining(['id', 'timestamp', ...Object.keys(head)]))
    expect(Object.keys(register.gateway as object).sort()).toEqual(Object.keys(gateway).sort())
    expect(Object.keys(register.authentication as object).sort()).toEqual(Object.keys(authentication).sort())
    await scene.serverIs(isState('online'))
    await scene.clock.advance(block('8.2.2').config.heartbeatInterval)
    const beat = await scene.agent.next('heartbeat')
    expect(Object.keys(beat)).toEqual(expect.arrayContaining(['id', 'timestamp', 'gatewayId', 'sessionId']))
  })
})
