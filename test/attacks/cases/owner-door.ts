/** The door of owners on other computers: unknown computers of the network, and people with a window who may not do a thing. */
import { readdirSync, readFileSync } from 'node:fs'
import type { Socket } from 'node:net'
import path from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { deflateRawSync } from 'node:zlib'
import type { FromGateway } from '@shared/remote/wire.js'
import { expect } from 'vitest'
import { openLink, SocketWindow } from '../../fakes/remote/socket-window.js'
import { escapes } from '../../fixtures/hostile-texts.js'
import type { AttackCase } from '../attack-case.js'
import type { OwnerDoorScene } from '../owner-door-scene.js'
import { opcodes, webSocketFrame } from '../raw-websocket.js'
import { nextAddress } from '../surface-scene.js'

type Case = AttackCase<OwnerDoorScene>

const kib = 1_024
/** Connections without proof that may stay open, with those that wait for their handshake. */
const maxUnproved = 48 + 128

const corpusFolder = path.resolve(import.meta.dirname, '../../fixtures/attacks')
/** Every text that attacks anything of Gatehouse. */
export const hostileTexts: readonly string[] = [
  ...readdirSync(corpusFolder).flatMap((file) =>
    (JSON.parse(readFileSync(path.join(corpusFolder, file), 'utf8')) as { text: string }[]).map(({ text }) => text),
  ),
  ...escapes,
]

const many = <T>(count: number, one: (at: number) => Promise<T>): Promise<T[]> =>
  Promise.all(Array.from({ length: count }, (_, at) => one(at)))

const invariant = (scene: OwnerDoorScene): Promise<void> => scene.expectOwnerGetsIn()

const open = (sockets: readonly Socket[]): number => sockets.filter(({ destroyed }) => !destroyed).length

/** What an unknown computer may learn. */
function expectOnlyRefusals(received: readonly FromGateway[]): void {
  const said = new Set(received.flatMap((message) => Object.keys(message)))
  expect([...said].filter((what) => what !== 'hello' && what !== 'refused')).toEqual([])
}

/** Each frame in a connection of its own. @returns what the program said */
async function sendUnproved(scene: OwnerDoorScene, frames: readonly (string | Buffer)[]): Promise<FromGateway[]> {
  const received: FromGateway[] = []
  const atOnce = 16
  await many(atOnce, async (first) => {
    for (let at = first; at < frames.length; at += atOnce) {
      const link = await openLink({ ...scene.gateway, localAddress: nextAddress() }).catch(() => undefined)
      if (!link) continue
      const closed = new Promise<void>((resolve) => link.socket.once('close', () => resolve()))
      link.socket.send(frames[at] ?? '', () => {})
      link.socket.ping('', undefined, () => {})
      await Promise.race([closed, new Promise<void>((resolve) => link.socket.once('pong', () => resolve()))])
      received.push(...link.received)
      link.socket.terminate()
    }
  })
  return received
}

const deep = (levels: number): string => `${'{"pair":'.repeat(levels)}1${'}'.repeat(levels)}`

/** Frames before proof that are no order of the wire. */
const strange = (scene: OwnerDoorScene): readonly (string | Buffer)[] => [
  ...hostileTexts.slice(0, 40),
  ...hostileTexts.map((secret) => JSON.stringify({ pair: { secret, computer: secret, publicKey: secret } })),
  ...hostileTexts.slice(0, 40).map((device) => JSON.stringify({ prove: { device, signature: device } })),
  JSON.stringify({ order: 1, boot: '', page: 'window', name: 'panic:on' }),
  JSON.stringify({ prove: { device: scene.owner.key.device, signature: 'A'.repeat(86) } }),
  JSON.stringify({ prove: { device: '__proto__', signature: '' } }),
  JSON.stringify({ prove: { device: ['computer'], signature: {} } }),
  '{"__proto__":{"pair":{}},"pair":null}',
  ...['', 'null', '1', '[]', '"x"', '{}', '{"pair":{}}', deep(1_000), '['.repeat(8_000)],
  Buffer.from([0xff, 0xfe, 0xfd]),
  Buffer.from(JSON.stringify({ prove: {} })),
]

