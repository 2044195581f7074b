/** The HTTP listener under slow, oversized and many connections: no client locks out the others. */
import { EventEmitter, once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type HttpListener, openHttpListener } from '../../src-main/network/http/http-listener.js'
import type { HttpRoute } from '../../src-main/network/http/route.js'
import { systemClock } from '../../src-main/storage/system-clock.js'
import { onlyToken } from '../fakes/authenticated-client.js'
import { RecordingLog } from '../fakes/recording-log.js'
import { until } from '../fixtures/until.js'

const limits = {
  headersMs: 200,
  requestMs: 2_000,
  idleMs: 200,
  headersBytes: 4_096,
  connections: { withoutKey: 8, waiting: 8, withKey: { each: 2, all: 2 } },
  multiplexed: { each: 2, all: 4 },
}
/** `arrives` with each part of a body, `failed` when its connection closed before its end. */
const bodies = new EventEmitter()
const echo: HttpRoute = {
  path: '/echo',
  async handle(request, response) {
    request.once('error', () => bodies.emit('failed'))
    let text = ''
    for await (const chunk of request) {
      text += chunk
      bodies.emit('arrives')
    }
    response.end(text)
  },
  async close() {},
}

let listener: HttpListener
let log: RecordingLog
const sockets: Socket[] = []
beforeEach(async () => {
  log = new RecordingLog()
  listener = await openHttpListener({
    port: 0,
    keys: onlyToken('secret'),
    clock: systemClock,
    routes: [echo],
    log,
    limits,
  })
})
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy()
  await listener.close()
})

interface Connection {
  readonly socket: Socket
  /** Everything received, when the other side has closed the connection. */
  readonly ended: Promise<string>
}

async function open(): Promise<Connection> {
  const socket = connect(Number(new URL(listener.endpoint).port), '127.0.0.1')
  sockets.push(socket)
  let received = ''
  socket.on('data', (data) => {
    received += data
  })
  socket.on('error', () => {})
  const ended = once(socket, 'close').then(() => received)
  await once(socket, 'connect')
  return { socket, ended }
}

const head = () => `POST /echo HTTP/1.1\r\nHost: ${new URL(listener.endpoint).host}\r\nAuthorization: Bearer secret\r\n`
const isServed = async () => {
  const response = await fetch(`${listener.endpoint}/echo`, {
    method: 'POST',
    headers: { authorization: 'Bearer secret', connection: 'close' },
    body: 'hello',
  })
  return (await response.text()) === 'hello'
}

describe('a connection', () => {
  it('that sends nothing is disconnected', async () => {
    const { ended } = await open()
    expect(await ended).not.toContain('200 OK')
    expect(await isServed()).toBe(true)
  })

  it('that sends its head slowly is disconnected', async () => {
    const { socket, ended } = await open()
    socket.write(head())
    const dripping = setInterval(() => socket.write('X: y\r\n'), 20)
    expect(await ended).toContain('408')
    clearInterval(dripping)
    expect(await isServed()).toBe(true)
  })

  it('that sends its body slowly is disconnected', async () => {
    const { socket, ended } = await open()
    socket.write(`${head()}Content-Length: 100000\r\n\r\n`)
    const dripping = setInterval(() => socket.write('x'), 20)
    expect(await ended).not.toContain('200 OK')
    clearInterval(dripping)
    expect(await isServed()).toBe(true)
  })

  it('that closes while its body arrives is not logged', async () => {
    const { socket } = await open()
    const arrives = once(bodies, 'arrives')
    socket.write(`${head()}Content-Length: 100000\r\n\r\nx`)
    await arrives
    const failed = once(bodies, 'failed')
    socket.destroy()
    await failed
    expect(await isServed()).toBe(true)
    expect(log.lines).toEqual([])
  })

  it('that is idle is disconnected', async () => {
    const { socket, ended } = await open()
    socket.write(`${head()}Content-Length: 2\r\n\r\nhi`)
    expect(await ended).toContain('200 OK')
  })

  it('with a head that is too large gets an error, and the connection is closed', async () => {
    const { socket, ended } = await open()
    socket.write(`${head()}X: ${'y'.repeat(5_000)}\r\n\r\n`)
    expect(await ended).toContain('431')
  })

  it('with two different lengths, or without a host, is refused', async () => {
    for (const request of [
      `${head()}Content-Length: 2\r\nContent-Length: 3\r\n\r\nabc`,
      `${head()}Content-Length: 2\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`,
      'GET /echo HTTP/1.1\r\nAuthorization: Bearer secret\r\n\r\n',
    ]) {
      const { socket, ended } = await open()
      socket.write(request)
      expect(await ended).toMatch(/^HTTP\/1\.1 400 /)
    }
  })

  it('over the unauthenticated limit closes the oldest one, and is logged', async () => {
    const many = await Promise.all(Array.from({ length: limits.connections.withoutKey }, open))
    const ended: number[] = []
    for (const [at, connection] of many.entries()) void connection.ended.then(() => ended.push(at))
    const newest = await open()
    expect(await many[0]?.ended).toBe('')
    expect(ended).toEqual([0])
    expect(newest.socket.destroyed).toBe(false)
    expect(log.lines).toContainEqual(expect.objectContaining({ level: 'warn', details: { most: 8, count: 1 } }))
    expect(await isServed()).toBe(true)
  })

  it('with a key, at the connection limit, is refused with a message until another closes', async () => {
    const unfinished = `${head()}Content-Length: 2\r\nExpect: 100-continue\r\n\r\n`
    const [first, second, third] = [await open(), await open(), await open()]
    for (const { socket } of [first, second]) {
      socket.write(unfinished)
      await once(socket, 'data')
    }
    third.socket.write(`${head()}Content-Length: 2\r\n\r\nhi`)
    expect(await third.ended).toMatch(/^HTTP\/1\.1 503 .*Other clients use all available connections/s)
    first.socket.destroy()
    await first.ended
    await until(isServed)
  })
})
