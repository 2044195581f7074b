/** The stdio bridge under pressure: neither a client nor a gateway that does not read makes it grow without end. */
import { once } from 'node:events'
import { readFileSync } from 'node:fs'
import type { ServerResponse } from 'node:http'
import { describe, expect, it } from 'vitest'
import { until } from '../../fixtures/until.js'
import { bridgeScene, callOf } from './scene.js'

const { startRaw, serveBadly, startServer, connect, echo } = bridgeScene()

const megabyte = 1024 * 1024
/** Milliseconds; so many bytes take a while on busy cores. */
const patience = 40_000
const note = (text: string) => ({ jsonrpc: '2.0', method: 'notifications/message', params: { text } })

describe('under pressure, the bridge', () => {
  it('applies backpressure to the gateway while its client does not read, and loses nothing', async () => {
    const total = 32
    let written = 0
    let held = false
    const flood = async (response: ServerResponse) => {
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      for (; written < total; written += 1) {
        if (response.write(`data: ${JSON.stringify(note('x'.repeat(megabyte)))}\n\n`)) continue
        held = true
        await once(response, 'drain')
        held = false
      }
      response.end(`data: ${JSON.stringify({ jsonrpc: '2.0', id: 1, result: {} })}\n\n`)
    }
    let received = 0
    await serveBadly((_, response) => {
      received += 1
      if (received === 1) void flood(response)
      else response.writeHead(202).end()
    })
    const bridge = startRaw()
    let lines = 0
    bridge.child.stdout.on('data', (chunk: Buffer) => {
      lines += chunk.toString('latin1').split('\n').length - 1
    })
    bridge.child.stdout.pause()
    bridge.send({ id: 1, method: 'ping' })
    await until(() => held, patience)
    // After carrying these, it would have buffered everything.
    for (let count = 2; count <= 20; count += 1) {
      bridge.send({ method: 'notifications/roots/list_changed' })
      await until(() => received === count, patience)
    }
    expect(written).toBeLessThan(total)
    bridge.child.stdout.resume()
    await until(() => lines === total + 1, patience)
  })

  it('rejects requests that would pile up before a gateway that does not read', async () => {
    await serveBadly((request) => void request.pause())
    const bridge = startRaw()
    for (let id = 1; id <= 10; id += 1) bridge.send(callOf(id, 'echo', { text: 'x'.repeat(8 * megabyte) }))
    await until(() => bridge.messages().some(({ id }) => id === 10), patience)
    expect((await bridge.answer(10)).error).toMatchObject({
      data: { code: 'SYSTEM.RATE_LIMITED', suggestion: expect.any(String) },
    })
    expect(bridge.messages().some(({ id }) => id === 1)).toBe(false)
    if (process.platform === 'linux') expect(residentMegabytes(bridge.child.pid ?? 0)).toBeLessThan(600)
  })

  it('carries ten megabytes there and back', async () => {
    await startServer()
    const { client } = await connect()
    const large = 'x'.repeat(10_000_000)
    expect((await echo(client, large)) === large).toBe(true)
  })

  it('runs in many copies at once', async () => {
    await startServer()
    const clients = await Promise.all(Array.from({ length: 6 }, () => connect()))
    const words = clients.map((_, index) => `copy ${index}`)
    expect(await Promise.all(clients.map(({ client }, index) => echo(client, words[index] ?? '')))).toEqual(words)
  })
})

const residentMegabytes = (pid: number): number =>
  Number(/VmRSS:\s+(\d+)/.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1]) / 1024
