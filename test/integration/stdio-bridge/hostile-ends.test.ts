/** The stdio bridge between a hostile client and a hostile gateway: each request gets one response, and memory is bounded. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import { serializeLine } from '@contract/local/multiplexed-message.js'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { times } from '../../fixtures/properties.js'
import { until as patiently } from '../../fixtures/until.js'
import { type ReceivedRequest, serveConnections, startOnConnection } from './multiplexed-gateway.js'
import { bridgeScene, callOf, environment, until } from './scene.js'

const scene = bridgeScene()
const megabyte = 1024 * 1024
/** Heap that the bridge may have: what grows without end ends the process. */
const smallHeap = environment({ NODE_OPTIONS: '--max-old-space-size=128' })
const residentMegabytes = (pid = 0): number =>
  process.platform === 'linux'
    ? Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
    : 0

const responseTo = (id: unknown, result: unknown = {}) => JSON.stringify({ jsonrpc: '2.0', id, result })
const exchangeOf = ({ head }: ReceivedRequest): number => head?.exchange ?? -1
const eventOf = (text: string) => JSON.stringify(`event: message\ndata: ${text}\n\n`)

async function begin() {
  const gateway = await serveConnections(scene)
  const bridge = await startOnConnection(scene, gateway, smallHeap)
  /** The exchange of a call that is open. */
  const call = async (id: number) => {
    bridge.send(callOf(id, 'hang'))
    return exchangeOf(await gateway.came(id))
  }
  const responses = (id: number) => bridge.messages().filter((message) => message.id === id && !message.method)
  /** Another request is answered, over whatever way is left. */
  const isResponsive = async (id: number) => {
    bridge.send(callOf(id, 'last'))
    const taken = await gateway.came(id)
    if (taken.way === 'line') gateway.say(serializeLine({ exchange: exchangeOf(taken), status: 200 }, responseTo(id)))
    expect(await bridge.answer(id)).toMatchObject({ id, result: {} })
  }
  return { gateway, bridge, call, responses, isResponsive }
}

