/** The stdio bridge beside a gateway that runs: a client initialises, lists, calls, cancels and listens through it. */
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { bridgeScene, callOf, initialize, initialized, textOf, until } from './scene.js'

const { startServer, received, connect, echo, startRaw } = bridgeScene()

describe('with a gateway that runs, the bridge', () => {
  it('lets a client initialise, list and call', async () => {
    await startServer()
    const { client } = await connect()
    expect(client.getServerVersion()?.name).toBe('replacement')
    expect((await client.listTools()).tools.map((tool) => tool.name)).toContain('echo')
    expect(await echo(client, 'Grüße, 世界 🏰')).toBe('Grüße, 世界 🏰')
  })

  it('passes progress on while the call runs', async () => {
    await startServer()
    const { client } = await connect()
    const seen: number[] = []
    const call = client.callTool({ name: 'slow' }, undefined, { onprogress: ({ progress }) => seen.push(progress) })
    await until(() => seen.length === 3)
    await client.callTool({ name: 'release' })
    expect(textOf(await call)).toBe('done')
    expect(seen).toEqual([1, 2, 3])
  })

  it('runs calls side by side', async () => {
    await startServer()
    const { client } = await connect()
    const words = Array.from({ length: 100 }, (_, index) => `word ${index}`)
    expect(await Promise.all(words.map((word) => echo(client, word)))).toEqual(words)
  })

  it('passes a cancellation on and forgets the call', async () => {
    await startServer()
    const { client } = await connect()
    const stop = new AbortController()
    const call = client.callTool({ name: 'hang' }, undefined, { signal: stop.signal })
    const rejected = expect(call).rejects.toThrow()
    await until(() => received('hang'))
    stop.abort()
    await rejected
    await until(() => received('hang was cancelled'))
    expect(await echo(client, 'still here')).toBe('still here')
  })

  it('forwards notifications of the gateway', async () => {
    await startServer()
    const { client } = await connect()
    let reported = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      reported += 1
    })
    await until(() => received('stream'))
    await client.callTool({ name: 'announce' })
    await until(() => reported === 1)
  })

  it('opens the stream of notifications again when it drops', async () => {
    await startServer()
    const { client } = await connect()
    await until(() => received('stream'))
    await client.callTool({ name: 'drop' })
    await until(() => received('stream') >= 2)
    expect(await echo(client, 'not disturbed')).toBe('not disturbed')
    expect(received('session')).toBe(1)
  })

  it('serves two clients through two bridges at once', async () => {
    await startServer()
    const [one, two] = await Promise.all([connect(), connect()])
    expect(await Promise.all([echo(one.client, 'one'), echo(two.client, 'two')])).toEqual(['one', 'two'])
    expect(received('session')).toBe(2)
  })

  it('carries a message of nearly ten megabytes', async () => {
    await startServer()
    const { client } = await connect()
    const large = 'ä'.repeat(5 * 1024 * 1024 - 200)
    expect((await echo(client, large)) === large).toBe(true)
  })

  it('queues early messages until the handshake is over, in order', async () => {
    await startServer()
    const bridge = startRaw()
    for (const message of [initialize, initialized, callOf(1, 'echo', { text: 'a' })]) bridge.send(message)
    expect(textOf((await bridge.answer(1)).result)).toBe('a')
    expect(bridge.messages().map((message) => message.id)).toEqual([0, 1])
  })

  it('responds to lines that are no messages, and continues', async () => {
    await startServer()
    const bridge = startRaw()
    bridge.send('\n  \r\nnot json\n')
    bridge.send('[{"jsonrpc":"2.0","id":1,"method":"ping"}]\n')
    await until(() => bridge.messages().length === 2)
    expect(bridge.messages().map(({ id, error }) => [id, error.code])).toEqual([
      [null, -32700],
      [null, -32600],
    ])
    bridge.send(initialize)
    expect((await bridge.answer(0)).result.serverInfo.name).toBe('replacement')
  })

  it('skips a line that is too long and reads the next', async () => {
    await startServer()
    const bridge = startRaw()
    bridge.send(`${'x'.repeat(11 * 1024 * 1024)}\n`)
    bridge.send(initialize)
    expect((await bridge.answer(0)).result.serverInfo.name).toBe('replacement')
    expect((await bridge.answer(null)).error.code).toBe(-32600)
  })

  it('lets the stateless era pass beside any session', async () => {
    await startServer()
    const bridge = startRaw()
    const _meta = {
      'io.modelcontextprotocol/protocolVersion': '2026-07-28',
      'io.modelcontextprotocol/clientInfo': { name: 'raw', version: '1' },
      'io.modelcontextprotocol/clientCapabilities': {},
    }
    bridge.send({ id: 1, method: 'server/discover', params: { _meta } })
    bridge.send({ id: 2, method: 'tools/call', params: { _meta, name: 'echo', arguments: { text: 'modern' } } })
    expect((await bridge.answer(1)).result.supportedVersions).toContain('2026-07-28')
    expect(textOf((await bridge.answer(2)).result)).toBe('modern')
    bridge.send({ id: 3, method: 'no/such', params: { _meta } })
    expect((await bridge.answer(3)).error.code).toBe(-32601)
    bridge.send({ id: 4, method: 'tools/call', params: { _meta, name: 'hang', arguments: {} } })
    await until(() => received('hang'))
    bridge.send({ method: 'notifications/cancelled', params: { requestId: 4 } })
    await until(() => received('hang was cancelled'))
    expect(received('session')).toBe(0)
  })
})
