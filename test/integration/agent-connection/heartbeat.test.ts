import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { endOf } from '../../fakes/gateway-under-test.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
})

afterEach(() => scene.end())

describe('a heart', () => {
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

  it('that keeps beating keeps the server online', async () => {
    for (let beat = 0; beat < 5; beat++) {
      await interval()
      expect(endOf(await scene.call())).toBe('done')
      expect(scene.server()?.state).toBe('online')
    }
  })

  it('that misses two beats makes the server degraded, three take it offline', async () => {
    scene.agent.onHeartbeat = () => {}
    await interval()
    expect(scene.server()?.state).toBe('online')
    await interval()
    expect(scene.server()?.state).toBe('degraded')
    await scene.clock.advance(1_000)
    expect(scene.server()?.state).toBe('offline')
    await scene.agent.until(() => scene.agent.open === 0)
  })

  it('that beats again makes the server well again', async () => {
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

  it('of 30 beats at once is no fault', async () => {
    for (let beat = 0; beat < 30; beat++) scene.agent.send({ type: 'heartbeat', status: { healthy: true } })
    expect(endOf(await scene.call())).toBe('done')
  })

  it('that says that it is unwell makes the server degraded, and it can still be called', async () => {
    scene.agent.send({ type: 'heartbeat', status: { healthy: false, tps: 4 } })
    await scene.serverIs(isState('degraded'))
    expect(endOf(await scene.call())).toBe('done')
  })

  it('that was unwell before a reconnect is not thought so afterwards', async () => {
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
  it('is never so short that they are a burden, whatever the agent asks for', async () => {
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

  it('is never so long that a silent server passes for a live one', async () => {
    scene.agent.config = { heartbeatInterval: 600_000, reconnectDelay: 1_000 }
    scene.agent.onHeartbeat = () => {}
    await scene.online()
    await scene.clock.advance(180_000)
    expect(scene.server()?.state).toBe('offline')
  })
})
