/** The stdio bridge with a multiplexed connection: what is sent over it, and what happens when it breaks. */

import { connectTarget, maxMultiplexedBytes, serializeLine } from '@contract/local/multiplexed-message.js'
import { expect, it } from 'vitest'
import {
  type MultiplexedGateway,
  type ReceivedRequest,
  serveConnections,
  startOnConnection,
} from './multiplexed-gateway.js'
import { bridgeScene, callOf, initialize, initialized, until } from './scene.js'

const scene = bridgeScene()
const { startRaw } = scene
const serve = (how?: { givesLines: boolean }) => serveConnections(scene, how)
const begin = (gateway: MultiplexedGateway) => startOnConnection(scene, gateway)

const answerTo = ({ id, head }: ReceivedRequest, status = 200) =>
  serializeLine(
    { exchange: head?.exchange ?? 0, status },
    JSON.stringify({ jsonrpc: '2.0', id, result: { way: 'line' } }),
  )

it('sends requests of a session over it with the session id, and forwards responses as they arrive', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  expect(gateway.connectRequests).toEqual([[connectTarget, 'Bearer secret']])
  bridge.send(callOf(1, 'echo'))
  bridge.send(callOf(2, 'echo'))
  const [first, second] = [await gateway.came(1), await gateway.came(2)]
  expect(first).toMatchObject({ way: 'line', head: { session: 's1', version: '2025-06-18' } })
  gateway.say(answerTo(second) + answerTo(first))
  expect([await bridge.answer(1), await bridge.answer(2)]).toMatchObject([{ result: { way: 'line' } }, { id: 2 }])
})

it('forwards messages that arrive before a response', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  bridge.send(callOf(1, 'slow'))
  const { head: { exchange = 0 } = {} } = await gateway.came(1)
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} }
  const event = (message: object) => JSON.stringify(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  gateway.say(serializeLine({ exchange, status: 200, stream: 'begins' }, ''))
  gateway.say(serializeLine({ exchange, stream: 'goes-on' }, event(progress)))
  await until(() => bridge.messages().some(({ method }) => method === progress.method))
  gateway.say(serializeLine({ exchange, stream: 'goes-on' }, event({ jsonrpc: '2.0', id: 1, result: {} })))
  gateway.say(serializeLine({ exchange, stream: 'ends' }, ''))
  expect(await bridge.answer(1)).toMatchObject({ result: {} })
})

it('sends large messages, and those of the newer era, over HTTP', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  bridge.send(callOf(1, 'echo', { text: 'x'.repeat(maxMultiplexedBytes) }))
  bridge.send({
    id: 2,
    method: 'tools/list',
    params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
  })
  expect([await bridge.answer(1), await bridge.answer(2)]).toMatchObject([
    { result: { way: 'http' } },
    { result: { way: 'http' } },
  ])
})

it('fails requests in progress when the connection breaks, and continues over HTTP until there is another', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  bridge.send(callOf(1, 'hang'))
  await gateway.came(1)
  gateway.breakLine()
  expect(await bridge.answer(1)).toMatchObject({ error: { data: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } } })
  bridge.send(callOf(2, 'echo'))
  expect(await bridge.answer(2)).toMatchObject({ result: { way: 'http' } })
  expect(gateway.taken.filter(({ id }) => id === 1)).toHaveLength(1)
  await until(() => gateway.connectRequests.length === 2)
})

it('works without one when the gateway offers none, and requests none again', async () => {
  const gateway = await serve({ givesLines: false })
  const bridge = startRaw()
  bridge.send(initialize)
  await bridge.answer(0)
  bridge.send(initialized)
  for (const id of [1, 2, 3]) {
    bridge.send(callOf(id, 'echo'))
    expect(await bridge.answer(id)).toMatchObject({ result: { way: 'http' } })
  }
  expect(gateway.connectRequests).toHaveLength(1)
})

it.each(['nonsense\n', '{"exchange":1,"status":200}\n', 'null\t\n'])(
  'closes the connection after an invalid message: %j',
  async (noise) => {
    const gateway = await serve()
    const bridge = await begin(gateway)
    bridge.send(callOf(1, 'hang'))
    await gateway.came(1)
    gateway.say(noise)
    expect(await bridge.answer(1)).toMatchObject({ error: { data: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } } })
    bridge.send(callOf(2, 'echo'))
    expect(await bridge.answer(2)).toMatchObject({ result: { way: 'http' } })
  },
)
