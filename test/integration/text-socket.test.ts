/** Our sockets to servers of others, over real connections: what they bound, and what they connect to. */
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { afterEach, describe, expect, it } from 'vitest'
import { type WebSocket, WebSocketServer } from 'ws'
import { type TextSocketOptions, textSocketDial } from '../../src-main/network/text-socket.js'
import { FakeClock } from '../fakes/fake-clock.js'
import { CleanUp } from '../fixtures/clean-up.js'
import { until } from '../fixtures/until.js'

const cleanUp = new CleanUp()
afterEach(() => cleanUp.run())

async function connect(over: Partial<TextSocketOptions> = {}, host = '127.0.0.1') {
  const clock = new FakeClock()
  const server = new WebSocketServer({ host: '127.0.0.1', port: 0, autoPong: false })
  const others: WebSocket[] = []
  server.on('connection', (socket) => others.push(socket.on('error', () => {})))
  cleanUp.add(server, (one) => {
    for (const socket of others) socket.terminate()
    one.close()
  })
  await once(server, 'listening')
  const seen = {
    isHere: undefined as boolean | undefined,
    texts: [] as string[],
    reason: undefined as string | undefined,
  }
  const dial = textSocketDial({ clock, maxFrameBytes: 262_144, maxUnreadBytes: 65_536, rate: 0.02, ...over })
  const socket = dial(`ws://${host}:${(server.address() as AddressInfo).port}/`, {
    open: (isHere) => {
      seen.isHere = isHere
    },
    text: (text) => seen.texts.push(text),
    closed: (_code, reason) => {
      seen.reason = reason
    },
  })
  await until(() => seen.reason !== undefined || (seen.isHere !== undefined && others.length > 0))
  return { clock, socket, seen, other: others[0] as WebSocket, others }
}

describe('text socket', () => {
  it.each([
    ['of small frames', 'x', 3_000],
    ['of large frames', 'x'.repeat(250_000), 30],
  ])('reads a flood %s more slowly, and drops it when it never ends', async (_what, text, count) => {
    const { clock, seen, other } = await connect()
    for (let sent = 0; sent < count; sent += 1) other.send(text)
    await until(() => clock.waiting > 1)
    const before = seen.texts.length
    expect(before).toBeLessThan(count)
    while (seen.reason === undefined) {
      // Time passes only while the socket rests: otherwise the clock is faster than the real connection.
      if (clock.waiting < 2) for (let sent = 0; sent < count; sent += 1) other.send(text)
      await until(() => seen.reason !== undefined || clock.waiting > 1)
      await clock.advance(1_000)
    }
    expect(seen.reason).toBe('flood')
    expect(seen.texts.length).toBeGreaterThan(before)
    expect(clock.waiting).toBe(0)
  })

  it('pings in silence, and drops a link that does not answer', async () => {
    const { clock, seen, other } = await connect()
    let pings = 0
    other.on('ping', () => {
      pings += 1
    })
    await clock.advance(30_000)
    await until(() => pings === 1)
    other.send('traffic')
    await until(() => seen.texts.length === 1)
    await clock.advance(39_999)
    expect(seen.reason).toBeUndefined()
    await clock.advance(1)
    await until(() => seen.reason !== undefined)
    expect(seen.reason).toBe('ETIMEDOUT')
  })

  it('waits two seconds for the other side to finish a close, and sends no text meanwhile', async () => {
    const { clock, socket, seen, other } = await connect()
    other.pause()
    socket.close()
    other.send('late')
    await clock.advance(2_000)
    await until(() => seen.reason !== undefined)
    expect(seen.texts).toEqual([])
    expect(clock.waiting).toBe(0)
  })

  it('connects only to near addresses of a name', async () => {
    const both = [
      { address: '93.184.216.34', family: 4 },
      { address: '127.0.0.1', family: 4 },
    ]
    const near = await connect({ nearOnly: true, resolve: async () => both }, 'example.test')
    expect(near.seen.isHere).toBe(true)
    const far = await connect({ nearOnly: true, resolve: async () => both.slice(0, 1) }, 'example.test')
    expect(far.seen.reason).toBe('public')
    expect(far.others).toEqual([])
  })
})
