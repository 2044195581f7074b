import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { endOf } from '../../fakes/gateway-under-test.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
})

afterEach(() => scene.end())

describe('a connection that is lost', () => {
  it('is dialled again after as long as the agent asked for, and works as before', async () => {
    scene.agent.config = { heartbeatInterval: 30_000, reconnectDelay: 5_000 }
    await scene.online()
    scene.agent.vanish()
    await scene.serverIs(isState('offline'))
    await scene.clock.advance(4_999)
    expect(scene.agent.connections).toBe(1)
    await scene.clock.advance(1)
    await scene.serverIs(isState('online'))
    expect(scene.agent.connections).toBe(2)
    expect(scene.server()).not.toHaveProperty('problem')
    expect(endOf(await scene.call())).toBe('done')
  })

  // verifies: agents-reconnect
  it('is dialled more and more slowly while nobody answers, up to once a minute', async () => {
    scene.agent.onRegister = () => scene.agent.vanish()
    const waits = [1_000, 2_000, 4_000, 8_000, 16_000, 32_000, 60_000, 60_000]
    let lost = scene.nextLoss()
    scene.add()
    for (const [attempt, wait] of waits.entries()) {
      await lost
      expect(scene.agent.connections).toBe(attempt + 1)
      await scene.clock.advance(wait - 1)
      expect(scene.agent.connections).toBe(attempt + 1)
      lost = scene.nextLoss()
      await scene.clock.advance(1)
    }
    await lost
    expect(scene.agent.connections).toBe(waits.length + 1)
  })

  it('is not dialled too often, even if the agent asks for it', async () => {
    scene.agent.config = { heartbeatInterval: 30_000, reconnectDelay: 10 }
    await scene.online()
    scene.agent.vanish()
    await scene.serverIs(isState('offline'))
    await scene.clock.advance(100)
    expect(scene.agent.connections).toBe(1)
    await scene.clock.advance(1_000)
    await scene.serverIs(isState('online'))
  })
})

describe('a server that does not come back', () => {
  /** Every attempt fails; resolves when the next one has. */
  async function attempt(wait: number): Promise<void> {
    const lost = scene.nextLoss()
    const before = scene.agent.connections
    await scene.clock.advance(wait - 1)
    expect(scene.agent.connections).toBe(before)
    await scene.clock.advance(1)
    await lost
    expect(scene.agent.connections).toBe(before + 1)
  }

  beforeEach(async () => {
    scene.agent.config = { heartbeatInterval: 30_000, reconnectDelay: 2_000, maxRetries: 3 }
    await scene.online()
    scene.agent.onRegister = () => scene.agent.vanish()
    const lost = scene.nextLoss()
    scene.agent.vanish()
    await lost
    for (const wait of [2_000, 4_000, 8_000]) await attempt(wait)
  })

  // verifies: agents-register-ack
  it('is dialled as often as it asked for, then every five minutes, and this is logged', async () => {
    expect(scene.server()?.problem).toMatchObject({
      code: 'SYSTEM.SERVICE_UNAVAILABLE',
      message: 'Gatehouse tried 3 times. It now tries every 5 minutes.',
      details: { tried: 3, everyMinutes: 5 },
    })
    await attempt(300_000)
    expect(scene.server()?.problem?.details).toMatchObject({ tried: 4 })
  })

  it('is dialled as usual again once it was connected for a while', async () => {
    scene.agent.onRegister = (frame) => scene.agent.acknowledge(frame)
    await scene.clock.advance(300_000)
    await scene.serverIs(isState('online'))
    await scene.clock.advance(10_000)
    const lost = scene.nextLoss()
    scene.agent.vanish()
    await lost
    scene.agent.onRegister = () => scene.agent.vanish()
    await attempt(2_000)
  })
})

describe('an event', () => {
  const join = (id: string, data: object = { playerName: 'Al\u202eex' }) => ({
    id,
    type: 'event',
    payload: { eventId: 'player.join', data },
  })

  it('that was declared is received once and cleaned; an undeclared one is dropped', async () => {
    scene.agent.capabilities.push({ id: 'player.join', version: '1.0.0', type: 'event' })
    await scene.online()
    scene.agent.send(join('event-1'))
    scene.agent.send(join('event-1'))
    scene.agent.send({ type: 'event', payload: { eventId: 'player.leave', data: { playerName: 'Alex' } } })
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.received()).toMatchObject([{ eventId: 'player.join', data: { playerName: 'Alex' } }])
  })

  // verifies: frames-event
  it('that is sent again after a reconnect is not reported again, and a new one is', async () => {
    scene.agent.capabilities.push({ id: 'player.join', version: '1.0.0', type: 'event' })
    await scene.online()
    for (const id of ['event-1', 'event-2']) scene.agent.send(join(id))
    expect(endOf(await scene.call())).toBe('done')
    scene.agent.vanish()
    await scene.serverIs(isState('offline'))
    await scene.clock.advance(1_000)
    await scene.serverIs(isState('online'))
    expect(scene.agent.connections).toBe(2)
    for (const id of ['event-1', 'event-2', 'event-3']) scene.agent.send(join(id))
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.received()).toHaveLength(3)
  })
})
