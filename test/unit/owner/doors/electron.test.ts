import fc from 'fast-check'
import { beforeEach, describe, expect, it, vi } from 'vitest'
import { type PageOrders, sendToPages, serveIpc } from '../../../../src-main/owner/doors/electron.js'
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
  serveIpc(handlers, {
    pages,
    isOurPage: (url) => url.startsWith('app://gatehouse/'),
    redactor: { value: (value) => value, meant: (_channel, payload) => payload },
    check: () => true,
    log,
  })
  const ask = (channel: OrderName, sender: unknown, senderFrame: unknown = mainFrame) =>
    listeners.get(channel)?.({ sender, senderFrame }, undefined)
  return { received, reported, pages, log, ask }
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
  const { reported } = scene()
  sendToPages(channel, {} as never)
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
  serveIpc(handlers, {
    pages: here.pages,
    isOurPage: () => true,
    redactor: { value: (value) => value, meant },
    check: (_channel, payload) => payload === undefined,
    log: here.log,
  })
  const ask = (payload: unknown) =>
    listeners.get('panic:on')?.({ sender: here.pages.window.contents, senderFrame: mainFrame }, payload)
  await expect(ask({ now: true })).rejects.toThrow('Refused')
  expect(await ask('redacted')).toMatchObject({ ok: false, error: { code: 'PROTOCOL.INVALID_REQUEST' } })
  expect(here.received).toEqual([])
  expect(await ask(undefined)).toEqual({ ok: true, value: null })
})