describe('with a hostile gateway, the bridge', () => {
  it('passes on the first of two responses', async () => {
    const { gateway, bridge, call, responses, isResponsive } = await begin()
    const exchange = await call(1)
    const twice = [responseTo(1, { first: true }), responseTo(1, { second: true })]
    gateway.say(twice.map((body) => serializeLine({ exchange, status: 200 }, body)).join(''))
    expect(await bridge.answer(1)).toMatchObject({ result: { first: true } })
    await isResponsive(2)
    expect(responses(1)).toHaveLength(1)
  })

  it('gives no request the response to another', async () => {
    const { gateway, bridge, call, responses, isResponsive } = await begin()
    const [first, second] = [await call(1), await call(2)]
    gateway.say(serializeLine({ exchange: first, status: 200 }, responseTo(2, { stolen: true })))
    expect(await bridge.answer(1)).toMatchObject({ error: { data: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } } })
    gateway.say(serializeLine({ exchange: second, status: 200 }, responseTo(2, { own: true })))
    expect(await bridge.answer(2)).toMatchObject({ result: { own: true } })
    await isResponsive(3)
    expect(responses(2)).toHaveLength(1)
  })

  it('ignores exchanges that were not started', async () => {
    const { gateway, call, isResponsive } = await begin()
    await call(1)
    for (const exchange of [-1, 0, 999_999, Number.MAX_SAFE_INTEGER]) {
      gateway.say(serializeLine({ exchange, status: 200 }, responseTo(1)))
      gateway.say(serializeLine({ exchange, stream: 'goes-on' }, 'null'))
      gateway.say(serializeLine({ exchange, stream: 'ends' }, ''))
    }
    await isResponsive(2)
  })

  it.each<[what: string, said: (exchange: number) => string]>([
    ['a number where text continues', (exchange) => serializeLine({ exchange, stream: 'goes-on' }, '5')],
    ['nothing where text continues', (exchange) => serializeLine({ exchange, stream: 'goes-on' }, 'null')],
    ['a list where text continues', (exchange) => serializeLine({ exchange, stream: 'goes-on' }, '[1,2]')],
    ['a stream that begins again', (exchange) => serializeLine({ exchange, stream: 'begins' }, '').repeat(100_000)],
    ['a whole response in a stream', (exchange) => serializeLine({ exchange, status: 200 }, responseTo(1))],
    ['a line without an end', () => 'x'.repeat(33 * megabyte)],
    ['an exchange that is no number', () => '{"exchange":"1"}\t\n'],
    ['a head that is a list', () => '[]\t\n'],
    ['a head of a hundred thousand levels', () => `${'['.repeat(100_000)}\t\n`],
  ])('closes the connection for %s, and continues', async (_what, said) => {
    const { gateway, bridge, call, responses, isResponsive } = await begin()
    const exchange = await call(1)
    gateway.say(serializeLine({ exchange, stream: 'begins', status: 200 }, ''))
    gateway.say(said(exchange))
    expect(await bridge.answer(1)).toMatchObject({ error: { data: { code: 'SYSTEM.SERVICE_UNAVAILABLE' } } })
    await isResponsive(2)
    expect(responses(1)).toHaveLength(1)
  })

  it.each([0, -1, 99_999, 101, 500])('turns the status %i into an error', async (status) => {
    const { gateway, bridge, call, isResponsive } = await begin()
    gateway.say(serializeLine({ exchange: await call(1), status }, '<html>'))
    expect((await bridge.answer(1)).error.message).toEqual(expect.any(String))
    await isResponsive(2)
  })

  it.each<[what: string, body: string]>([
    ['deeply nested', `{"jsonrpc":"2.0","id":1,"result":${'['.repeat(200_000)}`],
    ['of another protocol', '{"jsonrpc":"1.0","id":1,"result":{}}'],
    ['a request', '{"jsonrpc":"2.0","id":1,"method":"ping"}'],
    ['a batch', '[{"jsonrpc":"2.0","id":1,"result":{}}]'],
    ['an error that is text', '{"jsonrpc":"2.0","id":1,"error":"no"}'],
  ])('refuses a response that is %s', async (_what, body) => {
    const { gateway, bridge, call, isResponsive } = await begin()
    gateway.say(serializeLine({ exchange: await call(1), status: 200 }, body))
    expect((await bridge.answer(1)).error.message).toEqual(expect.any(String))
    await isResponsive(2)
  })

  it('passes requests of the gateway on as one line each, whatever line ends stand in them', async () => {
    const { gateway, bridge, call, isResponsive } = await begin()
    const exchange = await call(1)
    const request = '{"jsonrpc":"2.0",\r\ndata: "id":1,\rdata: "method":"sampling/createMessage"}'
    gateway.say(serializeLine({ exchange, stream: 'begins', status: 200 }, ''))
    gateway.say(serializeLine({ exchange, stream: 'goes-on' }, eventOf(request)))
    await until(() => bridge.messages().some(({ method }) => method === 'sampling/createMessage'))
    gateway.say(serializeLine({ exchange, stream: 'goes-on' }, eventOf(responseTo(1))))
    expect(await bridge.answer(1)).toMatchObject({ result: {} })
    await isResponsive(2)
  })

  it('ends with its client while the gateway never answers', async () => {
    const { bridge, call } = await begin()
    await call(1)
    const ended = once(bridge.child, 'exit')
    bridge.child.stdin.end()
    expect((await ended)[0]).toBe(0)
    expect(bridge.messages().every(({ id }) => id !== 1)).toBe(true)
  })

  it('limits the memory of an event that arrives byte by byte and never ends', async () => {
    let written = 0
    await scene.serveBadly((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      const more = () => {
        for (; written < 400_000; written += 1) {
          if (written % 1_000 === 999) {
            written += 1
            return void setImmediate(more)
          }
          if (response.destroyed) return
          response.write('x')
        }
        response.end()
      }
      more()
    })
    const bridge = scene.startRaw(smallHeap)
    bridge.send({ id: 1, method: 'ping' })
    await patiently(() => bridge.messages().some(({ id }) => id === 1), 60_000)
    expect(residentMegabytes(bridge.child.pid)).toBeLessThan(300)
  })
})

