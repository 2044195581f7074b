/**
 * Electron door: orders of the pages, and events for them. The only module that uses Electron's IPC.
 *
 * Guards invariant 7: only orders from the main frame of a page of Gatehouse are followed, as orders of that page; an
 * event is only sent to its pages. Guards invariant 8 on a stream: everything sent to a page is redacted here, so that
 * no order can forget it.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Log } from '../../gateway/ports/runtime.js'
import {
  type Carried,
  type EventName,
  type Order,
  type OrderName,
  type Orders,
  orderNames,
  type PageName,
  type PageOrder,
  receives,
} from '../table/table.js'
import { type AnswerDependencies, answer, type Redactor, refusal } from './answer.js'

/** What pages may order. */
export type PageOrders = Orders<PageOrder>

/** Page → its web contents; undefined when the page is closed. */
export type Pages = Readonly<Record<PageName, { readonly contents: WebContents | undefined }>>

export interface IpcOptions extends AnswerDependencies {
  readonly pages: Pages
  readonly isOurPage: (url: string) => boolean
}

const everyPage: readonly PageName[] = ['window', 'pop-up']

/** Set by `serveIpc`; before that, nothing is sent to pages. */
let reported: { readonly pages: Pages; readonly redactor: Redactor } | undefined

type Listener = (event: IpcMainInvokeEvent, payload: unknown) => Promise<unknown>

export function serveIpc(orders: PageOrders, options: IpcOptions): void {
  reported = options
  const listeners = new Map<string, Listener>()
  for (const name of Object.keys(orders) as PageOrder[]) {
    listeners.set(name, async (event, payload) => {
      const giver = pageOf(event, options)
      if (!giver) throw refusal(options.log, { order: name, giver: 'unknown' })
      return answer<OrderName>({ name, giver, payload }, orders[name] as Order<OrderName>, options)
    })
  }
  for (const [channel, listener] of listeners) {
    if (queue) ipcMain.removeHandler(channel)
    ipcMain.handle(channel, listener)
  }
  queue?.release((channel) => listeners.get(channel))
  queue = undefined
}

/** Maximum number of queued requests of a page. */
export const maxWaiting = 256

export interface RequestQueueOptions {
  /** The page that loads before the program is composed. */
  readonly page: PageName
  readonly target: Pages[PageName]
  readonly isOurPage: (url: string) => boolean
  readonly log: Log
}

/** Queued requests, until the program handles them. */
let queue: { release(listenerOf: (channel: string) => Listener | undefined): void } | undefined

/**
 * Queues the requests of a page until `serveIpc` handles them with all its checks. Only requests that can never be
 * handled are refused at once.
 */
export function queueRequests({ page, target, isOurPage, log }: RequestQueueOptions): void {
  const pages = { window: none, 'pop-up': none, [page]: target }
  const waiting: (() => void)[] = []
  let listenerOf: ((channel: string) => Listener | undefined) | undefined
  for (const channel of orderNames) {
    ipcMain.handle(channel, async (event, payload: unknown) => {
      if (!pageOf(event, { pages, isOurPage }) || waiting.length >= maxWaiting)
        throw refusal(log, { order: channel, giver: 'unknown' })
      await new Promise<void>((resolve) => waiting.push(resolve))
      const listener = listenerOf?.(channel)
      if (!listener) throw refusal(log, { order: channel, giver: page })
      return listener(event, payload)
    })
  }
  queue = {
    release(found) {
      listenerOf = found
      for (const end of waiting) end()
    },
  }
}

const none: Pages[PageName] = { contents: undefined }

/** Sends an event to its pages; closed pages are skipped. */
export function sendToPages<N extends EventName>(name: N, message: Carried<N>): void {
  if (!reported) return
  const { pages, redactor } = reported
  const listening = everyPage.flatMap((page) => {
    const { contents } = pages[page]
    return receives(page, name) && contents && !contents.isDestroyed() ? [contents] : []
  })
  if (listening.length === 0) return
  const shown = redactor.value(message)
  for (const contents of listening) contents.send(name, shown)
}

/** The page of a sender; undefined for an inner frame and for foreign pages. */
function pageOf(
  { sender, senderFrame }: IpcMainInvokeEvent,
  { pages, isOurPage }: Pick<IpcOptions, 'pages' | 'isOurPage'>,
): PageName | undefined {
  if (!senderFrame || senderFrame.parent !== null || !isOurPage(senderFrame.url)) return undefined
  return everyPage.find((page) => pages[page].contents !== undefined && pages[page].contents === sender)
}