const rawFrames: Readonly<Record<string, () => readonly Buffer[]>> = {
  'a frame that announces 4 GiB': () => [webSocketFrame(opcodes.text, 'x', { announced: 2 ** 32 })],
  'frames of one letter without an end': () => [
    Buffer.concat(Array.from({ length: 4_000 }, () => webSocketFrame(opcodes.text, 'x', { final: false }))),
  ],
  'a message in 1,500 pieces': () => [
    webSocketFrame(opcodes.text, '{', { final: false }),
    Buffer.concat(Array.from({ length: 1_500 }, () => webSocketFrame(opcodes.continuation, ' ', { final: false }))),
  ],
  'a compressed frame that nobody agreed to': () => {
    const frame = webSocketFrame(opcodes.text, deflateRawSync(Buffer.alloc(10_000_000)))
    frame[0] = (frame[0] ?? 0) | 0x40
    return [frame]
  },
  'frames without a mask': () => [webSocketFrame(opcodes.text, '{}', { masked: false })],
  'unknown opcodes': () => [3, 4, 5, 6, 7, 11, 15].map((opcode) => webSocketFrame(opcode, 'x')),
  '2,000 pings': () => [Buffer.concat(Array.from({ length: 2_000 }, () => webSocketFrame(opcodes.ping, 'x')))],
  'a close frame with garbage': () => [webSocketFrame(opcodes.close, Buffer.from([0x03, 0xec, 0xff, 0xfe]))],
}

const unfinished: readonly Case[] = [
  {
    name: '400 connections that say nothing, at the door of owners',
    cause: 'connections',
    attack: async (scene) => {
      const sockets = await many(400, () => scene.plain())
      await expect.poll(() => open(sockets)).toBeLessThanOrEqual(maxUnproved)
    },
    invariant,
  },
  {
    name: '400 unfinished TLS handshakes, at the door of owners',
    cause: 'connections',
    attack: async (scene) => {
      const sockets = await many(400, () => scene.plain())
      const greeting = Buffer.from('16030102000100', 'hex')
      for (const [at, socket] of sockets.entries()) socket.write(at % 2 === 0 ? greeting : Buffer.alloc(60_000, 0x16))
      await expect.poll(() => open(sockets)).toBeLessThanOrEqual(maxUnproved)
    },
    invariant,
  },
  {
    name: '120 heads that arrive a letter at a time, at the door of owners',
    cause: 'connections',
    attack: async (scene) => {
      const sockets = await many(120, () => scene.secure())
      const head = 'GET /owner HTTP/1.1\r\nHost: x\r\nConnection: Upgrade\r\n'
      for (const letter of head) {
        for (const socket of sockets) if (!socket.destroyed) socket.write(letter)
        await pause(2)
      }
      expect(open(sockets)).toBeLessThanOrEqual(maxUnproved)
    },
    invariant,
  },
  {
    name: '120 windows that prove nothing',
    cause: 'connections',
    attack: async (scene) => {
      const sockets = await many(120, () => scene.outsider())
      await expect.poll(() => open(sockets)).toBeLessThanOrEqual(maxUnproved)
    },
    invariant,
  },
]

