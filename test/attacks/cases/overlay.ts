/** The overlay: programs of this computer at the port where a streamer's scene reads, without its key and with it. */
import { request } from 'node:http'
import type { Socket } from 'node:net'
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import type { AttackCase } from '../attack-case.js'
import { opcodes, upgrade, webSocketFrame } from '../raw-websocket.js'
import { overlayKey, type SurfaceScene } from '../surface-scene.js'

type Case = AttackCase<SurfaceScene>

const kib = 1_024
const settledMs = 300
/** Pages that look on at once. */
const maxPages = 8

const many = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)))

const port = (scene: SurfaceScene): number => scene.surfaces.overlayPort
const own = (scene: SurfaceScene): string => `127.0.0.1:${port(scene)}`

const written = (socket: Socket, text: string | Buffer): Promise<void> =>
  new Promise((resolve) => {
    if (socket.destroyed) return resolve()
    const done = (): void => {
      socket.off('close', done)
      resolve()
    }
    socket.once('close', done)
    socket.write(text, done)
  })

type Headers = Readonly<Record<string, string>>

/** The head of a request, as text. */
const head = (scene: SurfaceScene, path: string, headers: Headers = {}, method = 'GET'): string => {
  const given = Object.entries({ Host: own(scene), ...headers }).map(([name, value]) => `${name}: ${value}\r\n`)
  return `${method} ${path} HTTP/1.1\r\n${given.join('')}\r\n`
}
const withKey: Headers = { Authorization: `Bearer ${overlayKey}` }
const feed = '/overlay/feed'

/** Resolves with the status of a page's feed; 0 where the program closed the connection. */
function pageStatus(scene: SurfaceScene): Promise<number> {
  return new Promise((resolve) => {
    const asked = request(
      { host: '127.0.0.1', port: port(scene), path: feed, headers: withKey, agent: false },
      (response) => {
        resolve(response.statusCode ?? 0)
        response.destroy()
      },
    )
    asked.on('error', () => resolve(0))
    asked.end()
  })
}

/** A client with the key is accepted while the attack is active. */
const invariant = async (scene: SurfaceScene): Promise<void> => {
  expect(await pageStatus(scene), 'a page with the key').toBe(200)
}

/** How a connection begins that never gets to an answer. */
const beginnings: Readonly<Record<string, (scene: SurfaceScene) => string>> = {
  'send half an upgrade': (scene) => head(scene, feed, { Connection: 'Upgrade', Upgrade: 'websock' }).slice(0, -8),
  'announce a body and send none': (scene) => head(scene, feed, { 'Content-Length': '16000' }, 'POST'),
  'say nothing': () => '',
  'send a head of 7 KiB without its end': (scene) => head(scene, feed, { 'X-A': 'a'.repeat(7 * kib) }).slice(0, -2),
  'begin a TLS handshake': () => '\u0016\u0003\u0001\u0002\u0000\u0001\u0000\u0001\u00fc\u0003\u0003',
}

const unfinished = Object.entries(beginnings).map(
  ([what, text], at): Case => ({
    name: `800 connections that ${what}, at the port of the overlay`,
    cause: 'surfaces',
    ...(at > 0 && { long: true }),
    attack: async (scene) => {
      const sockets = await many(800, () => scene.plain(port(scene)))
      for (const socket of sockets) socket.write(text(scene))
      const open = () => sockets.filter(({ destroyed }) => !destroyed).length
      await expect.poll(open).toBeLessThanOrEqual(32 + 64)
    },
    invariant,
  }),
)

/** Statuses of the responses that a text holds, without those in bodies. */
const statuses = (text: string): number[] =>
  [...text.matchAll(/^HTTP\/1\.1 (\d{3}) /gmu)].map(([, code]) => Number(code))

/** Sends requests over some connections, each once the one before was answered. @returns the statuses */
async function flood(scene: SurfaceScene, times: number, one: (at: number) => string): Promise<number[]> {
  const connections = 8
  const received = await many(connections, async (first) => {
    const codes: number[] = []
    let socket: Socket | undefined
    for (let at = first; at < times; at += connections) {
      if (!socket?.writable) socket = await scene.plain(port(scene))
      codes.push(...(await answered(socket, one(at))))
    }
    return codes
  })
  return received.flat()
}

/** @returns the status of the first bytes that come; none where the program closes the connection */
const answered = (socket: Socket, text: string): Promise<number[]> =>
  new Promise((resolve) => {
    const done = (data?: unknown): void => {
      socket.off('data', done).off('close', done)
      resolve(statuses(`${data instanceof Buffer ? data : ''}`))
    }
    socket.on('data', done).on('close', done)
    socket.write(text)
  })

const foreign: readonly Headers[] = [
  { Host: 'evil.example' },
  { Host: '127.0.0.1' },
  { Host: '[::1]:80' },
  { Host: 'x'.repeat(6_000) },
  { Origin: 'https://evil.example' },
  { Origin: 'null' },
  { Origin: `http://${'a.'.repeat(2_000)}example` },
  { 'Sec-Fetch-Site': 'cross-site' },
  { 'Sec-Fetch-Site': 'same-site' },
]

