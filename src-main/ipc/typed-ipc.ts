/**
 * Typed IPC: the only module that uses Electron's IPC.
 *
 * Guards invariant 7: only requests from the main frame of a page of Gatehouse are handled, as requests of that page; a
 * push is only sent to its pages. Guards invariant 8 on a stream: everything sent to a page is redacted here, so that
 * no handler can forget it.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Log } from '../gateway/ports/runtime.js'
import {
  type PageName,
  type PushChannel,
  type Pushed,
  type RequestChannel,
  receivesPush,
  requestChannels,
} from './channels.js'
import {
  answer,
  type Handlers,
  type IpcHandler,
  type Redactor,
  type RequestHandlingDependencies,
  refusal,
} from './request-handling.js'

/** Page → its web contents; undefined when the page is closed. */
export type Pages = Readonly<Record<PageName, { readonly contents: WebContents | undefined }>>

export interface IpcOptions extends RequestHandlingDependencies {
  readonly pages: Pages
  readonly isOurPage: (url: string) => boolean
}

const everyPage: readonly PageName[] = ['window', 'pop-up']

/** Set by `serveIpc`; before that, nothing is sent to pages. */
let reported: { readonly pages: Pages; readonly redactor: Redactor } | undefined

type Listener = (event: IpcMainInvokeEvent, payload: unknown) => Promise<unknown>

export function serveIpc(handlers: Handlers, options: IpcOptions): void {
  reported = options
  const listeners = new Map<string, Listener>()
  for (const channel of Object.keys(handlers) as RequestChannel[]) {
    listeners.set(channel, async (event, payload) => {
      const page = pageOf(event, options)
      if (!page) throw refusal(options.log, { channel, page: 'unknown' })
      return answer({ channel, page, payload }, handlers[channel] as IpcHandler<RequestChannel>, options)
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
  for (const channel of requestChannels) {
    ipcMain.handle(channel, async (event, payload: unknown) => {
      if (!pageOf(event, { pages, isOurPage }) || waiting.length >= maxWaiting)
        throw refusal(log, { channel, page: 'unknown' })
      await new Promise<void>((resolve) => waiting.push(resolve))
      const listener = listenerOf?.(channel)
      if (!listener) throw refusal(log, { channel, page })
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

/** Sends a push to its receivers; closed pages are skipped. */
export function push<C extends PushChannel>(channel: C, message: Pushed<C>): void {
  if (!reported) return
  const { pages, redactor } = reported
  const listening = everyPage.flatMap((page) => {
    const { contents } = pages[page]
    return receivesPush(page, channel) && contents && !contents.isDestroyed() ? [contents] : []
  })
  if (listening.length === 0) return
  const shown = redactor.value(message)
  for (const contents of listening) contents.send(channel, shown)
}

/** The page of a sender; undefined for an inner frame and for foreign pages. */
function pageOf(
  { sender, senderFrame }: IpcMainInvokeEvent,
  { pages, isOurPage }: Pick<IpcOptions, 'pages' | 'isOurPage'>,
): PageName | undefined {
  if (!senderFrame || senderFrame.parent !== null || !isOurPage(senderFrame.url)) return undefined
  return everyPage.find((page) => pages[page].contents !== undefined && pages[page].contents === sender)
}
