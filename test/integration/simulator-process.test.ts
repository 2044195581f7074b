import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { AgentScene } from '../fakes/agent-scene.js'
import { endOf } from '../fakes/gateway-under-test.js'
import { cleanUpForEach } from '../fixtures/for-each.js'
import { dist } from '../fixtures/programs.js'

describe('the simulator in a separate process', () => {
  const cleanUp = cleanUpForEach()
  const start = (...more: readonly string[]) =>
    cleanUp.program([path.join(dist, 'simulator.cjs'), '--port', '0', '--token', 't', ...more])

  it('misbehaves as stdin says, and reports invalid commands', async () => {
    const simulator = start('--control', 'stdin', '--seed', '7')
    const { agent } = await simulator.until(({ event }) => event === 'ready')
    const scene = cleanUp.add(new AgentScene(), (open) => open.stop())
    await scene.dial(String(agent), 't')
    const call = async () => endOf(await scene.call('world.time.get', { worldName: 'world' }))
    expect(await call()).toBe('done')
    simulator.send({ answers: 'wrong-types' })
    await simulator.until(({ event, answers }) => event === 'misbehaving' && answers === 'wrong-types')
    expect(await call()).toBe('PROTOCOL.INVALID_RESPONSE')
    simulator.send({ answers: 'wild' })
    await simulator.until(({ event, message }) => event === 'failure' && String(message).includes('one of'))
    simulator.send({ answers: 'none' })
    await simulator.until(({ answers }) => answers === 'none')
    expect(await call()).toBe('done')
    expect(await simulator.end()).toBe(0)
  })

  it('misbehaves from the start when its flags say so', async () => {
    const { agent } = await start('--answers', 'garbage').until(({ event }) => event === 'ready')
    const scene = cleanUp.add(new AgentScene(), (open) => open.stop())
    await scene.dial(String(agent), 't')
    expect(endOf(await scene.call('player.list'))).toBe('PROTOCOL.INVALID_RESPONSE')
  })

  it.each([
    ['--answers', 'wild'],
    ['--latency', 'slow'],
    ['--seed', 'x'],
    ['--control', 'tty'],
  ])('does not start with %s %s', async (...flags) => {
    const simulator = start(...flags)
    await expect(simulator.until(() => false)).rejects.toThrow('ended')
    expect(simulator.child.exitCode).toBe(2)
  })
})