const unproved: readonly Case[] = [
  {
    name: 'every hostile text as a message of an unknown computer',
    cause: 'texts',
    attack: async (scene) => expectOnlyRefusals(await sendUnproved(scene, strange(scene))),
    invariant,
  },
  {
    name: 'frames that break the rules of WebSocket, from unknown computers',
    cause: 'parsers',
    attack: async (scene) => {
      const sockets = await many(Object.keys(rawFrames).length * 4, async (at) => {
        const frames = Object.values(rawFrames)[at >> 2]?.() ?? []
        const socket = await scene.outsider()
        for (const frame of frames) if (!socket.destroyed) socket.write(frame)
        return socket
      })
      await pause(300)
      expect(open(sockets)).toBeLessThanOrEqual(maxUnproved)
    },
    invariant,
  },
  {
    name: 'other paths, pages and keys of AI clients at the door of owners',
    cause: 'secrets',
    attack: async (scene) => {
      const key = `Authorization: Bearer ${scene.keys.attacker}`
      const granted = await many(60, async (at) => {
        const socket = await scene.secure()
        const headers = [['Origin: https://evil.example'], ['Origin: null'], [key]][at % 3] ?? []
        const where = ['/owner', '/', '/api/v1/capabilities', '/owner/..', '/%6fwner', '/__proto__'][at % 6]
        let text = ''
        socket.on('data', (data) => {
          text += data
        })
        socket.write([`GET ${where} HTTP/1.1`, 'Host: x', ...headers, '', ''].join('\r\n'))
        await pause(100)
        return text
      })
      for (const text of granted) expect(text).toMatch(/^(?:HTTP\/1\.1 4\d\d [\s\S]*)?$/u)
      for (const text of granted) expect(text).not.toMatch(/gatehouse/iu)
    },
    invariant,
  },
]

/** Orders of a viewer that are no order of theirs, from every hostile text. */
const ordersOf = (text: string): readonly [name: string, payload: unknown][] => [
  [text, text],
  ['approvals:decide', { id: text, decision: 'approve' }],
  ['approvals:decide', text],
  ['servers:add', { name: text }],
  ['remote:invite', { name: text, role: 'owner' }],
  ['audit:search', { text }],
  ['audit:get', { id: text }],
]

const insiders: readonly Case[] = [
  {
    name: 'every hostile text as an order of a viewer',
    cause: 'texts',
    attack: async (scene) => {
      if (!(await scene.viewer.open())) throw new Error('The viewer is not welcome.')
      scene.add(scene.viewer, (viewer) => viewer.leave())
      for (const text of hostileTexts) {
        for (const [name, payload] of ordersOf(text)) {
          if (!scene.viewer.isWelcome) await scene.viewer.open()
          const given = scene.viewer.order(name, payload, name.startsWith('approvals') ? 'pop-up' : 'window')
          if (!/^(?:audit:|approvals:list)/u.test(name)) refusedOrders.push(given)
        }
        await pause(0)
      }
      await scene.viewer.open()
      for (const { name, end } of refusedOrders.splice(0)) {
        if (end.kind === 'reply') expect(end.result, name).toMatchObject({ ok: false })
      }
    },
    invariant,
  },
  {
    name: 'large and deep orders of a viewer',
    cause: 'bodies',
    attack: async (scene) => {
      const payloads = [
        JSON.stringify('x'.repeat(900 * kib)),
        `[${'0,'.repeat(100_000)}0]`,
        `${'['.repeat(200_000)}${']'.repeat(200_000)}`,
        `{${Array.from({ length: 20_000 }, (_, at) => `"member${at}":${at}`).join(',')}}`,
      ]
      for (const [at, payload] of payloads.entries()) {
        const link = new SocketWindow({ ...scene.gateway, localAddress: nextAddress() }, scene.viewer.key)
        scene.add(link, (one) => one.leave())
        await link.open()
        const order = `"order":${10_000_000 + at},"boot":"${link.boot}"`
        link.sendText(`{${order},"page":"window","name":"audit:search","payload":${payload}}`)
        await pause(100)
        expect(link.lastResult === undefined || link.lastResult.ok === false).toBe(true)
        link.leave()
      }
    },
    invariant,
  },
  {
    name: '20,000 orders of a viewer who reads no reply',
    cause: 'connections',
    attack: async (scene) => {
      const link = new SocketWindow({ ...scene.gateway, localAddress: nextAddress() }, scene.viewer.key)
      scene.add(link, (one) => one.leave())
      await link.open()
      link.stopReading()
      for (let at = 0; at < 20_000; at += 1) {
        link.order('servers:list')
        if (at % 500 === 0) await pause(1)
      }
      await pause(500)
    },
    invariant,
  },
]

const refusedOrders: ReturnType<SocketWindow['order']>[] = []

export const ownerDoorCases: readonly Case[] = [...unfinished, ...unproved, ...insiders]
