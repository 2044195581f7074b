import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Cancellation } from '../../../src-main/gateway/ports/cancellation.js'
import { ConnectionScene, isState } from '../../fakes/connection-scene.js'
import { settled } from '../../fakes/fake-clock.js'
import { endOf } from '../../fakes/gateway-under-test.js'
import { RawAgent } from '../../fakes/raw-agent.js'
import { until } from '../../fixtures/until.js'

let scene: ConnectionScene

beforeEach(async () => {
  scene = await ConnectionScene.open()
  scene.agent.capabilities.push({ id: 'player.join', version: '1.0.0', type: 'event' })
})

afterEach(() => scene.end())

let sent = 0
function sendEvents(count: number): void {
  for (let left = 0; left < count; left++) {
    const payload = { eventId: 'player.join', data: { playerName: 'Alex' } }
    scene.agent.send({ id: `event-${++sent}`, type: 'event', payload })
  }
}

/** Counts the events that arrive. */
function counting(): () => number {
  let count = 0
  scene.gateway.feed.onDidArrive((entry) => {
    if (entry.kind === 'game') count += 1
  })
  return () => count
}

/**
 * Resolves when events stop arriving, which they do once the agent's share is used up: 500 and 5 a millisecond. Time must not pass
 * before, or an agent that a busy machine reads slowly seems to slow down.
 */
async function readsNoFurther(received: () => number, least: number, flooding: () => boolean): Promise<void> {
  for (let [quietTurns, before] = [0, received()]; flooding() && (quietTurns < 20 || before < least); ) {
    await settled()
    const now = received()
    quietTurns = now === before ? quietTurns + 1 : 0
    before = now
  }
}

// verifies: agents-connection
describe('an agent that sends much', () => {
  it('loses none of five thousand events that it sends at once', async () => {
    await scene.online()
    const received = counting()
    sendEvents(5_000)
    await scene.passUntil(() => received() === 5_000)
    expect(scene.server()?.state).toBe('online')
    const ends: string[] = []
    void scene.call().then((report) => ends.push(endOf(report)))
    await scene.passUntil(() => ends.length === 1)
    expect(ends).toEqual(['done'])
  })

  it('is not read beyond its quota, and another agent is answered meanwhile', async () => {
    const other = await RawAgent.listen()
    try {
      await scene.online()
      scene.add({ id: 'other', address: other.address })
      await scene.serverIs(isState('online'), 'other')
      const received = counting()
      sendEvents(20_000)
      for (let call = 0; call < 20; call++) expect(endOf(await scene.call('player.list', {}, 'other'))).toBe('done')
      expect(received()).toBeLessThan(5_000)
    } finally {
      scene.agents.remove('other')
      await other.close()
    }
  })

  // verifies: agents-limits
  it('endlessly is disconnected with a reason', async () => {
    await scene.online()
    const received = counting()
    const start = scene.clock.elapsed()
    const flooding = () => scene.server()?.state === 'online'
    sendEvents(2_000)
    while (flooding()) {
      await readsNoFurther(received, 200 + 5 * (scene.clock.elapsed() - start), flooding)
      sendEvents(200)
      await scene.clock.advance(20)
    }
    expect(scene.server()).toMatchObject({
      state: 'offline',
      problem: { code: 'PROTOCOL.INVALID_RESPONSE', message: expect.stringContaining('too much data') },
    })
    expect(scene.clock.elapsed()).toBeGreaterThanOrEqual(10_000)
  })

  it('of errors without a call does not fill the log', async () => {
    await scene.online()
    for (let count = 0; count < 400; count++) {
      scene.agent.send({ type: 'error', error: { code: 'SYSTEM.INTERNAL_ERROR', message: 'Again.' } })
    }
    // An error without an id that arrives during the only call ends that call.
    await scene.call()
    await until(async () => endOf(await scene.call()) === 'done')
    expect(scene.log.problems.length).toBeLessThanOrEqual(20)
  })
})

describe('an agent that reads nothing', () => {
  const large = 'x'.repeat(900_000)
  const request = {
    requestId: 'request',
    capabilityId: 'player.list',
    version: '1.0.0',
    caller: 'test',
    traceId: 'trace',
    arguments: { large },
  }

  it('is sent a bounded amount: further calls fail at once and are not queued', async () => {
    await scene.online()
    await scene.agent.next('heartbeat')
    const readOn = scene.agent.stopReading()
    const link = scene.gateway.registry.link('raw')
    const failures: unknown[] = []
    for (let count = 0; count < 40; count++) {
      void link?.invoke(request, new Cancellation()).catch((error: unknown) => failures.push(error))
    }
    await scene.clock.advance(0)
    expect(failures.length).toBeGreaterThan(10)
    for (const failure of failures) {
      expect(failure).toMatchObject({
        code: 'SYSTEM.SERVICE_UNAVAILABLE',
        message: expect.stringContaining('not read'),
      })
    }
    await scene.clock.advance(120_000)
    expect(scene.server()?.state).toBe('offline')
    readOn()
  })
})
