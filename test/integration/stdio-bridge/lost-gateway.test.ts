/** The stdio bridge while its gateway is killed and comes back. */
import { ToolListChangedNotificationSchema } from '@modelcontextprotocol/sdk/types.js'
import { describe, expect, it } from 'vitest'
import { bridgeScene, until } from './scene.js'

const { startServer, received, connect, echo } = bridgeScene()

describe('when the gateway stops, the bridge', () => {
  it('answers pending calls with an error at once, and never sends one again', async () => {
    const server = await startServer()
    const { client } = await connect()
    const calls = [client.callTool({ name: 'hang' }), client.callTool({ name: 'hang' })]
    const rejected = calls.map((call) =>
      expect(call).rejects.toMatchObject({ code: -32603, data: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } }),
    )
    await until(() => received('hang') === 2)
    await server.kill()
    await Promise.all(rejected)
    await startServer(server.port)
    expect(await echo(client, 'again')).toBe('again')
    expect(received('hang')).toBe(2)
  })

  it('says what to do while it is stopped, and initializes again by itself when it is back', async () => {
    const server = await startServer()
    const { client } = await connect()
    await until(() => received('stream'))
    await server.kill()
    await expect(echo(client, 'lost')).rejects.toThrow('Start Gatehouse, then try again.')
    await startServer()
    let reported = 0
    client.setNotificationHandler(ToolListChangedNotificationSchema, () => {
      reported += 1
    })
    expect(await Promise.all(['a', 'b', 'c'].map((text) => echo(client, text)))).toEqual(['a', 'b', 'c'])
    expect(received('session')).toBe(2)
    await until(() => received('stream') === 2)
    await client.callTool({ name: 'announce' })
    await until(() => reported === 1)
  })

  it('renews a session that the gateway on the same port no longer knows', async () => {
    const server = await startServer()
    const { client } = await connect()
    await server.kill()
    await startServer(server.port)
    expect(await echo(client, 'once')).toBe('once')
    expect(received('echo')).toBe(1)
  })
})
