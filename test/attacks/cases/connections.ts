/** Connections: many that say nothing, say it slowly, never finish, or never read, with a key and without. */
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { serializeLine } from '@contract/local/multiplexed-message.js'
import { expect } from 'vitest'
import { until } from '../../fixtures/until.js'
import type { AttackCase } from '../attack-case.js'
import type { AttackScene } from '../attack-scene.js'

const kib = 1_024
/** Long enough for the program to read what was sent. */
const settledMs = 300

const many = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)))

async function crowd(scene: AttackScene, count: number, text: (at: number) => string): Promise<void> {
  const sockets = await many(count, () => scene.socket())
  for (const [at, socket] of sockets.entries()) socket.write(text(at))
  await pause(settledMs)
}

async function lines(scene: AttackScene, count: number, token?: string): Promise<Socket[]> {
  const open: Socket[] = []
  for (let at = 0; at < count; at += 50) {
    const some = await many(Math.min(50, count - at), () => scene.line(token))
    open.push(...some.filter((line) => line !== undefined))
  }
  return open
}

/** How a connection without a key begins, and stops. */
const beginnings: Readonly<Record<string, (scene: AttackScene) => string>> = {
  'say nothing': () => '',
  'send one byte': () => 'P',
  'send half a head': ({ port }) => `POST /mcp HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-A: `,
  'send a head of 15 KiB without its end': ({ port }) =>
    `GET / HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nX-A: ${'a'.repeat(15 * kib)}`,
  'announce a body and send none': ({ port }) =>
    `POST /oauth/token HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nContent-Type: application/x-www-form-urlencoded\r\nContent-Length: 16000\r\n\r\n`,
  'bring a wrong key': ({ port }) =>
    `GET /api/v1/servers HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\nAuthorization: Bearer wrong\r\n\r\n`,
  'request of a multiplexed connection without a key': ({ port }) =>
    `CONNECT mcp.gatehouse:1 HTTP/1.1\r\nHost: 127.0.0.1:${port}\r\n\r\n`,
  'begin a TLS handshake': () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
}

const withoutKey = Object.entries(beginnings).flatMap(([what, text]): AttackCase[] =>
  [300, 1_100].map((count) => ({
    name: `${count.toLocaleString('en')} connections that ${what}`,
    cause: 'connections',
    attack: (scene) => crowd(scene, count, () => text(scene)),
  })),
)

/** What is sent over each line that a client opens. */
const unfinished: Readonly<Record<string, (line: Socket) => Promise<void> | void>> = {
  'one message of 250 KiB without its end': (line) => void line.write('x'.repeat(250 * kib)),
  'a message of 2 MiB without its end': (line) => void line.write('x'.repeat(2 * kib * kib)),
  'a message byte by byte': async (line) => {
    line.setNoDelay(true)
    for (let at = 0; at < 200 && !line.destroyed; at++) {
      line.write('x')
      if (at % 20 === 0) await pause(1)
    }
  },
  'letters of three bytes, cut in the middle': (line) => void line.write(Buffer.alloc(200 * kib, 'あ').subarray(1)),
  'empty lines': (line) => void line.write('\n'.repeat(20_000)),
  'heads without a body': (line) => void line.write('{"exchange":1'.repeat(15_000)),
}

const ofLines = Object.entries(unfinished).flatMap(([what, send]): AttackCase[] =>
  [40, 900].map((count) => ({
    name: `${count} lines that carry ${what}`,
    cause: 'connections',
    attack: async (scene) => {
      const open = await lines(scene, count)
      expect(open.length, 'lines of one client').toBeLessThanOrEqual(8)
      await Promise.all(open.map(send))
      await pause(settledMs)
    },
  })),
)

const initialize =
  '{"jsonrpc":"2.0","id":1,"method":"initialize","params":{"protocolVersion":"2025-06-18","capabilities":{},"clientInfo":{"name":"a","version":"1"}}}'
const list = '{"jsonrpc":"2.0","id":1,"method":"tools/list"}'

/** Request much and read nothing. */
const unread: readonly AttackCase[] = [
  {
    name: 'lines that open a session with each message, and never read',
    cause: 'connections',
    attack: async (scene) => {
      for (const line of await lines(scene, 16)) {
        line.pause()
        for (let exchange = 1; exchange <= 60; exchange++) line.write(serializeLine({ exchange }, initialize))
      }
      await pause(settledMs)
    },
  },
  {
    name: 'a line that asks for 2,000 lists and never reads',
    cause: 'connections',
    attack: async (scene) => {
      const session = await sessionOf(scene)
      const line = await scene.line()
      line?.pause()
      for (let exchange = 1; exchange <= 2_000; exchange++) line?.write(serializeLine({ exchange, session }, list))
      await pause(2 * settledMs)
    },
  },
  {
    name: 'one connection that asks for 3,000 lists one after the other and never reads',
    cause: 'connections',
    attack: async (scene) => {
      const socket = await scene.socket()
      socket.pause()
      const asking = `GET /api/v1/capabilities?pageSize=100 HTTP/1.1\r\nHost: 127.0.0.1:${scene.port}\r\nAuthorization: Bearer ${scene.keys.attacker}\r\n\r\n`
      socket.write(asking.repeat(3_000))
      await pause(2 * settledMs)
    },
  },
  {
    name: '400 connections with a key that ask for lists and never read',
    cause: 'connections',
    attack: async (scene) => {
      const sockets = await many(400, () => scene.socket())
      for (const socket of sockets) {
        socket.pause()
        socket.write(
          `GET /api/v1/capabilities?pageSize=100 HTTP/1.1\r\nHost: 127.0.0.1:${scene.port}\r\nAuthorization: Bearer ${scene.keys.attacker}\r\n\r\n`,
        )
      }
      await pause(settledMs)
    },
  },
  {
    name: '400 connections with a key whose bodies come byte by byte',
    cause: 'connections',
    attack: async (scene) => {
      const bodies = Array.from({ length: 400 }, () => scene.begin('/mcp', { 'content-length': 250 * kib }))
      for (let at = 0; at < 30; at++) {
        for (const body of bodies) if (!body.destroyed) body.write('x')
        await pause(5)
      }
    },
  },
  {
    name: 'connections that come and go, 3,000 of them',
    cause: 'connections',
    attack: async (scene) => {
      for (let at = 0; at < 30; at++) {
        const sockets = await many(100, () => scene.socket())
        for (const socket of sockets) socket.destroy()
      }
    },
  },
  {
    name: '1,000 wrong keys over lines',
    cause: 'connections',
    attack: async (scene) => {
      expect(await lines(scene, 1_000, 'wrong')).toEqual([])
    },
  },
]

async function sessionOf(scene: AttackScene): Promise<string> {
  let line: Socket | undefined
  // Those of the case before may still be closing.
  await until(async () => {
    line = await scene.line()
    return line !== undefined
  })
  const given = line as unknown as Socket
  return new Promise((resolve, reject) => {
    given.once('close', () => reject(new Error('the line was closed')))
    given.once('data', (data) => resolve(/"session":"([^"]+)"/u.exec(`${data}`)?.[1] ?? ''))
    given.write(serializeLine({ exchange: 1 }, initialize))
  })
}

export const connectionCases: readonly AttackCase[] = [...withoutKey, ...ofLines, ...unread]
