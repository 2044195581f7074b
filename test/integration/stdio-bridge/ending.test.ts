/** The end of the stdio bridge: it exits in time, whatever its gateway does, and its output contained only messages. */
import type { ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { describe, expect, it } from 'vitest'
import { bridgeScene, callOf, environment, initialize, initialized, until } from './scene.js'

const { startServer, received, startRaw } = bridgeScene()

describe('when it ends, the bridge', () => {
  const exitOf = async (child: ChildProcess) => {
    const before = performance.now()
    const [code] = await once(child, 'exit')
    // Otherwise it would wait for the call without end.
    expect(performance.now() - before).toBeLessThan(15_000)
    return code
  }

  it.each([
    ['end of input', (child: ChildProcess) => child.stdin?.end()],
    ['SIGTERM', (child: ChildProcess) => child.kill('SIGTERM')],
    ['SIGINT', (child: ChildProcess) => child.kill('SIGINT')],
    ['a closed output', (child: ChildProcess) => child.stdout?.destroy()],
  ])('ends its session and itself on %s, even in the middle of a call', async (_, stop) => {
    await startServer()
    const bridge = startRaw()
    for (const message of [initialize, initialized, callOf(1, 'hang')]) bridge.send(message)
    await until(() => received('hang'))
    const exit = exitOf(bridge.child)
    stop(bridge.child)
    // A closed output shows at the next line that is written.
    if (bridge.child.stdin.writable) bridge.send(callOf(2, 'echo', { text: 'a' }))
    expect(await exit).toBe(0)
    expect(received('session ended')).toBe(1)
  })

  it('answers requests that arrived before the end of input, as in a pipe', async () => {
    await startServer()
    const bridge = startRaw()
    const asked = [initialize, initialized, callOf(1, 'echo', { text: 'a' }), callOf(2, 'echo', { text: 'b' })]
    for (const message of asked) bridge.send(message)
    bridge.child.stdin.end()
    await once(bridge.child, 'close')
    expect(bridge.messages().map(({ id }) => id)).toEqual(expect.arrayContaining([0, 1, 2]))
    expect(received('session ended')).toBe(1)
    expect(bridge.complaints()).toBe('')
  })

  it('reports how many requests are unanswered at the end of input', async () => {
    await startServer()
    const bridge = startRaw()
    for (const message of [initialize, initialized, callOf(1, 'hang'), callOf(2, 'hang')]) bridge.send(message)
    await until(() => received('hang') === 2)
    bridge.child.stdin.end()
    await once(bridge.child, 'close')
    expect(bridge.complaints()).toContain('2 requests were left unanswered')
  })

  it('ends while it waits for a gateway to start', async () => {
    const launch = JSON.stringify([process.execPath, '-e', ''])
    const bridge = startRaw(environment({ GATEHOUSE_NO_LAUNCH: '', GATEHOUSE_LAUNCH: launch }))
    bridge.send(initialize)
    await until(() => bridge.complaints().includes('starting it'))
    const exit = exitOf(bridge.child)
    bridge.child.stdin.end()
    expect(await exit).toBe(0)
  })

  it('ends in time with a gateway that no longer responds', async () => {
    const server = await startServer()
    const bridge = startRaw()
    for (const message of [initialize, initialized]) bridge.send(message)
    await until(() => received('stream'))
    server.child.kill('SIGSTOP')
    const exit = exitOf(bridge.child)
    bridge.child.stdin.end()
    expect(await exit).toBe(0)
  })

  it('has written nothing but JSON-RPC messages to its output', async () => {
    const server = await startServer()
    const bridge = startRaw()
    bridge.send('garbage\n')
    for (const message of [initialize, initialized, callOf(1, 'hang')]) bridge.send(message)
    await until(() => received('hang'))
    await server.kill()
    await bridge.answer(1)
    bridge.child.stdin.end()
    await once(bridge.child, 'close')
    expect(bridge.messages().every((message) => message.jsonrpc === '2.0')).toBe(true)
    expect(bridge.messages().map((message) => message.id)).toEqual([null, 0, 1])
  })
})
