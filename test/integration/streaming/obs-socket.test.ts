/** The connection to OBS over real sockets: what an OBS of an attacker can do, and which addresses are connected to. */
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import type { ObsProblem } from '@shared/streaming/obs.js'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { systemClock } from '../../../src-main/storage/system-clock.js'
import {
  type ConnectionPhase,
  dialObs,
  maxFrameBytes,
  ObsConnection,
} from '../../../src-main/streaming/obs/obs-connection.js'
import { openObsServer } from '../../fakes/obs/obs-server.js'
import { CleanUp } from '../../fixtures/clean-up.js'
import { until } from '../../fixtures/until.js'

const cleanUp = new CleanUp()
afterEach(() => cleanUp.run())

interface Scene {
  readonly phases: ConnectionPhase[]
  readonly events: string[]
  readonly last: () => ConnectionPhase | undefined
  readonly connection: ObsConnection
}

function connect(address: string, password?: string, resolved?: string): Scene {
  const phases: ConnectionPhase[] = []
  const events: string[] = []
  const resolve = resolved === undefined ? undefined : async () => [{ address: resolved, family: 4 }]
  const connection = new ObsConnection({
    dial: dialObs(systemClock, resolve),
    password: () => password,
    clock: systemClock,
    chance: () => 1,
    prepare: async (call) => void (await call('GetVersion')),
    onEvent: (name) => events.push(name),
    onPhase: (phase) => phases.push(phase),
  })
  cleanUp.add(connection, (one) => one.use(undefined))
  connection.use(address)
  return { phases, events, last: () => phases.at(-1), connection }
}

async function hostile(onConnection: (socket: WebSocket) => void): Promise<string> {
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, handleProtocols: () => 'obswebsocket.json' })
  cleanUp.add(server, (one) => {
    for (const socket of one.clients) socket.terminate()
    one.close()
  })
  await once(server, 'listening')
  server.on('connection', (socket) => {
    socket.on('error', () => {})
    onConnection(socket)
  })
  return `ws://127.0.0.1:${(server.address() as AddressInfo).port}`
}

const send = (socket: WebSocket, op: number, d: unknown): void => socket.send(JSON.stringify({ op, d }))

/** Lets a client in, and then does what it likes. */
const afterHello = (misbehave: (socket: WebSocket, requestId: string) => void) =>
  hostile((socket) => {
    send(socket, 0, { rpcVersion: 1 })
    socket.on('message', (data) => {
      const { op, d } = JSON.parse(`${data as Buffer}`) as { op: number; d: { requestId: string } }
      if (op === 1) send(socket, 2, { negotiatedRpcVersion: 1 })
      else misbehave(socket, d.requestId)
    })
  })

const failedWith = async ({ last }: Scene, problem: ObsProblem): Promise<void> => {
  await until(() => last()?.kind === 'failed')
  expect(last()).toMatchObject({ problem })
}

const success = { result: true, code: 100 }

describe('connection to OBS over sockets', () => {
  it('connects to an OBS, with its password', async () => {
    const server = cleanUp.add(await openObsServer({ password: 'secret' }), (one) => one.close())
    const { last } = connect(server.address, 'secret')
    await until(() => last()?.kind === 'connected')
    expect(last()).toEqual({ kind: 'connected', isHere: true })
  })

  it('says that nothing listens, that an OBS is too old, and that a website is no OBS', async () => {
    const server = await openObsServer()
    await server.close()
    await failedWith(connect(server.address), 'not-running')
    const old = cleanUp.add(await openObsServer({ isOld: true }), (one) => one.close())
    await failedWith(connect(old.address), 'not-obs')
    const website = cleanUp.add(
      createServer((_request, response) => response.end('hello')).on('upgrade', (_request, socket) => {
        socket.end('HTTP/1.1 302 Found\r\nLocation: ws://127.0.0.1:1/\r\nContent-Length: 0\r\n\r\n')
      }),
      (one) => void one.close(),
    )
    website.listen(0, '127.0.0.1')
    await once(website, 'listening')
    await failedWith(connect(`ws://127.0.0.1:${(website.address() as AddressInfo).port}`), 'not-obs')
  })

  it.each(['8.8.8.8', '0.0.0.0', '203.0.113.9'])('does not connect to a name that is at %s', async (address) => {
    await failedWith(connect('ws://obs.example:4455', undefined, address), 'not-allowed')
  })

  it('connects to the address that was checked, whatever the name resolves to later', async () => {
    const server = cleanUp.add(await openObsServer(), (one) => one.close())
    const { last } = connect(`ws://obs.example:${server.port}`, undefined, '127.0.0.1')
    await until(() => last()?.kind === 'connected')
  })

  it('drops an OBS that sends a frame of more than a megabyte', async () => {
    const address = await afterHello((socket) => socket.send(`"${'x'.repeat(maxFrameBytes)}"`))
    await failedWith(connect(address), 'misbehaved')
  })

  it('drops an OBS that sends a message in thousands of pieces', async () => {
    const address = await afterHello((socket) => {
      for (let piece = 0; piece < 5_000; piece += 1) socket.send('x', { fin: false })
    })
    await failedWith(connect(address), 'misbehaved')
  })

  it('takes no answer that it did not ask for, nor one for another request', async () => {
    const address = await afterHello((socket, requestId) => {
      send(socket, 7, { requestId: 'gatehouse-99', requestType: 'GetVersion', requestStatus: success })
      send(socket, 7, { requestId, requestType: 'SaveReplayBuffer', requestStatus: success })
      send(socket, 7, { requestId: '__proto__', requestType: 'GetVersion', requestStatus: success })
      send(socket, 7, { requestId, requestType: 'GetVersion', requestStatus: { result: 'yes', code: '100' } })
    })
    await failedWith(connect(address), 'not-obs')
  })

  it('survives messages that are no messages', async () => {
    const address = await afterHello((socket, requestId) => {
      for (const text of ['', '{', 'null', '[]', '7', '{"op":5}', '{"op":5,"d":[]}', `${'['.repeat(100_000)}`])
        socket.send(text)
      socket.send(Buffer.from([1, 2, 3]))
      send(socket, 2, {})
      send(socket, 0, { authentication: { salt: 's', challenge: 'c' } })
      send(socket, 7, { requestId, requestType: 'GetVersion', requestStatus: success })
    })
    const { last } = connect(address)
    await until(() => last()?.kind === 'connected')
  })

  it('reads a flood of events slowly, so that the program keeps running', async () => {
    let sent = 0
    const address = await afterHello((socket, requestId) => {
      send(socket, 7, { requestId, requestType: 'GetVersion', requestStatus: success })
      const flood = (): void => {
        for (
          let count = 0;
          count < 200 && socket.readyState === socket.OPEN && socket.bufferedAmount < 5e6;
          count += 1
        ) {
          send(socket, 5, { eventType: 'StreamStateChanged', eventData: { outputActive: sent % 2 === 0 } })
          sent += 1
        }
        if (socket.readyState === socket.OPEN) setImmediate(flood)
      }
      flood()
    })
    const { events, last } = connect(address)
    await until(() => last()?.kind === 'connected' && sent > 5_000)
    const before = events.length
    let longest = 0
    for (let count = 0, at = performance.now(); count < 50; count += 1) {
      await new Promise((resolve) => setTimeout(resolve, 10))
      longest = Math.max(longest, performance.now() - at)
      at = performance.now()
    }
    expect(longest).toBeLessThan(500)
    expect(events.length - before).toBeLessThan(1_500)
  })
})
