import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import type { Redactor } from '../../../../src-main/owner/doors/answer.js'
import { type PageOrders, type Pages, senderTo, serveIpc } from '../../../../src-main/owner/doors/electron.js'
import {
  type EventName,
  eventNames,
  isEvent,
  isOrder,
  mayGive,
  type OrderName,
  orderNames,
  type PageName,
  receives,
} from '../../../../src-main/owner/table/table.js'
import { RecordingLog } from '../../../fakes/recording-log.js'
import { forAll } from '../../../fixtures/properties.js'

type Listener = (event: unknown, payload: unknown) => Promise<unknown>
const listeners = new Map<string, Listener>()

vi.mock('electron', () => ({
  ipcMain: { handle: (channel: string, listener: Listener) => listeners.set(channel, listener) },
}))

/** All channels of the page that shows untrusted text. The list keeps a new channel from being added by accident. */
const popUpAsks: readonly OrderName[] = [
  'app:info',
  'approvals:list',
  'inputs:list',
  'inputs:answer',
  'approvals:decide',
  'approvals:decideMany',
  'approvals:hold',
  'approvals:release',
  'servers:states',
  'settings:get',
  'crash:report',
  'pop-up:shown',
  'approvals:reveal',
  'pop-up:resize',
  'builds:preview',
  'builds:images',
  'votes:state',
  'votes:start',
  'votes:end',
]
const popUpReceives: readonly EventName[] = [
  'approvals:changed',
  'approvals:closed',
  'gateway:changed',
  'inputs:changed',
  'servers:states-changed',
  'settings:changed',
  'pop-up:show',
  'sound:play',
  'votes:changed',
]
/** What only the page that shows the question may say about it. */
const popUpsAlone: readonly string[] = [
  'approvals:decideMany',
  'approvals:hold',
  'approvals:release',
  'approvals:reveal',
  'pop-up:shown',
  'pop-up:resize',
  'servers:states',
  'servers:states-changed',
  'pop-up:show',
  'sound:play',
]

/** What only the command line orders, and what only the parent process of a headless program orders and receives. */
const noPages: readonly string[] = [
  'approvals:recorded',
  'clients:add-for-bridge',
  'people:listed',
  'servers:is-remembered',
  'servers:listed',
  'services:preview-undo',
  'services:sign-in-page',
  'services:source',
  'servers:accept',
  'servers:accept-all',
  'undo:run-unseen',
  'approvals:opened',
  'consents:opened',
  'keyless:asked',
  'keyless:ended',
  'consents:closed',
  'live:entry',
  'panic:stopped',
  'servers:one-changed',
  'services:file-changed',
  'undo:recorded',
]

const pageUrl = 'app://gatehouse/index.html'
const mainFrame = { parent: null, url: pageUrl }

const redactor: Redactor = { value: (value) => value, meant: (_channel, payload) => payload }

function scene() {
  const received: string[] = []
  const reported: Record<PageName, string[]> = { window: [], 'pop-up': [] }
  const pageOf = (page: PageName) => ({
    contents: { isDestroyed: () => false, send: (channel: string) => void reported[page].push(channel) } as never,
  })
  const pages = { window: pageOf('window'), 'pop-up': pageOf('pop-up') }
  const log = new RecordingLog()
  const handlers = Object.fromEntries(
    orderNames.map((channel) => [channel, () => void received.push(channel)]),
  ) as unknown as PageOrders
  const set = { pages, redactor, orders: handlers }
  const isOurPage = (url: string) => url.startsWith('app://gatehouse/')
  const door = serveIpc(set, { isOurPage, check: () => true, log })
  const ask = (channel: OrderName, sender: unknown, senderFrame: unknown = mainFrame) =>
    listeners.get(channel)?.({ sender, senderFrame }, undefined)
  return { received, reported, pages, log, ask, door, send: senderTo(set) }
}

describe.each(orderNames)('the request %s', (channel) => {
  let here: ReturnType<typeof scene>
  beforeEach(() => {
    here = scene()
  })

  it.each(['window', 'pop-up'] as const)('is answered to the %s where it is for it, and else refused', async (page) => {
    const isForIt = page === 'pop-up' ? popUpAsks.includes(channel) : ![...popUpsAlone, ...noPages].includes(channel)
    const answer = await here.ask(channel, here.pages[page].contents)
    if (isForIt) expect(answer).toEqual({ ok: true, value: null })
    else expect(answer).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
    expect(here.received).toEqual(isForIt ? [channel] : [])
    expect(here.log.lines).toHaveLength(isForIt ? 0 : 1)
  })

  it('is refused to any other page', async () => {
    const { contents } = here.pages.window
    for (const [sender, frame] of [
      [{}, mainFrame],
      [undefined, mainFrame],
      [contents, null],
      [contents, { parent: mainFrame, url: pageUrl }],
      [contents, { parent: null, url: 'https://gatehouse.example/index.html' }],
      [contents, { parent: null, url: 'data:text/html,app://gatehouse/' }],
      [contents, { parent: null, url: '' }],
    ] as const) {
      await expect(here.ask(channel, sender, frame)).rejects.toThrow('Refused')
    }
    expect(here.received).toEqual([])
  })

  it('is refused to a closed page', async () => {
    const gone = scene()
    gone.pages.window.contents = undefined as never
    await expect(gone.ask(channel, undefined)).rejects.toThrow('Refused')
  })
})

