import type { JSONRPCMessage } from '@modelcontextprotocol/server'
import fc from 'fast-check'
import { beforeEach, describe, expect, it } from 'vitest'
import { EndpointTransport, maxRequests } from '../../../../src-main/consumers/xiaozhi/endpoint-transport.js'
import { forAll } from '../../../fixtures/properties.js'

let sent: { id: unknown; result?: unknown; error?: unknown }[]
let received: (JSONRPCMessage & { id?: number; method?: string; params?: unknown })[]
let transport: EndpointTransport

beforeEach(() => {
  sent = []
  received = []
  transport = new EndpointTransport((text) => sent.push(JSON.parse(text)))
  transport.onmessage = (message) => received.push(message as (typeof received)[number])
})

const request = (id: unknown, method = 'tools/list', params: object = {}): string =>
  JSON.stringify({ jsonrpc: '2.0', id, method, params })

/** Answers what was received as the nth, counted from 0. */
const answer = (nth: number): Promise<void> =>
  transport.send({ jsonrpc: '2.0', id: received[nth]?.id ?? -1, result: { nth } })

describe('endpoint transport', () => {
  it.each([[0], [1], ['3f2a_n_1'], ['']])('gives the id %j back exactly', async (id) => {
    transport.receive(request(id))
    await answer(0)
    expect(sent).toEqual([{ jsonrpc: '2.0', id, result: { nth: 0 } }])
  })

  it('says which message begins a session', () => {
    expect(transport.receive(request(0, 'initialize'))).toBe(true)
    expect(transport.receive(request(1))).toBe(false)
  })

  it('serves two different requests with the same id, and a repeated one once', async () => {
    transport.receive(request(1, 'tools/list'))
    transport.receive(request(1, 'ping'))
    transport.receive(request(1, 'ping'))
    expect(received).toHaveLength(2)
    await answer(1)
    await answer(0)
    expect(sent.map(({ result }) => result)).toEqual([{ nth: 1 }, { nth: 0 }])
    transport.receive(request(1, 'ping'))
    expect(received).toHaveLength(3)
  })

  it('answers nothing twice', async () => {
    transport.receive(request(1))
    await answer(0)
    await answer(0)
    expect(sent).toHaveLength(1)
  })

  it('cancels by the id of the device', () => {
    transport.receive(request('a_n_4', 'tools/call', { name: 'x' }))
    transport.receive(
      JSON.stringify({ jsonrpc: '2.0', method: 'notifications/cancelled', params: { requestId: 'a_n_4' } }),
    )
    expect(received[1]).toMatchObject({ method: 'notifications/cancelled', params: { requestId: received[0]?.id } })
  })

  it('refuses more requests than it can answer', () => {
    for (let id = 0; id <= maxRequests; id += 1) transport.receive(request(id))
    expect(received).toHaveLength(maxRequests)
    expect(sent).toEqual([{ jsonrpc: '2.0', id: maxRequests, error: { code: -32_000, message: expect.any(String) } }])
  })

  it.each([
    ['nests 65 levels', '['.repeat(65)],
    ['holds 5,000 values', `[${'1,'.repeat(5_000)}1]`],
    ['holds 60,000 lists', `[${'[],'.repeat(60_000)}[]]`],
    ['holds a number of 100,000 digits', '9'.repeat(100_000)],
    ['holds 3,000 names', `{${Array.from({ length: 3_000 }, (_, at) => `"n${at}":1`).join()}}`],
  ])('ignores a message that %s', (_what, held) => {
    transport.receive(`{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"x","arguments":{"a":${held}}}}`)
    expect(received).toEqual([])
    expect(sent).toEqual([])
  })

  it('sends nothing but answers', async () => {
    await transport.send({ jsonrpc: '2.0', method: 'notifications/tools/list_changed' })
    await transport.send({ jsonrpc: '2.0', id: 1, method: 'roots/list' })
    expect(sent).toEqual([])
  })

  it('ignores anything but requests', () => {
    const odd = fc.oneof(
      fc.string(),
      fc.json(),
      fc.constant('['.repeat(100_000)),
      fc.constant(`{"id":1,"method":"x","params":${'{"a":'.repeat(80)}1${'}'.repeat(80)}}`),
      fc.constantFrom(...[null, {}, [], 1.5e308 * 10, true].map((id) => request(id))),
      fc.constant('{"jsonrpc":"2.0","id":1,"result":{}}'),
    )
    forAll(odd, (text) => {
      expect(transport.receive(text)).toBe(false)
      expect(received).toEqual([])
      expect(sent).toEqual([])
    })
  })
})
