import type { Socket } from 'node:net'
import { Duplex } from 'node:stream'
import { serializeLine } from '@contract/local/multiplexed-message.js'
import { afterEach, describe, expect, it } from 'vitest'
import {
  type OnMultiplexedMessage,
  serveMultiplexedConnection,
} from '../../../../src-main/network/http/multiplexed-connection.js'
import { FakeClock, settled } from '../../../fakes/fake-clock.js'

const kib = 1024
const lineMs = 30_000
const clock = new FakeClock()

/** A socket whose other end reads only when notified to. */
class FakeSocket extends Duplex {
  isRead = false
  #held: (() => void) | undefined

  constructor() {
    super({ decodeStrings: false })
  }

  override _read(): void {}

  override _write(_chunk: unknown, _encoding: unknown, done: () => void): void {
    if (this.isRead) done()
    else this.#held = done
  }

  setNoDelay(): void {}

  readAll(): void {
    this.isRead = true
    this.#held?.()
  }
}

const sockets: FakeSocket[] = []
afterEach(() => {
  for (const socket of sockets.splice(0)) socket.destroy()
})

function open(onMessage: OnMultiplexedMessage): FakeSocket {
  const socket = new FakeSocket()
  sockets.push(socket)
  serveMultiplexedConnection(
    socket as unknown as Socket,
    {
      ...{ host: '127.0.0.1:1', lineMs, inTurn: (work) => work() },
      after: (milliseconds, work) => clock.after(milliseconds, work),
    },
    onMessage,
  )
  return socket
}

const answers =
  (characters: number): OnMultiplexedMessage =>
  (_request, response) =>
    response.writeHead(200).end('x'.repeat(characters))
const requests = (count: number): string =>
  Array.from({ length: count }, (_, at) => serializeLine({ exchange: at + 1 }, '{}')).join('')

describe('a multiplexed connection', () => {
  it('of many that read nothing holds at most 1 MiB besides a message, and is closed', async () => {
    const message = 100 * kib
    const many = Array.from({ length: 32 }, () => open(answers(message)))
    let held = 0
    for (let turn = 0; turn < 20; turn += 1) {
      for (const socket of many) if (!socket.destroyed) socket.push(serializeLine({ exchange: turn + 1 }, '{}'))
      await settled()
      const waiting = many.map((socket) => (socket.destroyed ? 0 : socket.writableLength))
      held = Math.max(held, ...waiting)
    }
    expect(held).toBeGreaterThan(0)
    expect(held).toBeLessThanOrEqual(1024 * kib + message + kib)
  })

  it('with more responses in one turn than may wait is closed when nobody reads them', async () => {
    const socket = open(answers(100 * kib))
    socket.push(requests(40))
    await settled()
    expect(socket.destroyed).toBe(true)
  })

  it('whose client reads gets any number of responses in one turn', async () => {
    const socket = open(answers(100 * kib))
    socket.isRead = true
    socket.push(requests(40))
    await settled()
    expect(socket.destroyed).toBe(false)
  })

  it('reads no more requests while responses wait', async () => {
    let received = 0
    const socket = open((request, response, text) => {
      received += 1
      answers(300 * kib)(request, response, text)
    })
    socket.push(requests(1))
    await settled()
    socket.push(serializeLine({ exchange: 2 }, '{}'))
    await settled()
    expect(received).toBe(1)
    socket.readAll()
    await settled()
    expect(received).toBe(2)
  })

  it('is closed 30 seconds after a line began that has no end, however slowly it continues', async () => {
    const socket = open(answers(1))
    socket.push('{"exch')
    for (let second = 0; second < 29; second += 1) {
      await clock.advance(1_000)
      socket.push(' ')
    }
    expect(socket.destroyed).toBe(false)
    await clock.advance(1_000)
    expect(socket.destroyed).toBe(true)
  })

  it('stays open between lines', async () => {
    const socket = open(answers(1))
    socket.isRead = true
    const [begun, rest] = ['{"exchange":1}', '\t{}\n']
    socket.push(begun)
    await clock.advance(lineMs - 1)
    socket.push(rest)
    await clock.advance(10 * lineMs)
    expect(socket.destroyed).toBe(false)
    expect(clock.waiting).toBe(0)
  })
})
