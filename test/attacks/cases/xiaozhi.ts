/** XiaoZhi: the endpoint of a voice device that Gatehouse dials, controlled by an attacker. */
import { setTimeout as pause } from 'node:timers/promises'
import { expect } from 'vitest'
import { until } from '../../fixtures/until.js'
import type { AttackCase } from '../attack-case.js'
import { type EndpointCall, serverFrame } from '../hostile-endpoint.js'
import { opcodes } from '../raw-websocket.js'
import type { SurfaceScene } from '../surface-scene.js'

type Case = AttackCase<SurfaceScene>

const kib = 1_024
const mib = kib * kib
/** Long enough for the program to read what was sent. */
const settledMs = 500

const deep = (levels: number): string => '['.repeat(levels) + ']'.repeat(levels)
const members = (count: number): object => Object.fromEntries(Array.from({ length: count }, (_, at) => [`n${at}`, at]))
const repeated = async (times: number, work: (at: number) => Promise<void>): Promise<void> => {
  for (let at = 0; at < times; at++) await work(at)
}
/** A call whose arguments are written by hand. */
const callText = (id: number, name: string, given: string): string =>
  `{"jsonrpc":"2.0","id":"b-${id}","method":"tools/call","params":{"name":"${name}","arguments":${given}}}`

/** No answer says that something was done, and none is large. */
function expectNothingDone(call: EndpointCall): void {
  for (const { result } of call.received) {
    const text = result?.content?.[0]?.text ?? ''
    expect(text.length, 'an answer is bounded').toBeLessThan(8 * kib)
    expect(text).not.toMatch(/is now \d/u)
  }
}

interface Row {
  readonly long?: true
  readonly send: (call: EndpointCall, scene: SurfaceScene) => Promise<void>
  readonly holds?: (call: EndpointCall) => void
}

/** What an endpoint sends once the device has a session. */
const sent: Readonly<Record<string, Row>> = {
  'sends 5,000 calls of an action': {
    send: (call) => repeated(5_000, (at) => call.call('world_time_set', { worldName: 'world', time: at })),
    holds(call) {
      const refused = call.received.filter(({ error }) => error?.code === -32_000)
      expect(call.received.length - refused.length, 'calls that were taken').toBeLessThan(1_000)
    },
  },
  'asks 3,000 times for the tools': { send: (call) => repeated(3_000, () => call.request('tools/list')) },
  'sends arguments as bombs': {
    async send(call) {
      const wide = JSON.stringify(members(14_000))
      const bombs = [
        ...[wide, deep(60_000), deep(50), `{"time":${'9'.repeat(100_000)}}`, `{"worldName":"${'x'.repeat(200_000)}"}`],
        ...[
          `{"worldName":${deep(50)}}`,
          `${'{"__proto__":'.repeat(50)}1${'}'.repeat(50)}`,
          `[${'[],'.repeat(60_000)}[]]`,
        ],
        ...[
          'null',
          '"x"',
          `{"worldName":"world","time":{"toString":1,"valueOf":2}}`,
          '{"worldName":[{}],"time":"1e999"}',
        ],
      ]
      await repeated(48, async (at) => {
        await call.text(callText(at, 'world_time_set', bombs[at % bombs.length] ?? ''))
        // One after the other, because the limit of concurrent calls has its own row.
        await pause(20)
      })
    },
  },
  'sends frames of 250 KiB that hold 80,000 lists': {
    long: true,
    send: (call) => repeated(40, (at) => call.text(callText(at, 'world_time_get', `[${'[],'.repeat(80_000)}[]]`))),
  },
  'forges ids and answers': {
    async send(call) {
      const ids = [1, -1, 1.5, '', '1', null, {}, [], true, 'x'.repeat(257), '__proto__', 9e15]
      await repeated(3_000, async (at) => {
        const id = ids[at % ids.length]
        await call.text(JSON.stringify({ jsonrpc: '2.0', id, result: { content: [], tools: [] } }))
        await call.text(JSON.stringify({ jsonrpc: '2.0', id, error: { code: 0, message: 'x' } }))
        await call.request('ping', {}, { id })
        await call.text(JSON.stringify([{ jsonrpc: '2.0', id, method: 'tools/list' }]))
      })
    },
  },
  'sends 10,000 methods that there are not': {
    async send(call) {
      const methods = ['resources/list', 'prompts/get', 'sampling/createMessage', '__proto__', 'x'.repeat(9_000), '']
      await repeated(10_000, (at) => call.request(methods[at % methods.length] ?? ''))
    },
  },
  'calls tools that were not offered': {
    async send(call) {
      const names = ['server_stop', 'command_execute', '__proto__', 'constructor', 'toString', '', 'a'.repeat(9_000)]
      await repeated(700, async (at) => {
        await call.call(names[at % names.length] ?? '', { command: 'stop' })
        if (at % 10 === 9) await pause(10)
      })
      await until(() => call.received.some(({ result }) => result?.content?.[0]?.text !== undefined))
    },
  },
  'cancels 10,000 requests': {
    long: true,
    send: (call) =>
      repeated(10_000, (at) =>
        call.text(
          JSON.stringify({
            ...{ jsonrpc: '2.0', method: 'notifications/cancelled' },
            params: { requestId: at % 2 === 0 ? `e-${at}` : { at } },
          }),
        ),
      ),
  },
  'begins 2,000 sessions on one connection': {
    long: true,
    send: (call) =>
      repeated(2_000, () => call.request('initialize', { protocolVersion: 'x', capabilities: members(50) })),
  },
  'repeats one request 5,000 times': {
    long: true,
    send: (call) => repeated(5_000, () => call.call('world_time_set', { worldName: 'world', time: 7 }, { id: 'one' })),
  },
}

