import { beforeEach, expect, it, vi } from 'vitest'
import type { Redactor } from '../../../../src-main/owner/doors/answer.js'
import type { PageOrders } from '../../../../src-main/owner/doors/electron.js'
import { maxWaiting, queueRequests, serveIpc } from '../../../../src-main/owner/doors/electron.js'
import { RecordingLog } from '../../../fakes/recording-log.js'

type Listener = (event: unknown, payload: unknown) => Promise<unknown>
const listeners = new Map<string, Listener>()

vi.mock('electron', () => ({
  ipcMain: {
    handle(channel: string, listener: Listener) {
      if (listeners.has(channel)) throw new Error(`A second handler for ${channel}`)
      listeners.set(channel, listener)
    },
    removeHandler: (channel: string) => listeners.delete(channel),
  },
}))

const contents = { isDestroyed: () => false, send: () => {} }
const mainFrame = { parent: null, url: 'app://gatehouse/index.html' }
const target = { contents } as never

let log: RecordingLog
beforeEach(() => {
  listeners.clear()
  log = new RecordingLog()
  queueRequests({ page: 'window', target, isOurPage: (url) => url.startsWith('app://gatehouse/'), log })
})

const ask = (channel: string, event: object = {}, payload?: unknown) =>
  listeners.get(channel)?.({ sender: contents, senderFrame: mainFrame, ...event }, payload)

function serve(handlers: Partial<Record<string, () => unknown>>, isAllowed = true): void {
  const redactor: Redactor = {
    value: (value) => (value === 'Steve' ? 'Player 1' : value) as never,
    meant: (_channel, payload) => payload,
  }
  const pages = { window: target, 'pop-up': { contents: undefined } }
  serveIpc(
    { pages, redactor, orders: handlers as unknown as PageOrders },
    { isOurPage: () => true, check: () => isAllowed, log },
  )
}

it('answers early requests once the program is composed, redacted like any other', async () => {
  const early = ask('settings:get')
  serve({ 'settings:get': () => 'Steve' })
  expect(await early).toEqual({ ok: true, value: 'Player 1' })
  expect(await ask('settings:get')).toEqual({ ok: true, value: 'Player 1' })
})

it('a request that waited passes the same checks', async () => {
  const channels = { 'panic:on': () => expect.fail('handled'), 'approvals:hold': () => expect.fail('handled') }
  const malformed = ask('panic:on')
  const foreign = ask('approvals:hold')
  serve(channels, false)
  await expect(malformed).rejects.toThrow('Refused')
  expect(await foreign).toMatchObject({ ok: false, error: { code: 'PERMISSION.DENIED' } })
})

it('refuses senders that are not our page at once', async () => {
  await expect(ask('settings:get', { sender: {} })).rejects.toThrow('Refused')
  await expect(ask('settings:get', { senderFrame: { parent: {}, url: mainFrame.url } })).rejects.toThrow('Refused')
  await expect(ask('settings:get', { senderFrame: { parent: null, url: 'https://a.example' } })).rejects.toThrow(
    'Refused',
  )
})

it('refuses more requests than may wait', async () => {
  const waiting = Array.from({ length: maxWaiting }, () => ask('settings:get'))
  await expect(ask('settings:get')).rejects.toThrow('Refused')
  serve({ 'settings:get': () => 'there' })
  for (const one of await Promise.all(waiting)) expect(one).toEqual({ ok: true, value: 'there' })
})
