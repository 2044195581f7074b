import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Agent } from '../../../agents/kit/sdk/agent.js'
import { serveSimulator } from '../../../agents/kit/simulator/simulator.js'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { endOf } from '../../fakes/gateway-under-test.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
})

afterEach(() => scene.end())

describe('a bad frame', () => {
  it('that is no response does not end a waiting call', async () => {
    await scene.online()
    scene.agent.onRequest = (frame) => {
      scene.agent.send({ type: 'event', timestamp: 'yesterday', payload: { eventId: 'player.join', data: {} } })
      scene.agent.respond(frame)
    }
    expect(endOf(await scene.call())).toBe('done')
  })

  it.each([
    ['heartbeat', { status: { healthy: true, text: 'x'.repeat(20_000) } }, 'a heartbeat is larger than 16384'],
    ['event', { payload: { eventId: 'player.chat', data: { message: 'x'.repeat(300_000) } } }, 'an? event is larger'],
  ])('is a %s with more than its kind may hold', async (type, frame, reason) => {
    await scene.online()
    scene.agent.send({ type, ...frame })
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.log.problems).toMatchObject([{ details: { reason: expect.stringMatching(reason) } }])
  })

  it('is logged with the reason', async () => {
    await scene.online()
    scene.agent.send({ type: 'event', payload: {} })
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.log.problems).toMatchObject([
      {
        level: 'warn',
        message: 'an agent sent a bad frame',
        details: { reason: expect.stringContaining('/payload/') },
      },
    ])
  })

  it('repeated too often ends the connection; other servers keep answering', async () => {
    const healthy: Agent = await serveSimulator({ port: 0, token: 'demo' })
    try {
      scene.agents.add({ id: 'healthy', address: healthy.address }, { token: 'demo' }, 'simulator')
      await scene.serverIs(isState('online'), 'healthy')
      await scene.online()
      for (let number = 0; number < 1_000; number++) scene.agent.sendText('garbage')
      await scene.serverIs(isState('offline'))
      expect(
        scene.log.lines.filter(({ message }) => message === 'an agent sent a bad frame').length,
      ).toBeLessThanOrEqual(10)
      expect(endOf(await scene.call('player.list', {}, 'healthy'))).toBe('done')
      expect(scene.server('healthy')?.state).toBe('online')
    } finally {
      scene.agents.remove('healthy')
      await healthy.close()
    }
  })
})
