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

  it('is not dialled in a frenzy because the agent asks for it', async () => {
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

describe('an event', () => {
  const join = (id: string, data: object = { playerName: 'Al\u202eex' }) => ({
    id,
    type: 'event',
    payload: { eventId: 'player.join', data },
  })

  it('that was declared is heard once and clean, one that was not is not heard', async () => {
    scene.agent.capabilities.push({ id: 'player.join', version: '1.0.0', type: 'event' })
    await scene.online()
    scene.agent.send(join('event-1'))
    scene.agent.send(join('event-1'))
    scene.agent.send({ type: 'event', payload: { eventId: 'player.leave', data: { playerName: 'Alex' } } })
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.heard()).toMatchObject([{ eventId: 'player.join', data: { playerName: 'Alex' } }])
  })
})
