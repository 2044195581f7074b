import { GatewayError } from '@contract/gateway-error.js'
import { defaultSettings, type Settings } from '@shared/program/settings.js'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { StreamSafe } from '../../../../src-main/gateway/feeds/stream-safe.js'
import { type PageOrders, senderTo, serveIpc } from '../../../../src-main/owner/doors/electron.js'
import { PageMask } from '../../../../src-main/owner/doors/page-mask.js'
import type { SentServers } from '../../../../src-main/owner/table/shapes.js'
import {
  eventNames,
  mayGive,
  neverRedacted,
  type OrderName,
  orderNames,
  receives,
} from '../../../../src-main/owner/table/table.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

type Listener = (event: unknown, payload: unknown) => Promise<unknown>
const listeners = new Map<string, Listener>()

vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, listener: Listener) => listeners.set(channel, listener) },
}))

/** Something of every kind that a stream must not show, in every shape that it comes in. */
const hidden = [
  '203.0.113.77',
  'mc.secret-host.example',
  'Steve_Smith',
  '小明',
  '98765',
  '43210',
  'hunter2',
  'under the lake',
  '482913',
  '/home/ada',
]
const seeded = {
  server: {
    id: 'mc.secret-host.example:8765',
    name: 'at mc.secret-host.example:8765',
    address: 'ws://mc.secret-host.example:8765',
  },
  problem: { code: 'PROTOCOL.SERVER_OFFLINE', message: 'No answer from ws://203.0.113.77:8765 (/home/ada/.config/x)' },
  caller: { type: 'model', id: 'client:0a1b2c3d', name: 'Claude for Steve_Smith' },
  arguments: {
    playerName: 'Steve_Smith',
    location: { world: 'overworld', x: 98_765, y: 64, z: -43_210 },
    command: 'tell 小明 under the lake',
  },
  before: { position: [98_765, 64, -43_210], text: 'x=98765 z=-43210' },
  rows: [
    { eventId: 'player.whisper', data: { message: 'under the lake', to: 'Bob' } },
    JSON.stringify({ token: 'hunter2', who: '小明', x: 98_765 }),
  ],
  pairing: { link: 'https://203.0.113.77:8799/pair#hunter2', code: '482913' },
  token: 'hunter2',
  players: { Steve_Smith: { bed: [98_765, -43_210] } },
  count: 7,
}

const pageOrders = orderNames.filter((name) => mayGive('window', name) || mayGive('pop-up', name))
const pageEvents = eventNames.filter((name) => receives('window', name) || receives('pop-up', name))

const mainFrame = { parent: null, url: 'app://gatehouse/index.html' }

/** Both pages at once: the receivers are checked in the test of channels. */
function contentsInto(reported: { channel: string; message: unknown }[]) {
  const send = (channel: string, message: unknown) => void reported.push({ channel, message })
  return { isDestroyed: () => false, send } as never
}

function setUp(streamSafe: boolean) {
  listeners.clear()
  let settings: Settings = {
    ...defaultSettings,
    streamSafe,
    streamNames: ['Steve_Smith', '小明'],
    servers: [{ id: 'mc.secret-host.example:8765', name: 'Home', address: 'ws://mc.secret-host.example:8765' }],
  }
  const changed: (() => void)[] = []
  const change = (part: Partial<Settings>): true => {
    settings = { ...settings, ...part }
    for (const notify of changed) notify()
    return true
  }
  const stream = new StreamSafe({
    settings: {
      get: () => settings,
      change,
      onDidChange: (listener) => {
        changed.push(listener)
        return () => {}
      },
    },
    computer: { homes: ['/home/ada'], user: 'ada' },
    language: () => 'en',
  })
  const received: { channel: string; payload: unknown }[] = []
  const handlers = Object.fromEntries(
    orderNames.map((channel) => [
      channel,
      (payload: unknown) => {
        received.push({ channel, payload })
        return seeded
      },
    ]),
  ) as unknown as PageOrders
  const reported: { channel: string; message: unknown }[] = []
  const pages = { window: { contents: contentsInto(reported) }, 'pop-up': { contents: contentsInto(reported) } }
  const redactor = new PageMask(stream)
  const serve = (served: PageOrders) =>
    serveIpc({ pages, redactor, orders: served }, { isOurPage: () => true, check: () => true, log: new RecordingLog() })
  serve(handlers)
  const ask = (channel: OrderName, payload?: unknown) => {
    const sender = pages[mayGive('window', channel) ? 'window' : 'pop-up'].contents
    return listeners.get(channel)?.({ sender, senderFrame: mainFrame }, payload)
  }
  return { change, stream, ask, received, serve, reported, send: senderTo({ pages, redactor }) }
}

const leaks = (value: unknown): string[] => hidden.filter((datum) => JSON.stringify(value).includes(datum))

