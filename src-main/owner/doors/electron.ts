/**
 * Electron door: orders of the pages, and events for them. The only module that uses Electron's IPC.
 *
 * Guards invariant 7: only orders from the main frame of a page of Gatehouse are followed, as orders of that page; an
 * event is only sent to its pages. Each gateway has a set of pages; the sender of an order says to which set it belongs,
 * so that an order for one gateway reaches no other. Guards invariant 8 on a stream: everything sent to a page is
 * redacted here, so that no order can forget it.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Log } from '../../gateway/ports/runtime.js'
import {
  type Order,
  type OrderName,
  type Orders,
  orderNames,
  type PageName,
  type PageOrder,
  receives,
  type SendEvent,
} from '../table/table.js'
import { type AnswerDependencies, answer, type Redactor, refusal } from './answer.js'

/** What pages may order. */
export type PageOrders = Orders<PageOrder>

/** Page → its web contents; undefined when the page is closed. */
export type Pages = Readonly<Record<PageName, { readonly contents: WebContents | undefined }>>

/** The pages of one gateway. */
export interface PageSet {
  readonly pages: Pages
  readonly redactor: Redactor
  readonly orders: PageOrders
}

export interface IpcOptions extends Omit<AnswerDependencies, 'redactor'> {
  readonly isOurPage: (url: string) => boolean
}

export interface IpcDoor {
  /** Follows the orders of these pages too. @returns the function that ends it */
  add(set: PageSet): () => void
}

const everyPage: readonly PageName[] = ['window', 'pop-up']

type Listener = (event: IpcMainInvokeEvent, payload: unknown) => Promise<unknown>

/** @param own the pages of the gateway of this program, whose queued requests are released */
export function serveIpc(own: PageSet, options: IpcOptions): IpcDoor {
  const sets = new Set([own])
  const listeners = new Map<string, Listener>()
  for (const name of Object.keys(own.orders) as PageOrder[]) {
    listeners.set(name, async (event, payload) => {
      for (const { pages, redactor, orders } of sets) {
        const giver = pageOf(event, { pages, isOurPage: options.isOurPage })
        if (giver)
          return answer<OrderName>({ name, giver, payload }, orders[name] as Order<OrderName>, { ...options, redactor })
      }
      throw refusal(options.log, { order: name, giver: 'unknown' })
    })
  }
  for (const [channel, listener] of listeners) {
    if (queue) ipcMain.removeHandler(channel)
    ipcMain.handle(channel, listener)
  }
  queue?.release((channel) => listeners.get(channel))
  queue = undefined
  return {
    add(set) {
      sets.add(set)
      return () => void sets.delete(set)
    },
  }
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

/** @returns what sends an event to those of these pages that get it; closed pages are skipped */
export const senderTo =
  ({ pages, redactor }: Pick<PageSet, 'pages' | 'redactor'>): SendEvent =>
  (name, message) => {
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
  { pages, isOurPage }: Pick<PageSet, 'pages'> & Pick<IpcOptions, 'isOurPage'>,
): PageName | undefined {
  if (!senderFrame || senderFrame.parent !== null || !isOurPage(senderFrame.url)) return undefined
  return everyPage.find((page) => pages[page].contents !== undefined && pages[page].contents === sender)
}
