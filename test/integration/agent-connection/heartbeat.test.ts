import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { endOf } from '../../fakes/gateway-under-test.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
})

afterEach(() => scene.end())

describe('heartbeats', () => {
  /** One interval passes; whatever the agent has sent by then has arrived. */
  async function interval(): Promise<void> {
    await scene.clock.advance(1_000)
    await scene.agent.next('heartbeat')
  }

  beforeEach(async () => {
    scene.agent.config = { heartbeatInterval: 1_000, reconnectDelay: 1_000 }
    await scene.online()
    await scene.agent.next('heartbeat')
    expect(endOf(await scene.call())).toBe('done')
  })

  it('that arrive in time keep the server online', async () => {
    for (let beat = 0; beat < 5; beat++) {
      await interval()
      expect(endOf(await scene.call())).toBe('done')
      expect(scene.server()?.state).toBe('online')
    }
  })

  // verifies: agents-heartbeat
  it('make the server degraded after two missed, offline after three', async () => {
    scene.agent.onHeartbeat = () => {}
    await interval()
    expect(scene.server()?.state).toBe('online')
    await interval()
    expect(scene.server()?.state).toBe('degraded')
    await scene.clock.advance(1_000)
    expect(scene.server()?.state).toBe('offline')
    await scene.agent.until(() => scene.agent.open === 0)
  })

  it('that arrive again make the server online again', async () => {
    scene.agent.onHeartbeat = () => {}
    await interval()
    await interval()
    expect(scene.server()?.state).toBe('degraded')
    scene.agent.send({ type: 'heartbeat', status: { healthy: true } })
    await scene.serverIs(isState('online'))
  })

  it.each([
    ['that beats far too fast', { type: 'heartbeat', status: { healthy: true } }],
    [
      'that answers heartbeats nobody sent',
      { type: 'heartbeat_ack', correlationId: 'none', status: { healthy: true } },
    ],
  ])('%s is sent the error, and disconnected', async (_what, frame) => {
    for (let beat = 0; beat < 31; beat++) scene.agent.send(frame)
    await scene.serverIs(isState('offline'))
    expect(scene.server()?.problem).toMatchObject({
      code: 'SYSTEM.RATE_LIMITED',
      details: { reason: 'heartbeats too fast' },
    })
    const sent = await scene.agent.next('error')
    expect(sent).toMatchObject({ error: { code: 'SYSTEM.RATE_LIMITED' } })
  })

  it('are accepted 30 at once', async () => {
    for (let beat = 0; beat < 30; beat++) scene.agent.send({ type: 'heartbeat', status: { healthy: true } })
    expect(endOf(await scene.call())).toBe('done')
  })

  it('that report a problem make the server degraded, and it can still be called', async () => {
    scene.agent.send({ type: 'heartbeat', status: { healthy: false, tps: 4 } })
    await scene.serverIs(isState('degraded'))
    expect(endOf(await scene.call())).toBe('done')
  })

  it('clear an old problem after a reconnect', async () => {
    scene.agent.send({ type: 'heartbeat', status: { healthy: false } })
    await scene.serverIs(isState('degraded'))
    scene.agent.vanish()
    await scene.serverIs(isState('offline'))
    await scene.clock.advance(1_000)
    await scene.serverIs(isState('online'))
    await interval()
    expect(endOf(await scene.call())).toBe('done')
    expect(scene.server()?.state).toBe('online')
  })
})

describe('the interval of heartbeats', () => {
  it('is never shorter than the minimum, whatever the agent asks for', async () => {
    scene.agent.config = { heartbeatInterval: 100, reconnectDelay: 1_000 }
    await scene.online()
    await scene.agent.next('heartbeat')
    let second: object | undefined
    void scene.agent.next('heartbeat').then((frame) => {
      second = frame
    })
    await scene.clock.advance(999)
    expect(endOf(await scene.call())).toBe('done')
    expect(second).toBeUndefined()
    await scene.clock.advance(1)
    await scene.agent.until(() => second !== undefined)
  })

  it('is never longer than the maximum, so that a silent server is noticed', async () => {
    scene.agent.config = { heartbeatInterval: 600_000, reconnectDelay: 1_000 }
    scene.agent.onHeartbeat = () => {}
    await scene.online()
    await scene.clock.advance(180_000)
    expect(scene.server()?.state).toBe('offline')
  })
})