describe('stream-safe mode between the program and its pages', () => {
  let scene: ReturnType<typeof setUp>
  beforeEach(() => {
    scene = setUp(true)
  })

  it.each(pageOrders.filter((channel) => !neverRedacted.has(channel)))(
    'answers %s without what a stream must not show',
    async (channel) => {
      const answer = await scene.ask(channel)
      expect(leaks(answer)).toEqual([])
      expect(answer).toMatchObject({ ok: true, value: { count: 7, caller: { id: 'client:0a1b2c3d' } } })
    },
  )

  it.each(pageEvents)('sends %s without what a stream must not show', (channel) => {
    scene.send(channel, seeded as never)
    expect(scene.reported[0]?.channel).toBe(channel)
    expect(leaks(scene.reported)).toEqual([])
  })

  it('keeps live lines, which are sent as text, readable as lines', () => {
    scene.send('live:arrived', { from: 3, entries: JSON.stringify([seeded, seeded]), oldest: 0 })
    const [reported] = scene.reported
    const { entries } = (reported?.message as { entries: string } | undefined) ?? { entries: '[]' }
    expect(reported).toMatchObject({ channel: 'live:arrived', message: { from: 3 } })
    expect(leaks(JSON.parse(entries))).toEqual([])
    expect(JSON.parse(entries)).toHaveLength(2)
    expect(JSON.parse(entries)).toMatchObject([{ count: 7 }, { count: 7 }])
  })

  it.each(['0123456789abcdef0123456789abcdef', '00000000000000000000000000000000', 'deadbeefdeadbeefdeadbeefdeadbeef'])(
    'covers what servers can do, which travels as text, and leaves its digest %s as it is',
    (digest) => {
      const server = { ...seeded.server, kind: 'agent', state: 'online', offer: digest } as const
      const text = JSON.stringify({ capabilities: [{ id: 'x', name: 'Tell Steve_Smith', notes: seeded }], refused: [] })
      scene.send('servers:changed', { sequence: 7, servers: [server], gone: [server.id], offers: [{ digest, text }] })
      const message = scene.reported[0]?.message as SentServers
      expect(leaks(message)).toEqual([])
      expect(message).toMatchObject({
        sequence: 7,
        servers: [{ offer: digest, state: 'online' }],
        offers: [{ digest }],
      })
      expect(message.gone).toEqual([message.servers[0]?.id])
      expect(JSON.parse(message.offers[0]?.text ?? '')).toMatchObject({ capabilities: [{ name: 'Tell ‹Player A›' }] })
    },
  )

  it('leaves unmasked only a question that a person reveals, and pictures without places', async () => {
    expect([...neverRedacted]).toEqual(['approvals:reveal', 'builds:images', 'builds:picture'])
    expect(await scene.ask('approvals:reveal', { id: 'a' })).toEqual({ ok: true, value: seeded })
  })

  it('masks the error of a failing handler', async () => {
    const reported = new GatewayError('PROTOCOL.INVALID_REQUEST', { message: 'No /home/ada/x of Steve_Smith' })
    scene.serve({
      'settings:get': () => Promise.reject(reported),
      'app:info': () => Promise.reject(new Error('ENOENT /home/ada/x of Steve_Smith')),
    } as unknown as PageOrders)
    expect(await scene.ask('settings:get')).toMatchObject({
      ok: false,
      error: { message: 'No ‹home folder 1›/x of ‹Player A›' },
    })
    const broken = await scene.ask('app:info')
    expect(broken).toMatchObject({ ok: false, error: { code: 'SYSTEM.INTERNAL_ERROR' } })
    expect(leaks(broken)).toEqual([])
  })

  it('knows the server that a page names by its masked id', async () => {
    const shown = (await scene.ask('servers:list')) as { value: typeof seeded }
    expect(shown.value.server.id).toMatch(/^‹address \d+›$/u)
    await scene.ask('servers:remove', { id: shown.value.server.id })
    expect(scene.received.at(-1)).toEqual({
      channel: 'servers:remove',
      payload: { id: 'mc.secret-host.example:8765' },
    })
  })

  it('saves no mark as a text', async () => {
    expect(await scene.ask('rules:edit', { id: 'r', change: { note: 'near ‹coordinates›' } })).toMatchObject({
      ok: false,
      error: { code: 'PROTOCOL.INVALID_REQUEST' },
    })
    expect(scene.received).toEqual([])
  })

  it('changes nothing while it is off', async () => {
    const off = setUp(false)
    expect(await off.ask('servers:list')).toEqual({ ok: true, value: seeded })
    off.send('servers:changed', seeded as never)
    expect(off.reported[0]?.message).toBe(seeded)
    await off.ask('rules:edit', { note: '‹coordinates›' })
    expect(off.received.at(-1)?.payload).toEqual({ note: '‹coordinates›' })
  })

  it('loads pages again when the redacted names change, while it is on', () => {
    const on = setUp(true)
    const switched: boolean[] = []
    on.stream.onDidSwitch((now) => switched.push(now))
    on.change({ streamNames: ['Steve_Smith', '小明', 'Alex'] })
    on.change({ theme: 'dark' })
    expect(switched).toEqual([true])
    on.change({ streamSafe: false })
    on.change({ streamNames: [] })
    expect(switched).toEqual([true, false])
  })

  it('is switched by one command, which notifies once', () => {
    const off = setUp(false)
    const switched: boolean[] = []
    off.stream.onDidSwitch((on) => switched.push(on))
    off.stream.turn(true)
    off.stream.turn(true)
    expect(off.stream.text('Steve_Smith came')).toBe('‹Player A› came')
    off.stream.turn(false)
    expect(switched).toEqual([true, false])
    expect(off.stream.text('Steve_Smith came')).toBe('Steve_Smith came')
  })
})