describe('with a hostile client, the bridge', () => {
  const ping = (id: number | string) => `${JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })}\n`

  it('answers each of two requests with the same id', async () => {
    const { gateway, bridge, responses } = await begin()
    bridge.send(callOf(1, 'one'))
    bridge.send(callOf(1, 'two'))
    await until(() => gateway.taken.filter(({ id }) => id === 1).length === 2)
    for (const taken of gateway.taken.filter(({ id }) => id === 1)) {
      gateway.say(serializeLine({ exchange: exchangeOf(taken), status: 200 }, responseTo(1)))
    }
    await until(() => responses(1).length === 2)
  })

  it.each<[what: string, line: string]>([
    ['an id that is an object', '{"jsonrpc":"2.0","id":{},"method":"ping"}'],
    ['an id that is a list', '{"jsonrpc":"2.0","id":[1],"method":"ping"}'],
    ['a method that is a number', '{"jsonrpc":"2.0","id":7,"method":1}'],
    ['a batch', '[{"jsonrpc":"2.0","id":7,"method":"ping"}]'],
    ['a hundred thousand levels', '['.repeat(100_000)],
    ['bytes that are no UTF-8', '"\ud800'],
    ['a message over the limit', 'x'.repeat(11 * megabyte)],
  ])('answers %s with an error that has no id, and continues', async (_what, line) => {
    const { bridge, isResponsive } = await begin()
    bridge.send(`${line}\n`)
    expect((await bridge.answer(null)).error.message).toEqual(expect.any(String))
    await isResponsive(2)
  })

  it('does not buffer a line that never ends', async () => {
    const { bridge } = await begin()
    const before = residentMegabytes(bridge.child.pid)
    const part = Buffer.alloc(megabyte, 0x78)
    for (let sent = 0; sent < 200; sent += 1) {
      if (!bridge.child.stdin.write(part)) await once(bridge.child.stdin, 'drain')
    }
    bridge.send(`\n${ping('after')}`)
    expect(residentMegabytes(bridge.child.pid) - before).toBeLessThan(120)
    expect(bridge.child.exitCode).toBeNull()
  })

  it.each(['lines', 'content-length'] as const)('continues after any bytes, in %s', async (framing) => {
    const gateway = await serveConnections(scene, { givesLines: false })
    const bridge = scene.startRaw(smallHeap, [`--framing=${framing}`])
    let output = ''
    bridge.child.stdout.on('data', (chunk) => {
      output += chunk
    })
    let last = 0
    const noise = fc.oneof(
      fc.uint8Array({ maxLength: 200 }).map((bytes) => Buffer.from(bytes)),
      fc
        .constantFrom(
          '{"jsonrpc":"2.0"',
          '\r\n\r\n',
          'Content-Length: -1',
          'Content-Length: x',
          'Content-Type: a',
          '{}',
          '\0',
        )
        .map((text) => Buffer.from(text)),
    )
    const frame = (text: string) => `${framing === 'lines' ? '' : `Content-Length: ${text.length}\r\n\r\n`}${text}`
    await times(25).forAllAsync(fc.array(noise, { maxLength: 12 }), async (parts) => {
      for (const part of parts) bridge.child.stdin.write(part)
      last += 1
      const id = `ping ${last}`
      // A line end first: what came before is a message of its own, or no frame.
      bridge.child.stdin.write(`\n${frame(ping(id))}`)
      await until(() => output.includes(`"id":"${id}"`))
    })
    expect(bridge.child.exitCode).toBeNull()
    expect(gateway.taken.filter(({ method }) => method === 'ping').length).toBeGreaterThanOrEqual(last)
  })
})
