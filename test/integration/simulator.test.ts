import { coreCatalogue } from '@contract/core-catalogue.js'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { stepIntervalMs } from '../../agents/kit/simulator/scenario.js'
import { type Simulator, serveSimulator } from '../../agents/kit/simulator/simulator.js'
import { AgentScene } from '../fakes/agent-scene.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { endOf } from '../fakes/gateway-under-test.js'
import { until } from '../fixtures/until.js'

let scene: AgentScene
let clock: FakeClock
let simulator: Simulator
beforeEach(async () => {
  scene = new AgentScene()
  clock = new FakeClock()
  simulator = await serveSimulator({ port: 0, token: 'demo', clock })
})
afterEach(async () => {
  await scene.stop()
  await simulator.close()
  expect(clock.waiting).toBe(0)
})

const online = () => scene.dial(simulator.address, 'demo')
const callable = [...coreCatalogue.values()].filter(({ type }) => type !== 'event')

describe('the simulator behind a real gateway', () => {
  it('offers its whole catalogue', async () => {
    const server = await online()
    expect(server).toMatchObject({ name: 'Demo world', software: 'Simulator 1.20.4', maxPlayers: 20, refused: [] })
    expect(server.capabilities.map(({ id }) => id).sort()).toEqual([...coreCatalogue.keys()].sort())
  })

  it.each(callable.map(({ id, examples }) => [id, examples?.[0]?.parameters ?? {}] as const))(
    'runs %s when two people approve',
    async (id, given) => {
      await online()
      if (id === 'system.restore') expect(endOf(await scene.call('system.backup'))).toBe('done')
      expect((await scene.call(id, given)).outcome).toMatchObject({ kind: 'done' })
    },
  )

  it('restores the world from a backup', async () => {
    await online()
    const read = async (id: string, given: object) => {
      const { outcome } = await scene.call(id, given)
      return outcome.kind === 'done' ? outcome.data : outcome
    }
    const place = { location: { world: 'world', x: 1, y: 64, z: 1 } }
    const { backupId } = (await read('system.backup', {})) as { backupId: string }
    await scene.call('world.block.set', { ...place, type: 'minecraft:tnt' })
    expect(await read('world.block.get', place)).toMatchObject({ type: 'minecraft:tnt' })
    expect(await read('system.restore', { backupId })).toEqual({ success: true, backupId })
    expect(await read('world.block.get', place)).toMatchObject({ type: 'minecraft:air' })
  })

  it('sends events as the demo world continues', async () => {
    await online()
    const joined = scene.next('player.join')
    await clock.advance(3 * stepIntervalMs)
    expect(await joined).toMatchObject({ data: { playerName: 'Mia', isFirstJoin: true } })
  })
})

describe('the simulator with faults', () => {
  const call = () => scene.call('world.time.get', { worldName: 'world' })
  /** The outcome of a call that is done (its event arrives) but not answered before the gateway's timeout. */
  const afterPatience = async () => {
    const said = scene.next('player.chat')
    const answer = scene.call('chat.broadcast', { message: 'Hello?' })
    await said
    await scene.clock.advance(10_000)
    return endOf(await answer)
  }

  it('has no fault until one is set, and none after it is cleared', async () => {
    await online()
    expect(endOf(await call())).toBe('done')
    simulator.misbehave({ answers: 'garbage' })
    expect(endOf(await call())).toBe('PROTOCOL.INVALID_RESPONSE')
    simulator.misbehave({ answers: 'none' })
    expect(endOf(await call())).toBe('done')
  })

  it('sends no response: the call times out', async () => {
    await online()
    simulator.misbehave({ answers: 'silent' })
    expect(await afterPatience()).toBe('SYSTEM.TIMEOUT')
  })

  it('responds twice: the first response counts', async () => {
    await online()
    simulator.misbehave({ answers: 'twice' })
    expect(endOf(await call())).toBe('done')
    expect(endOf(await call())).toBe('done')
  })

  it('responds late: the call has timed out, and the late response does not end the next call', async () => {
    await online()
    simulator.misbehave({ answers: 'late' })
    expect(await afterPatience()).toBe('SYSTEM.TIMEOUT')
    simulator.misbehave({ answers: 'none' })
    expect((await scene.call('world.tps.get')).outcome).toMatchObject({ kind: 'done', data: { tps: 20 } })
  })

  it('disconnects during a call', async () => {
    await online()
    simulator.misbehave({ answers: 'vanish' })
    expect(endOf(await call())).toBe('SYSTEM.SERVICE_UNAVAILABLE')
    await scene.serverIs(({ state }) => state === 'offline')
  })

  it('responds with wrong types: the result is not forwarded', async () => {
    await online()
    simulator.misbehave({ answers: 'wrong-types' })
    expect(endOf(await call())).toBe('PROTOCOL.INVALID_RESPONSE')
  })

  it('is slow: the response arrives after its delay', async () => {
    await online()
    // By then the first heartbeat has been answered: what waits afterwards is the call.
    expect(endOf(await call())).toBe('done')
    simulator.misbehave({ latency: 3_000 })
    const answer = call()
    let answered = false
    void answer.then(() => {
      answered = true
    })
    await until(() => clock.waiting === 2)
    await clock.advance(2_999)
    expect(answered).toBe(false)
    await clock.advance(1)
    expect(endOf(await answer)).toBe('done')
  })

  it('reports a problem in its heartbeats, and is shown as degraded', async () => {
    await online()
    simulator.misbehave({ unhealthy: true })
    const degraded = scene.serverIs(({ state }) => state === 'degraded')
    await scene.clock.advance(10_000)
    expect((await degraded).health).toMatchObject({ healthy: false, tps: 4 })
  })
})