it.each(eventNames)('%s is sent to its pages, and to no other', (channel) => {
  const { reported, send } = scene()
  send(channel, {} as never)
  expect(reported).toEqual({
    window: [...popUpsAlone, ...noPages].includes(channel) ? [] : [channel],
    'pop-up': popUpReceives.includes(channel) ? [channel] : [],
  })
})

it('an unlisted channel is for no page', () => {
  forAll(fc.oneof(fc.string(), fc.constantFrom('constructor', '__proto__', 'toString', '')), (name) => {
    const isOurs = isOrder(name) || isEvent(name)
    return isOurs || (['window', 'pop-up'] as const).every((page) => !mayGive(page, name) && !receives(page, name))
  })
  for (const page of ['window', 'pop-up'] as const) {
    expect(eventNames.filter((channel) => mayGive(page, channel))).toEqual([])
    expect(orderNames.filter((channel) => receives(page, channel))).toEqual([])
  }
})

it('a payload of the wrong shape reaches no handler, and a redacted one changes nothing', async () => {
  const here = scene()
  const handlers = { 'panic:on': () => void here.received.push('panic:on') } as unknown as PageOrders
  const meant = (_channel: string, payload: unknown) => (payload === 'redacted' ? undefined : payload)
  serveIpc(
    { pages: here.pages, redactor: { value: (value) => value, meant }, orders: handlers },
    { isOurPage: () => true, check: (_channel, payload) => payload === undefined, log: here.log },
  )
  const ask = (payload: unknown) =>
    listeners.get('panic:on')?.({ sender: here.pages.window.contents, senderFrame: mainFrame }, payload)
  await expect(ask({ now: true })).rejects.toThrow('Refused')
  expect(await ask('redacted')).toMatchObject({ ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST' } })
  expect(here.received).toEqual([])
  expect(await ask(undefined)).toEqual({ ok: true, value: null })
})

describe('the pages of several gateways', () => {
  const name = fc.constantFrom(...orderNames.filter((one) => mayGive('window', one) || mayGive('pop-up', one)))

  function gateways() {
    const here = scene()
    const followed: string[] = []
    const sets = ['nas', 'cloud'].map((gateway) => {
      const reported: string[] = []
      const pageOf = (): Pages[PageName] => ({
        contents: {
          isDestroyed: () => false,
          send: (channel: string, message: unknown) => void reported.push(`${channel} ${message}`),
        } as never,
      })
      const orders = Object.fromEntries(
        orderNames.map((one) => [one, () => void followed.push(`${gateway} ${one}`)]),
      ) as unknown as PageOrders
      const set = { pages: { window: pageOf(), 'pop-up': pageOf() }, redactor, orders }
      return { set, gateway, reported, send: senderTo(set), remove: here.door.add(set) }
    })
    return { here, followed, sets }
  }

  it('an order of one reaches no other gateway', async () => {
    const { here, followed, sets } = gateways()
    const page = fc.constantFrom<PageName>('window', 'pop-up')
    await fc.assert(
      fc.asyncProperty(fc.nat(sets.length), page, name, async (at, from, order) => {
        followed.length = 0
        here.received.length = 0
        const { pages, gateway } = sets[at]
          ? { pages: sets[at].set.pages, gateway: sets[at].gateway }
          : { pages: here.pages, gateway: 'own' }
        await here.ask(order, pages[from].contents)
        const isForIt = mayGive(from, order)
        expect(here.received).toEqual(isForIt && gateway === 'own' ? [order] : [])
        expect(followed).toEqual(isForIt && gateway !== 'own' ? [`${gateway} ${order}`] : [])
      }),
    )
  })

  it('an event of one is sent to its own pages only', () => {
    const { here, sets } = gateways()
    sets[0]?.send('panic:changed', 'stopped' as never)
    expect(sets[0]?.reported).toEqual(['panic:changed stopped'])
    expect(sets[1]?.reported).toEqual([])
    expect(here.reported).toEqual({ window: [], 'pop-up': [] })
  })

  it('a page of a removed gateway is refused', async () => {
    const { here, followed, sets } = gateways()
    sets[0]?.remove()
    await expect(here.ask('panic:on', sets[0]?.set.pages.window.contents)).rejects.toThrow('Refused')
    expect(followed).toEqual([])
  })
})
