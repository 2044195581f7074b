import { afterEach, describe, expect, it } from 'vitest'
import { CleanUp, callTool, connectClient, startHeadless } from '../fixtures/programs.js'
import { until } from '../fixtures/until.js'

const notAllowed = { success: false, error: { contractCode: 'PERMISSION.CLIENT_NOT_ALLOWED' } }

describe('a program without a key, where the owner is asked', () => {
  const cleanUp = new CleanUp()
  afterEach(() => cleanUp.run())

  const start = (...more: readonly string[]) =>
    startHeadless(cleanUp, ['--control', 'stdin', '--simulator', '--other-clients', 'ask', ...more])

  it('lists tools, and reads, acts and receives nothing until the owner allows it, also over REST', async () => {
    const { process: gateway, profile } = await start()
    const { client } = await connectClient(cleanUp, profile)
    const { tools } = await client.listTools()
    expect(tools.length).toBeGreaterThan(10)
    for (const [name, given] of [
      ['world_time_get', { worldName: 'world' }],
      ['list_servers', {}],
      ['get_recent_events', {}],
    ] as const) {
      expect(await callTool(client, name, given)).toMatchObject(notAllowed)
    }
    await expect(client.readResource({ uri: 'minecraft://servers' })).rejects.toThrow('not allowed')
    const question = await gateway.until(({ event }) => event === 'client')
    expect(question).toMatchObject({ name: 'Claude Desktop' })
    const { http, token } = await gateway.until(({ event }) => event === 'ready')
    const rest = (path: string) =>
      fetch(`${http}/api/v1${path}`, { headers: { Authorization: `Bearer ${token}`, 'User-Agent': 'a-script' } })
    expect((await rest('/servers')).status).toBe(403)
    expect((await rest('/openapi.json')).status).toBe(200)

    gateway.send({ allowClient: question.id })
    await gateway.until(({ event, state }) => event === 'client-closed' && state === 'allowed')
    expect(await callTool(client, 'world_time_get', { worldName: 'world' })).toMatchObject({ success: true })
    expect((await rest('/servers')).status).toBe(403)
    await until(() => gateway.lines.filter(({ event }) => event === 'client').length === 2)

    gateway.send({ refuseClient: question.id })
    gateway.send({ refuseClient: 'nobody' })
    await gateway.until(({ event }) => event === 'failure')
    expect(await callTool(client, 'world_time_get', { worldName: 'world' })).toMatchObject(notAllowed)
  })

  it('refuses every program without a key where the owner said so, and asks nothing', async () => {
    const { process: gateway, profile } = await startHeadless(cleanUp, [
      ...['--control', 'stdin', '--simulator', '--other-clients', 'refuse'],
    ])
    const { client } = await connectClient(cleanUp, profile)
    expect(await callTool(client, 'world_time_get', { worldName: 'world' })).toMatchObject(notAllowed)
    expect(gateway.lines.filter(({ event }) => event === 'client')).toEqual([])
  })
})