const requests: readonly Case[] = [
  {
    name: '10,000 requests at the port of the overlay',
    cause: 'surfaces',
    attack: async (scene) => {
      const paths = ['/overlay', '/overlay/overlay.js', feed, '/', '/mcp', '/overlay/../../etc/passwd', '/__proto__']
      const received = await flood(scene, 10_000, (at) => head(scene, paths[at % paths.length] ?? ''))
      expect(received.length).toBeGreaterThan(1_000)
      expect(new Set(received)).toEqual(new Set([200, 401, 404]))
    },
    invariant,
  },
  {
    name: 'pages of other sites and under other names, with the key',
    cause: 'surfaces',
    attack: async (scene) => {
      const received = await flood(scene, 3_000, (at) =>
        head(scene, feed, { ...withKey, ...foreign[at % foreign.length] }),
      )
      expect(received.length).toBeGreaterThan(1_000)
      expect(new Set(received)).toEqual(new Set([403]))
    },
    invariant,
  },
  {
    name: '5,000 wrong keys at the port of the overlay',
    cause: 'surfaces',
    attack: async (scene) => {
      const received = await flood(scene, 5_000, (at) =>
        head(scene, feed, { Authorization: `Bearer ${at % 9 === 0 ? 'x'.repeat(7_000) : `guess-${at}`}` }),
      )
      expect(received.length).toBeGreaterThan(1_000)
      expect(received.filter((status) => status !== 401 && status !== 429)).toEqual([])
    },
    invariant,
  },
  {
    name: 'secrets in 3,000 addresses, with 400 names each',
    cause: 'surfaces',
    long: true,
    attack: async (scene) => {
      const names = Array.from({ length: 400 }, (_, at) => `n${at}=%41`).join('&')
      const received = await flood(scene, 3_000, () => head(scene, `${feed}?${names}&key=${overlayKey}`))
      expect(new Set(received)).toEqual(new Set([400]))
    },
    invariant,
  },
  {
    name: 'bodies that nobody reads, 2,000 times',
    cause: 'surfaces',
    long: true,
    attack: async (scene) => {
      const body = 'x'.repeat(16 * kib)
      const post = head(scene, feed, { 'Content-Length': `${body.length}` }, 'POST') + body
      const received = await flood(scene, 2_000, () => post)
      expect(new Set(received)).toEqual(new Set([405]))
    },
    invariant,
  },
  {
    name: '200 upgrades to WebSocket that continue in tiny frames',
    cause: 'surfaces',
    attack: async (scene) => {
      const pieces = Buffer.concat(
        Array.from({ length: 2_000 }, () => webSocketFrame(opcodes.text, 'x', { final: false })),
      )
      for (let at = 0; at < 10; at++) {
        const granted = await many(20, async () => {
          const socket = await scene.plain(port(scene))
          const isGranted = await upgrade(socket, own(scene), [`Authorization: Bearer ${overlayKey}`])
          await written(socket, pieces)
          return isGranted
        })
        expect(granted).not.toContain(true)
      }
      await pause(settledMs)
    },
    invariant,
  },
]

const pipelined: Case = {
  name: '20,000 requests sent one behind the other on eight connections',
  cause: 'surfaces',
  attack: async (scene) => {
    const batch = head(scene, '/overlay').repeat(500)
    await many(maxPages, async () => {
      for (let at = 0; at < 5; at++) {
        const socket = await scene.plain(port(scene))
        await written(socket, batch)
        await pause(10)
      }
    })
    await pause(settledMs)
  },
  invariant,
}

/** Attacks with the key: the address of a scene was shown on the stream. */
const withTheKey: readonly Case[] = [
  {
    name: '2,000 feeds asked for on one connection',
    cause: 'surfaces',
    attack: async (scene) => {
      const socket = await scene.plain(port(scene))
      let text = ''
      socket.on('data', (data) => {
        text += `${data}`
      })
      // The second and later ones can only be answered when the first has ended, which it never does.
      for (let at = 0; at < 20; at++) await written(socket, head(scene, feed, withKey).repeat(100))
      await pause(settledMs)
      expect(statuses(text).length).toBeLessThanOrEqual(maxPages)
    },
    invariant,
  },
  {
    name: 'pages that read nothing while chat and calls flood',
    cause: 'surfaces',
    attack: async (scene) => {
      const game = await scene.acceptedGame()
      const pages = await many(maxPages, () => scene.plain(port(scene)))
      for (const page of pages) {
        page.pause()
        page.write(head(scene, feed, withKey))
      }
      for (let at = 0; at < 3_000; at++) {
        game.say('Steve', `line ${at} ${'x'.repeat(150)}`)
        if (at % 10 === 0) void scene.invoke('world.time.get', { worldName: 'x'.repeat(200) }, 'demo')
        if (at % 100 === 99) await pause(20)
      }
      await pause(settledMs)
    },
  },
  {
    name: '1,000 pages that come and go',
    cause: 'surfaces',
    long: true,
    attack: async (scene) => {
      for (let at = 0; at < 250; at++) {
        const received = await many(4, () => pageStatus(scene))
        expect(received.filter((status) => status !== 200 && status !== 429)).toEqual([])
      }
    },
    invariant,
  },
]

export const overlayCases: readonly Case[] = [...unfinished, ...requests, pipelined, ...withTheKey]
