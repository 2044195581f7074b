/**
 * Unknown clients at every listener: connections that say nothing, or upgrade and say nothing, never keep the real peer out.
 *
 * The port of AI clients is tested in `http-listener-limits.test.ts`, the agent in Java by its own tests.
 */
import { once } from 'node:events'
import { get } from 'node:http'
import { connect, type Socket } from 'node:net'
import { describe, expect, it } from 'vitest'
import { WebSocket } from 'ws'
import { serveAgent } from '../../agents/kit/sdk/index.js'
import { registerTimeoutMs } from '../../agents/kit/sdk/listen.js'
import { listenForRedirect } from '../../src-main/providers/mcp-service/sign-in/redirect-listener.js'
import { upgrade } from '../attacks/raw-websocket.js'
import { BedrockScene } from '../fakes/bedrock/bedrock-scene.js'
import { LanScene } from '../fakes/lan-scene.js'
import { OverlayScene } from '../fakes/overlay-scene.js'
import { lanPeer } from '../fakes/phone.js'
import { cleanUpForEach, openForEach } from '../fixtures/for-each.js'
import { until } from '../fixtures/until.js'

const cleanUp = cleanUpForEach()

const count = 200

async function silent(port: number, localAddress = '127.0.0.1'): Promise<Socket> {
  const socket = cleanUp.add(connect({ port, host: '127.0.0.1', localAddress }), (open) => open.destroy())
  socket.on('error', () => {}).resume()
  await Promise.race([once(socket, 'connect'), once(socket, 'close')])
  return socket
}

const manySilent = (port: number, from?: string): Promise<Socket[]> =>
  Promise.all(Array.from({ length: count }, () => silent(port, from)))

async function manyUpgraded(port: number, many = count): Promise<Socket[]> {
  const sockets: Socket[] = []
  for (let at = 0; at < many; at++) {
    const socket = await silent(port)
    await upgrade(socket, `127.0.0.1:${port}`)
    sockets.push(socket)
  }
  return sockets
}

/** Connects again whenever it is disconnected. */
async function insist(port: number): Promise<void> {
  let isEnding = false
  cleanUp.add(undefined, () => {
    isEnding = true
  })
  const again = async () => {
    if (isEnding) return
    const socket = await silent(port)
    socket.once('close', () => void again())
    void upgrade(socket, `127.0.0.1:${port}`)
  }
  await Promise.all(Array.from({ length: count }, again))
}

describe('an agent', () => {
  const register = {
    id: 'register-1',
    type: 'register',
    version: '1.0.0',
    timestamp: '2026-01-19T10:30:00Z',
    gateway: { id: 'g', name: 'G', version: '1.0.0' },
    authentication: { type: 'token', token: 'right' },
  }

  async function agentPort(): Promise<number> {
    const info = { id: 'a', name: 'A', version: '1.0.0' }
    const agent = cleanUp.add(await serveAgent({ port: 0, token: 'right', info, capabilities: [] }), (open) =>
      open.close(),
    )
    return Number(new URL(agent.address).port)
  }

  async function registers(port: number): Promise<WebSocket> {
    const gateway = cleanUp.add(new WebSocket(`ws://127.0.0.1:${port}`), (open) => open.terminate())
    await once(gateway, 'open')
    gateway.send(JSON.stringify(register))
    const [acknowledged] = await once(gateway, 'message')
    expect(JSON.parse(`${acknowledged}`)).toMatchObject({ type: 'register_ack', success: true })
    return gateway
  }

  it('registers a gateway among unknown clients who say nothing or upgrade, and keeps it', async () => {
    const port = await agentPort()
    await manySilent(port)
    const gateway = await registers(port)
    const [first] = await manyUpgraded(port)
    expect(first?.destroyed).toBe(true)
    await registers(port)
    expect(gateway.readyState).toBe(WebSocket.OPEN)
  })

  it('registers a gateway among unknown clients who connect again without a pause', async () => {
    const port = await agentPort()
    await insist(port)
    await registers(port)
  })

  it('disconnects who upgraded and does not register in time', async () => {
    const port = await agentPort()
    const gateway = await registers(port)
    const [other] = await manyUpgraded(port, 1)
    await until(() => other?.destroyed === true, registerTimeoutMs + 45_000)
    expect(gateway.readyState).toBe(WebSocket.OPEN)
  })
})

describe('the port of Bedrock games', () => {
  const scene = openForEach(() => BedrockScene.open())

  it('shows a game among unknown clients who say nothing', async () => {
    await manySilent(scene().port)
    const { game } = await scene().waiting({ players: ['Steve'] })
    expect(game.texts()[0]).toContain('#login')
  })

  it('shows a game among unknown clients who upgrade and never respond, and they lose their place to it', async () => {
    const others = await manyUpgraded(scene().port, 20)
    const { connection } = await scene().waiting({ players: ['Steve'] })
    await manyUpgraded(scene().port, 20)
    expect(scene().provider.state.waiting.map(({ id }) => id)).toContain(connection)
    await until(() => others.filter(({ destroyed }) => destroyed).length >= 16)
  })

  it('shows a game although other addresses have all places with games that respond', async () => {
    for (const from of ['127.0.0.2', '127.0.0.3'])
      for (let at = 0; at < 4; at++) await scene().waiting({ players: [`Other${at}`], from })
    const { connection } = await scene().waiting({ players: ['Steve'] })
    expect(scene().provider.state.waiting).toHaveLength(8)
    expect(scene().provider.state.waiting.map(({ id }) => id)).toContain(connection)
  })
})

it('the phone port serves a paired phone among unknown clients of its own address and of others', async () => {
  const scene = new LanScene(cleanUp)
  const phone = await scene.paired()
  await phone.open()
  const port = Number(new URL(phone.origin).port)
  await manySilent(port, lanPeer)
  await manySilent(port, '127.0.0.3')
  expect((await phone.post('/api/here', {})).status).toBe(200)
})

it('the overlay serves a page among unknown clients who say nothing', async () => {
  const scene = new OverlayScene(cleanUp)
  scene.overlay.renewKey()
  const { port } = await scene.address()
  await manySilent(Number(port))
  expect((await scene.get('/overlay')).status).toBe(200)
})

it('the address to which a sign-in returns receives the browser among unknown clients who say nothing', async () => {
  const listener = cleanUp.add(await listenForRedirect('the state'), (open) => open.close())
  await manySilent(Number(new URL(listener.url).port))
  const [response] = await once(get(`${listener.url}?state=the%20state&code=1`, { agent: false }), 'response')
  expect(response.statusCode).toBe(200)
  response.resume()
  expect((await listener.arrived).get('code')).toBe('1')
})