const ofSessions = Object.entries(sent).map(([what, row]): Case => {
  let call: EndpointCall | undefined
  return {
    name: `an endpoint that ${what}`,
    cause: 'surfaces',
    ...(row.long && { long: true }),
    setup: async (scene) => {
      call = await scene.dialled()
    },
    attack: async (scene) => {
      if (!call) return
      await row.send(call, scene)
      await pause(settledMs)
      expectNothingDone(call)
      row.holds?.(call)
    },
  }
})

/** Frames and pieces, as no JSON yet. Those past a limit end the connection. */
const frames: Readonly<Record<string, Row & { readonly isCut: boolean }>> = {
  'a frame of 16 MiB': {
    isCut: true,
    send: (call) => call.raw(serverFrame(opcodes.text, Buffer.alloc(16 * mib, 'x'))),
  },
  'a head that announces 8 exbibytes': {
    isCut: true,
    long: true,
    send: (call) => call.raw(serverFrame(opcodes.text, 'x', { announced: Number.MAX_SAFE_INTEGER })),
  },
  'a message of 100,000 pieces of one byte': {
    isCut: true,
    send: async (call) => {
      await call.raw(serverFrame(opcodes.text, 'x', { final: false }))
      const piece = serverFrame(opcodes.continuation, 'x', { final: false })
      await repeated(10, () => call.raw(Buffer.concat(Array.from({ length: 10_000 }, () => piece))))
    },
  },
  'a frame byte by byte': {
    isCut: false,
    long: true,
    async send(call) {
      call.socket.setNoDelay(true)
      await call.raw(serverFrame(opcodes.text, '', { announced: 100_000 }))
      await repeated(2_000, async (at) => {
        if (call.isOpen) call.socket.write('x')
        if (at % 20 === 0) await pause(1)
      })
    },
  },
  '200,000 pings, and reads no answer': {
    isCut: false,
    async send(call) {
      call.socket.pause()
      const batch = Buffer.concat(Array.from({ length: 1_000 }, () => serverFrame(opcodes.ping, 'x'.repeat(125))))
      await repeated(200, () => call.raw(batch))
    },
  },
  '20,000 requests for tools, and reads no answer': {
    isCut: false,
    async send(call) {
      call.socket.pause()
      await repeated(20_000, async (at) => {
        // Data that the program no longer accepts is not sent.
        if (call.isOpen && call.socket.writableLength < 256 * kib) await call.request('tools/list')
        else if (at % 100 === 0) await pause(1)
      })
    },
  },
  '20,000 frames that are no JSON': {
    isCut: false,
    long: true,
    send: (call) => {
      const batch = Buffer.concat(Array.from({ length: 1_000 }, () => serverFrame(opcodes.text, '{"id":')))
      return repeated(20, () => call.raw(batch))
    },
  },
}

