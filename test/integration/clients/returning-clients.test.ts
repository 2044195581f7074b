/**
 * Clients that give up and come back, over the bridge and HTTP, as the SDKs do it: that of Python 1.x sends nothing
 * when its timer ends, 2.x a cancellation with the reason, and closes the connection of its request.
 */
import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { bridgeToken, McpScene } from '../../fakes/mcp-scene.js'
import { bridgeScene, callOf, until } from '../stdio-bridge/scene.js'

const bridges = bridgeScene()
let scene: McpScene
let asked: OpenApproval[] = []
beforeEach(async () => {
  asked = []
  scene = await McpScene.open()
  scene.gateway.approvals.attach()
  scene.gateway.approvals.onDidOpen((question) => asked.push(question))
  publish(bridgeToken)
})
afterEach(() => scene.close())

/** The file in which a bridge finds the gateway, with the key that it uses. */
const publish = (token: string) =>
  writeFileSync(
    join(bridges.profile(), 'gateway.json'),
    JSON.stringify({ endpoint: scene.endpoint, token, pid: process.pid }),
    { mode: 0o600 },
  )

const ownKey = () => scene.clients.add({ name: 'Agents', role: 'admin' }).token

const night = { worldName: 'world', time: 13_000 }
const timedOut = { reason: 'timed out after 5.0s' }

const meta = {
  'io.modelcontextprotocol/protocolVersion': '2026-07-28',
  'io.modelcontextprotocol/clientInfo': { name: 'mcp', version: '0.1.0' },
  'io.modelcontextprotocol/clientCapabilities': {},
}

type Bridge = ReturnType<typeof bridges.startRaw>

/** Sends a call as a client of 2026-07-28. */
function call(bridge: Bridge, id: number): void {
  const { method, params } = callOf(id, 'world_time_set', night)
  bridge.send({ id, method, params: { ...params, _meta: meta } })
}

const cancel = (bridge: Bridge, requestId: number, more: object = timedOut) =>
  bridge.send({ method: 'notifications/cancelled', params: { requestId, ...more } })

/** Calls twice, and gives up after five seconds each. */
async function giveUpTwice(bridge: Bridge) {
  const invoke = vi.spyOn(scene.gateway, 'invoke')
  for (const id of [1, 2]) {
    call(bridge, id)
    await until(() => invoke.mock.calls.length === id && asked.length > 0)
    await scene.clock.advance(5_000)
    cancel(bridge, id)
    await until(() => invoke.mock.settledResults.filter(({ type }) => type === 'fulfilled').length === id)
  }
}

describe('a client of the Python SDK 2.x through the bridge', () => {
  it.each([
    ['the shared key', () => bridgeToken],
    ['its own key', ownKey],
  ])('that gives up after 5 s has its owner asked once, with %s', async (_which, tokenOf) => {
    publish(tokenOf())
    const bridge = bridges.startRaw()
    await giveUpTwice(bridge)
    expect(asked).toHaveLength(1)
    call(bridge, 3)
    await until(() => scene.gateway.calls.list().length === 1)
    scene.gateway.approvals.decide(asked[0]?.id ?? '', 'approve', 'ada')
    const { result } = await bridge.answer(3)
    expect(result).toMatchObject({ structuredContent: { success: true, data: { time: 13_000 } } })
    expect(asked).toHaveLength(1)
    expect(bridge.messages().filter(({ id }) => id === 1 || id === 2)).toEqual([])
  })

  it('that cancels because its person wants it so has the request withdrawn', async () => {
    const bridge = bridges.startRaw()
    call(bridge, 1)
    await until(() => scene.gateway.approvals.open().length === 1)
    cancel(bridge, 1, { reason: 'the person pressed Escape' })
    await until(() => scene.gateway.approvals.open().length === 0)
  })
})

it('two programs with the shared key and one name never join: each is asked for, and gets its own result', async () => {
  const [one, other] = [bridges.startRaw(), bridges.startRaw()]
  call(one, 1)
  call(other, 1)
  await until(() => asked.length === 2)
  scene.gateway.approvals.decide(asked[0]?.id ?? '', 'approve', 'ada')
  await until(() => one.messages().length + other.messages().length === 1)
  expect(scene.gateway.approvals.open()).toHaveLength(1)
  scene.gateway.approvals.decide(asked[1]?.id ?? '', 'deny', 'ada')
  const results = [(await one.answer(1)).result, (await other.answer(1)).result]
  expect(results.map(({ isError }) => isError ?? false).sort()).toEqual([false, true])
})
