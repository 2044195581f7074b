/** The stdio bridge with a gateway that gives it a line: what goes over it, and what when it breaks. */
import { expect, it } from 'vitest'
import { lineOf, lineTarget, longestOnLine } from '../../../src-main/contract/gateway-line.js'
import { beginOnLine, type LineGateway, serveLines, type Taken } from './line-gateway.js'
import { bridgeScene, callOf, initialize, initialized, until } from './scene.js'

const scene = bridgeScene()
const { startRaw } = scene
const serve = (how?: { givesLines: boolean }) => serveLines(scene, how)
const begin = (gateway: LineGateway) => beginOnLine(scene, gateway)

const answerTo = ({ id, head }: Taken, status = 200) =>
  lineOf({ exchange: head?.exchange ?? 0, status }, JSON.stringify({ jsonrpc: '2.0', id, result: { way: 'line' } }))

it('sends what a session asks over it, with the session’s name, and passes the answers on as they come', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  expect(gateway.knocks).toEqual([[lineTarget, 'Bearer secret']])
  bridge.send(callOf(1, 'echo'))
  bridge.send(callOf(2, 'echo'))
  const [first, second] = [await gateway.came(1), await gateway.came(2)]
  expect(first).toMatchObject({ way: 'line', head: { session: 's1', version: '2025-06-18' } })
  gateway.say(answerTo(second) + answerTo(first))
  expect([await bridge.answer(1), await bridge.answer(2)]).toMatchObject([{ result: { way: 'line' } }, { id: 2 }])
})

it('passes on what comes before an answer', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  bridge.send(callOf(1, 'slow'))
  const { head: { exchange = 0 } = {} } = await gateway.came(1)
  const progress = { jsonrpc: '2.0', method: 'notifications/progress', params: {} }
  const event = (message: object) => JSON.stringify(`event: message\ndata: ${JSON.stringify(message)}\n\n`)
  gateway.say(lineOf({ exchange, status: 200, stream: 'begins' }, ''))
  gateway.say(lineOf({ exchange, stream: 'goes-on' }, event(progress)))
  await until(() => bridge.messages().some(({ method }) => method === progress.method))
  gateway.say(lineOf({ exchange, stream: 'goes-on' }, event({ jsonrpc: '2.0', id: 1, result: {} })))
  gateway.say(lineOf({ exchange, stream: 'ends' }, ''))
  expect(await bridge.answer(1)).toMatchObject({ result: {} })
})

it('sends what is large, or of the newer era, over HTTP', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  bridge.send(callOf(1, 'echo', { text: 'x'.repeat(longestOnLine) }))
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

it('answers with an error what was on the line when it broke, and goes on over HTTP until there is another', async () => {
  const gateway = await serve()
  const bridge = await begin(gateway)
  bridge.send(callOf(1, 'hang'))
  await gateway.came(1)
  gateway.breakLine()
  expect(await bridge.answer(1)).toMatchObject({ error: { data: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } } })
  bridge.send(callOf(2, 'echo'))
  expect(await bridge.answer(2)).toMatchObject({ result: { way: 'http' } })
  expect(gateway.taken.filter(({ id }) => id === 1)).toHaveLength(1)
  await until(() => gateway.knocks.length === 2)
})

it('does without where the gateway gives none, and asks no second time', async () => {
  const gateway = await serve({ givesLines: false })
  const bridge = startRaw()
  bridge.send(initialize)
  await bridge.answer(0)
  bridge.send(initialized)
  for (const id of [1, 2, 3]) {
    bridge.send(callOf(id, 'echo'))
    expect(await bridge.answer(id)).toMatchObject({ result: { way: 'http' } })
  }
  expect(gateway.knocks).toHaveLength(1)
})

it.each(['nonsense\n', '{"exchange":1,"status":200}\n', 'null\t\n'])(
  'gives up a line on which something else comes: %j',
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