const ofFrames = Object.entries(frames).map(([what, { isCut, long, send }]): Case => {
  let call: EndpointCall | undefined
  return {
    name: `an endpoint that sends ${what}`,
    cause: 'surfaces',
    ...(long && { long: true }),
    setup: async (scene) => {
      call = await scene.dialled()
    },
    attack: async (scene) => {
      if (!call) return
      await send(call, scene)
      const isOpen = () => call?.isOpen
      if (isCut) await expect.poll(isOpen, { message: 'the connection is cut' }).toBe(false)
      else await pause(settledMs)
    },
  }
})

/** Milliseconds that a loop lasts, and dials in it: the first delay is a tenth of a second here. */
const loopMs = 3_000
const maxDials = 40

/** How an endpoint ends every connection. */
const ends: Readonly<Record<string, (call: EndpointCall) => Promise<void> | void>> = {
  'disconnects at once': (call) => void call.socket.destroy(),
  'begins a session and disconnects': async (call) => {
    await call.request('initialize', { protocolVersion: '2024-11-05', capabilities: {}, clientInfo: {} })
    call.socket.destroy()
  },
  'closes with a reason of its own': (call) =>
    call.raw(
      serverFrame(opcodes.close, Buffer.concat([Buffer.from([0x03, 0xf3]), Buffer.from('\u202eop Eve'.repeat(8))])),
    ),
}

const ofEnds = Object.entries(ends).map(
  ([what, end], at): Case => ({
    name: `an endpoint that ${what}, each time`,
    cause: 'surfaces',
    ...(at !== 1 && { long: true }),
    attack: async (scene) => {
      const { endpoint } = scene.surfaces
      await scene.dialled(end)
      const before = endpoint.dials
      await pause(loopMs)
      expect(endpoint.dials - before, 'attempts to connect').toBeLessThanOrEqual(maxDials)
    },
  }),
)

/** What comes in place of a handshake. */
const handshakes: Readonly<Record<string, string>> = {
  'an address elsewhere': 'HTTP/1.1 307 Go\r\nLocation: /elsewhere?token=x\r\nContent-Length: 0\r\n\r\n',
  'a head of 8 MiB': `HTTP/1.1 101 Go\r\nX-A: ${'a'.repeat(8 * mib)}\r\n`,
  'an error whose body never ends': `HTTP/1.1 500 No\r\nContent-Length: 999999999\r\n\r\n${'x'.repeat(8 * mib)}`,
  'an extension that nobody offered':
    'HTTP/1.1 101 Go\r\nUpgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Extensions: permessage-deflate\r\n\r\n',
}

const ofHandshakes = Object.entries(handshakes).map(
  ([what, reply], at): Case => ({
    name: `an endpoint that answers each attempt with ${what}`,
    cause: 'surfaces',
    ...(at > 0 && { long: true }),
    attack: async (scene) => {
      const { endpoint } = scene.surfaces
      const before = endpoint.dials
      const places: string[] = []
      endpoint.onDial = ({ url = '' }, socket) => {
        places.push(url.split('?')[0] ?? '')
        socket.write(reply)
        return true
      }
      scene.nameEndpoint()
      await until(() => places.length > 0)
      await pause(loopMs)
      expect(endpoint.dials - before, 'attempts to connect').toBeLessThanOrEqual(maxDials)
      expect(places).not.toContain('/elsewhere')
    },
  }),
)

export const xiaozhiCases: readonly Case[] = [...ofSessions, ...ofFrames, ...ofEnds, ...ofHandshakes]
