import path from 'node:path'
import { afterEach, describe, expect, it } from 'vitest'
import { cleanUpForEach } from '../fixtures/for-each.js'
import {
  CleanUp,
  callTool,
  connectClient,
  dist,
  type Headless,
  startHeadless,
  startWorld,
} from '../fixtures/programs.js'
import { isAlive, until } from '../fixtures/until.js'

const controlled = ['--control', 'stdin']
const unavailable = { success: false, error: { code: 'E_SYSTEM_SERVICE_UNAVAILABLE' } }
const setTime = { worldName: 'world', time: 13_000 }

describe('a process ends during a call', () => {
  const cleanUp = cleanUpForEach()

  const question = ({ process }: Headless) => process.until(({ event }) => event === 'approval')

  it('the agent: the client gets an error, and the other servers keep working', async () => {
    const agent = cleanUp.program([path.join(dist, 'simulator.cjs'), '--port', '0', '--token', 't', '--name', 'Doomed'])
    const { agent: address } = await agent.until(({ event }) => event === 'ready')
    const gateway = await startHeadless(cleanUp, ['--simulator', '--agent', String(address), '--agent-token', 't'])
    const { client } = await connectClient(cleanUp, gateway.profile)
    agent.child.kill('SIGSTOP')
    const answer = callTool(client, 'world_time_get', { worldName: 'world', server: 'Doomed' })
    const other = await callTool(client, 'world_time_get', { worldName: 'world', server: 'Demo world' })
    expect(other.success).toBe(true)
    agent.child.kill('SIGKILL')
    expect(await answer).toMatchObject(unavailable)
    expect(await callTool(client, 'player_list', { server: 'Doomed' })).toMatchObject(unavailable)
    expect(await callTool(client, 'player_list', { server: 'Demo world' })).toMatchObject({ success: true })
  })

  it('the world: the client gets an error, and no process is left', async () => {
    const world = await startWorld(cleanUp)
    const gateway = await startHeadless(cleanUp, ['--agent', world.agent, '--agent-token', world.token])
    const { client } = await connectClient(cleanUp, gateway.profile)
    world.process.send({ fault: 'silent' })
    await world.process.until(({ event }) => event === 'fault')
    const answer = callTool(client, 'player_list', {})
    await world.process.until(({ event }) => event === 'request')
    await world.process.end('SIGKILL')
    expect(await answer).toMatchObject(unavailable)
    expect(isAlive(world.process.child.pid ?? 0)).toBe(false)
  })

  it('the gateway: the client gets an error at once, and the next gateway answers the same client', async () => {
    const gateway = await startHeadless(cleanUp, ['--simulator', ...controlled])
    const { client } = await connectClient(cleanUp, gateway.profile)
    const answer = callTool(client, 'world_time_set', setTime)
    const failed = expect(answer).rejects.toThrow(/Gatehouse/)
    await question(gateway)
    await gateway.process.end('SIGKILL')
    await failed

    await startHeadless(cleanUp, ['--simulator'], gateway.profile)
    expect(await callTool(client, 'world_time_get', { worldName: 'world' })).toMatchObject({ success: true })
  })

  it('the bridge: the request is withdrawn, and nothing is done', async () => {
    const gateway = await startHeadless(cleanUp, ['--simulator', ...controlled])
    const { client, bridge } = await connectClient(cleanUp, gateway.profile)
    const failed = expect(callTool(client, 'world_time_set', setTime)).rejects.toThrow()
    const { id } = await question(gateway)
    process.kill(bridge, 'SIGKILL')
    await failed
    const closed = await gateway.process.until(({ event }) => event === 'approval-closed')
    expect(closed).toMatchObject({ id, outcome: 'withdrawn' })
    gateway.process.send({ approve: id })
    await gateway.process.until(({ event }) => event === 'failure')
    await until(() => !isAlive(bridge))

    const next = await connectClient(cleanUp, gateway.profile)
    const time = await callTool(next.client, 'world_time_get', { worldName: 'world' })
    expect(Number(time.data?.time)).toBeLessThan(12_000)
  })
})

describe('a real agent misbehaves', () => {
  const cleanUp = new CleanUp()
  afterEach(() => cleanUp.run())

  it.each([
    ['answers garbage', 'garbage', { success: false, error: { code: 'E_PROTOCOL_INVALID_RESPONSE' } }],
    ['vanishes', 'vanish', unavailable],
    ['answers twice', 'twice', { success: true }],
  ])('an agent that %s affects nothing else', async (_what, fault, expected) => {
    const world = await startWorld(cleanUp)
    const gateway = await startHeadless(cleanUp, ['--simulator', '--agent', world.agent, '--agent-token', world.token])
    const { client } = await connectClient(cleanUp, gateway.profile)
    const list = (server: string) => callTool(client, 'player_list', { server })
    const isThere = async (server: string) =>
      (await callTool(client, 'world_time_get', { server, worldName: 'world' })).success
    for (const server of ['Test world', 'Demo world']) await until(() => isThere(server))
    world.process.send({ fault })
    await world.process.until(({ event }) => event === 'fault')
    const broken = list('Test world')
    const healthy = list('Demo world')
    expect(await broken).toMatchObject(expected)
    expect(await healthy).toMatchObject({ success: true })
    world.process.send({ fault: 'none' })
    await until(async () => (await list('Test world')).success)
  })
})
