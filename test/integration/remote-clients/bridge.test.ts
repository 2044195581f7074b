/** An AI client on one computer and a gateway on another, with the built bridge and a real TLS port between them. */
import { existsSync, readFileSync } from 'node:fs'
import path from 'node:path'
import { describe, expect, it } from 'vitest'
import { openForEach } from '../../fixtures/for-each.js'
import { until } from '../../fixtures/until.js'
import { builtBridge, identity, RemoteScene } from './scene.js'

const bridge = builtBridge()
const scene = openForEach(() => RemoteScene.open())
const night = { worldName: 'world', time: 13_000 }

function withKey(): string {
  const { client, token } = scene().mcp.clients.add({ name: 'Cursor of Ada' })
  scene().storeKey(token)
  return client.id
}

describe.each([
  ['with sessions', false],
  ['of the newest era', true],
])('an AI client %s', (_era, modern) => {
  it('lists tools and calls one, under the name that its owner gave it', async () => {
    const id = withKey()
    const { client } = await scene().connect(bridge(), { modern })
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toContain('world_time_get')
    const { structuredContent } = await client.callTool({ name: 'world_time_get', arguments: { worldName: 'world' } })
    expect(structuredContent).toMatchObject({ success: true, metadata: { serverId: 'demo' } })
    expect(scene().mcp.audit.events.at(-1)?.caller).toMatchObject({ type: 'model', id, name: 'Cursor of Ada' })
  })

  it('waits for the approval of a person, is notified meanwhile, and gets the result', async () => {
    withKey()
    const { client } = await scene().connect(bridge(), { modern })
    await client.listTools()
    const progress: string[] = []
    const question = scene().mcp.nextQuestion()
    const called = client.callTool(
      { name: 'world_time_set', arguments: night },
      { onprogress: ({ message = '' }) => progress.push(message) },
    )
    const { id } = await question
    await scene().mcp.clock.advance(10_000)
    await until(() => progress.length > 0)
    expect(progress[0]).toContain('Waiting for a person')
    scene().mcp.gateway.approvals.decide(id, 'approve', 'ada')
    expect(await called).toMatchObject({ structuredContent: { success: true } })
  })

  it('cancels a call that waits: its question goes', async () => {
    withKey()
    const { client } = await scene().connect(bridge(), { modern })
    await client.listTools()
    const question = scene().mcp.nextQuestion()
    const cancelling = new AbortController()
    const called = client.callTool({ name: 'world_time_set', arguments: night }, { signal: cancelling.signal })
    await question
    const answer = scene().mcp.nextAnswer()
    cancelling.abort('enough')
    await expect(called).rejects.toThrow()
    expect(await answer).toMatchObject({ outcome: 'withdrawn' })
  })
})

it('keeps the lists of a gateway apart from those of this computer', async () => {
  withKey()
  const { client } = await scene().connect(bridge())
  await client.listTools()
  const file = path.join(scene().profile, 'gateways', 'nas', 'last-lists', 'cursor.json')
  await until(() => existsSync(file))
  expect(readFileSync(file, 'utf8')).toContain('world_time_get')
  expect(existsSync(path.join(scene().profile, 'last-lists'))).toBe(false)
})

it('a session continues after the link was cut', async () => {
  withKey()
  const { client } = await scene().connect(bridge())
  await client.listTools()
  const { port } = scene()
  await scene().unplug()
  await scene().listen(port)
  const { structuredContent } = await client.callTool({ name: 'world_time_get', arguments: { worldName: 'world' } })
  expect(structuredContent).toMatchObject({ success: true })
})

it('starts while the gateway cannot be reached, says so, and starts no program', async () => {
  withKey()
  await scene().unplug()
  const { client } = await scene().connect(bridge())
  await expect(client.callTool({ name: 'world_time_get', arguments: {} })).rejects.toThrow(
    /cannot be reached \(ECONNREFUSED\)/u,
  )
  expect(existsSync(path.join(scene().profile, 'gateway.json'))).toBe(false)
})

describe('nothing is sent to', () => {
  it('another computer at the address of the gateway', async () => {
    withKey()
    const { port } = scene()
    await scene().unplug()
    await scene().listen(port, await identity())
    await expect(scene().connect(bridge())).rejects.toThrow(/not the one of your gateway.*Nothing was sent/u)
    expect(scene().requests).toBe(0)
  })

  it('a gateway whose certificate has ended', async () => {
    withKey()
    const { port } = scene()
    const old = await identity(-1)
    await scene().unplug()
    await scene().listen(port, old)
    scene().know('nas', old, port)
    await expect(scene().connect(bridge())).rejects.toThrow(/certificate.*ended on.*Nothing was sent/u)
    expect(scene().requests).toBe(0)
  })
})

it('tells a client whose key was revoked so, and ends what it has open', async () => {
  const id = withKey()
  const { client } = await scene().connect(bridge())
  await client.listTools()
  scene().mcp.clients.revoke(id)
  await expect(client.callTool({ name: 'world_time_get', arguments: { worldName: 'world' } })).rejects.toThrow(
    /does not accept the key of this AI client any more/u,
  )
})

it('tells a client that the owner does not let AI clients in from other computers', async () => {
  withKey()
  scene().isOn = false
  await expect(scene().connect(bridge())).rejects.toThrow(/does not accept AI clients from other computers/u)
})

it.each([
  ['is not known', 'elsewhere', /knows no gateway "elsewhere"/u],
  ['has no key for the client', 'nas', /has no key for the program "cursor"/u],
])('says that a gateway %s', async (_what, gateway, message) => {
  await expect(scene().connect(bridge(), { gateway })).rejects.toThrow(message)
})
