/** The stdio bridge with a gateway that answers badly: every request still gets one answer. */
import { describe, expect, it } from 'vitest'
import { bridgeScene, initialize, until } from './scene.js'

const { startRaw, serveBadly } = bridgeScene()

describe('with a faulty gateway, the bridge', () => {
  it.each([
    [401, 'AUTH.TOKEN_INVALID'],
    [403, 'PERMISSION.DENIED'],
    [413, 'PROTOCOL.INVALID_REQUEST'],
    [500, 'SYSTEM.SERVICE_UNAVAILABLE'],
    [302, 'SYSTEM.SERVICE_UNAVAILABLE'],
  ])('turns HTTP %i into a JSON-RPC error with a plain message', async (status, code) => {
    await serveBadly((_, response) => response.writeHead(status, { location: 'http://127.0.0.1:1/' }).end('<html>'))
    const bridge = startRaw()
    bridge.send(initialize)
    expect((await bridge.answer(0)).error.data.code).toBe(code)
  })

  it('turns an invalid or missing response into a JSON-RPC error', async () => {
    await serveBadly((request, response) => {
      if (request.headers['mcp-method'] === 'ping')
        response.writeHead(200, { 'content-type': 'text/event-stream' }).end(': hi\n\n')
      else response.writeHead(200, { 'content-type': 'application/json' }).end('<html>')
    })
    const bridge = startRaw()
    bridge.send({
      id: 1,
      method: 'ping',
      params: { _meta: { 'io.modelcontextprotocol/protocolVersion': '2026-07-28' } },
    })
    bridge.send({ id: 2, method: 'ping' })
    expect((await bridge.answer(1)).error.message).toMatch(/without a response/)
    expect((await bridge.answer(2)).error.message).toMatch(/not an MCP message/)
  })

  it('responds once, even if the connection breaks after the response', async () => {
    let broken = 0
    await serveBadly((_, response) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.write('data: {"jsonrpc":"2.0","id":1,"result":{}}\n\ndata: {"jsonrpc":"2.0","id":1,"result":{}}\n\n')
      response.on('close', () => {
        broken += 1
      })
      setImmediate(() => response.destroy())
    })
    const bridge = startRaw()
    bridge.send({ id: 1, method: 'ping' })
    await until(() => broken === 1)
    bridge.send('a mark\n')
    await bridge.answer(null)
    expect(bridge.messages().map(({ id }) => id)).toEqual([1, null])
  })

  it('rejects a request beyond a thousand pending ones, and continues', async () => {
    let open = 0
    await serveBadly(() => {
      open += 1
    })
    const bridge = startRaw()
    for (let id = 1; id <= 1_001; id += 1) bridge.send({ id, method: 'ping' })
    expect((await bridge.answer(1_001)).error.data.code).toBe('SYSTEM.RATE_LIMITED')
    await until(() => open === 1_000)
    expect(bridge.messages()).toHaveLength(1)
  })
})
