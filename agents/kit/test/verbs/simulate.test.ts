import { createServer } from 'node:net'
import { describe, expect, it } from 'vitest'
import { runCommandLine } from '../../../../src-main/cli/command-line.js'
import { AgentScene } from '../../../../test/fakes/agent-scene.js'
import { manifestOf } from '../../../../test/fakes/fake-provider.js'
import { endOf } from '../../../../test/fakes/gateway-under-test.js'
import { terminal } from '../../../../test/fixtures/terminal.js'
import { until } from '../../../../test/fixtures/until.js'

/** A run of the verb that lasts until the test ends it. */
function running(files: Readonly<Record<string, unknown>>, ...args: readonly string[]) {
  let interrupt = () => {}
  let control: (line: string) => void = () => {}
  const screen = terminal(files)
  const code = runCommandLine(['simulate', '--token', 't', '--port', '0', '--json', ...args], {
    ...screen,
    listen: (onLine) => {
      control = onLine
    },
    untilInterrupted: () =>
      new Promise((resolve) => {
        interrupt = resolve
      }),
  })
  const address = async () => {
    await until(() => screen.said.length > 0)
    return String((JSON.parse(screen.said[0] ?? '') as { agent: string }).agent)
  }
  return { screen, code, address, end: () => interrupt(), control: (line: string) => control(line) }
}

// verifies: agents-tools
describe('gatehouse simulate', () => {
  it('serves the demo world until it is interrupted, and misbehaves on request', async () => {
    const agent = running({}, '--control', 'stdin')
    const scene = new AgentScene()
    await scene.dial(await agent.address(), 't')
    const call = async () => endOf(await scene.call('world.time.get', { worldName: 'world' }))
    expect(await call()).toBe('done')
    agent.control('{"answers":"wrong-types"}')
    expect(await call()).toBe('PROTOCOL.INVALID_RESPONSE')
    agent.control('{"answers":"wild"}')
    expect(agent.screen.said.slice(1).map((line) => JSON.parse(line))).toEqual([
      { event: 'misbehaving', answers: 'wrong-types' },
      { event: 'failure', message: expect.stringContaining('answers must be one of none, silent') },
    ])
    await scene.stop()
    agent.end()
    expect(await agent.code).toBe(0)
  })

  it('serves manifests as a mock, and says which it can never answer', async () => {
    const riddle = manifestOf({ id: 'ext.shopkeeper.riddle.get', returns: { type: 'object', not: {} } })
    const agent = running({ 'all.json': [manifestOf(), riddle] }, 'all.json', '--answers', 'garbage')
    const scene = new AgentScene()
    const { capabilities } = await scene.dial(await agent.address(), 't')
    expect(capabilities.map(({ id }) => id)).toEqual(['ext.shopkeeper.list', riddle.id])
    expect(endOf(await scene.call('ext.shopkeeper.list'))).toBe('PROTOCOL.INVALID_RESPONSE')
    expect(agent.screen.complained.join()).toContain(`${riddle.id}: cannot generate a response`)
    await scene.stop()
    agent.end()
    expect(await agent.code).toBe(0)
  })

  it('says that a port is taken, and how to choose another', async () => {
    const other = createServer().listen(0, '127.0.0.1')
    await until(() => other.listening)
    const { port } = other.address() as { port: number }
    const screen = terminal()
    expect(await runCommandLine(['simulate', '--token', 't', '--port', `${port}`], screen)).toBe(2)
    expect(screen.complained.join()).toContain(`Port ${port} is in use, perhaps by another agent.`)
    other.close()
  })

  it.each([
    ['The token for gateways is missing: use --token-file'],
    ['Standard input is already in use', '--token-stdin', '--control', 'stdin'],
    ['Expected one FILE or DIR', '--token', 't', 'a', 'b'],
    ['--port takes a whole number from 0 to 65535, not "x"', '--token', 't', '--port', 'x'],
    ['--seed takes a whole number', '--token', 't', '--seed', '1.5'],
    ['answers must be one of', '--token', 't', '--answers', 'wild'],
    ['latency must be a number of milliseconds', '--token', 't', '--latency', 'slow'],
    ['--control takes only stdin', '--token', 't', '--control', 'tty'],
    ['is not an address of this computer', '--token', 't', '--port', '0', '--host', '192.0.2.1'],
    ['shop.list is not in the core catalogue', '--token', 't', '--port', '0', 'shop.json'],
  ])('says "%s"', async (words, ...args) => {
    const screen = terminal({ 'shop.json': manifestOf({ id: 'shop.list' }) })
    expect(await runCommandLine(['simulate', ...args], screen)).toBe(2)
    expect(screen.complained.join()).toContain(words)
  })
})
