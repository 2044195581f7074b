/** A hostile RCON server: whatever it sends, the event loop and the memory of the program stay free (invariants 5, 7). */
import type { Socket } from 'node:net'
import fc from 'fast-check'
import { afterEach, describe, expect, it } from 'vitest'
import { encodePacket } from '../../../src-main/providers/java/rcon/packet.js'
import { RconScene, untilState } from '../../fakes/java/rcon-scene.js'
import { watchTurns } from '../../fixtures/processor-time.js'
import { times } from '../../fixtures/properties.js'

const scene = new RconScene()
afterEach(() => scene.end())

const head = (length: number): Buffer => {
  const bytes = Buffer.alloc(4)
  bytes.writeInt32LE(length)
  return bytes
}

/** Logs everybody in and answers probes; a command gets what the test says. */
const hostileServer = (attack: (socket: Socket, commandId: number) => void): Promise<number> =>
  scene.rawServer((socket) =>
    socket.on('data', (packet) => {
      const [id, type] = [packet.readInt32LE(4), packet.readInt32LE(8)]
      if (type === 3) socket.write(encodePacket(id, 2, ''))
      else if (type === 100) socket.write(encodePacket(id, 0, 'Unknown request 64'))
      else attack(socket, id)
    }),
  )

/** Writes the same bytes for as long as the other side takes them. */
function flood(socket: Socket, bytes: Buffer, most = Number.POSITIVE_INFINITY): void {
  let sent = 0
  const more = () => {
    while (!socket.destroyed && sent < most) {
      sent += bytes.length
      if (!socket.write(bytes)) return
    }
  }
  socket.on('drain', more)
  more()
}

describe('a hostile RCON server', () => {
  it.each([
    ['a negative length', (socket: Socket) => socket.write(head(-5))],
    ['a length of two gigabytes', (socket: Socket) => socket.write(head(0x7fff_ffff))],
    ['a length above the limit', (socket: Socket) => socket.write(head(1_048_576 + 11))],
    ['a length too small for a packet', (socket: Socket) => socket.write(head(9))],
    ['text instead of packets', (socket: Socket) => socket.write('There are 0 of a max of 20 players online:')],
  ])('loses its connection after %s', async (_what, attack) => {
    const port = await hostileServer(attack)
    const console = await scene.online({ port })
    await expect(console.run('list')).rejects.toMatchObject({ details: { mayHaveRun: true } })
    await untilState(console, 'offline')
  })

  it.each([
    ['pieces of a reply', (id: number) => encodePacket(id, 0, 'x'.repeat(1_446)), 'reply-too-large'],
    ['full pieces of a reply', (id: number) => fullPiece(id), 'reply-too-large'],
    ['packets for other commands', () => encodePacket(99, 0, 'x'), 'closed-during-call'],
    ['empty packets for other commands', () => encodePacket(99, 0, ''), 'closed-during-call'],
  ])('cannot flood with %s', async (_what, packetFor, reason) => {
    const port = await hostileServer((socket, id) => {
      // A full piece first, so that the reply does not end at once.
      socket.write(fullPiece(id))
      flood(socket, Buffer.concat(Array.from({ length: 64 }, () => packetFor(id))))
    })
    const console = await scene.online({ port })
    const longestTurn = watchTurns()
    const before = process.memoryUsage().rss
    await expect(console.run('list')).rejects.toMatchObject({ details: { reason, mayHaveRun: true } })
    // Unbounded reading takes seconds and hundreds of megabytes.
    expect(longestTurn()).toBeLessThan(500)
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000)
  })

  it('cannot flood while no command runs', async () => {
    const port = await scene.rawServer((socket) =>
      socket.on('data', (packet) => {
        const [id, type] = [packet.readInt32LE(4), packet.readInt32LE(8)]
        socket.write(type === 3 ? encodePacket(id, 2, '') : encodePacket(id, 0, 'Unknown request 64'))
        if (type === 100) flood(socket, encodePacket(5, 0, 'x'))
      }),
    )
    const console = scene.connection({ port })
    console.start()
    await untilState(console, 'offline')
  })

  it('cannot delay a login with packets that are not a login reply', async () => {
    const port = await scene.rawServer((socket) => socket.on('data', () => flood(socket, encodePacket(1, 0, ''))))
    const console = scene.connection({ port }, { loginTimeoutMs: 60_000 })
    console.start()
    expect((await untilState(console, 'offline')).problem.details).toMatchObject({ reason: 'not-rcon' })
  })

  it('gets an error or a text out of any bytes, and never an exception', async () => {
    let bytes = Buffer.alloc(0)
    const port = await hostileServer((socket) => socket.end(bytes))
    await times(60).forAllAsync(fc.array(anyFrame, { maxLength: 6 }), async (frames) => {
      bytes = Buffer.concat(frames)
      const console = await scene.online({ port })
      const outcome = await console.run('list').catch((error: unknown) => error)
      if (typeof outcome !== 'string') expect(outcome).toMatchObject({ name: 'GatewayError' })
      console.stop()
    })
  })
})

const fullPiece = (id: number): Buffer => {
  const packet = Buffer.alloc(14 + 4_096, 'x')
  packet.writeInt32LE(10 + 4_096, 0)
  packet.writeInt32LE(id, 4)
  packet.writeInt32LE(0, 8)
  packet.writeInt16LE(0, packet.length - 2)
  return packet
}

/** Bytes, some of them nearly packets. The first command's id is 3: login and first probe come before it. */
const anyFrame = fc.oneof(
  fc.uint8Array({ maxLength: 60 }).map((bytes) => Buffer.from(bytes)),
  fc.constantFrom(fullPiece(3), fullPiece(4), fullPiece(-1)),
  fc
    .record({ id: fc.constantFrom(-1, 3, 4, 9), type: fc.nat(4), text: fc.string({ unit: 'binary', maxLength: 20 }) })
    .map(({ id, type, text }) => encodePacket(id, type, text)),
)
