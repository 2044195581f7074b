/**
 * Typed IPC: the only place that touches Electron's IPC.
 *
 * Guards invariant 7: a request is answered only when it comes from the main frame of one of our pages, which is then the
 * page it is taken for; a push goes to the pages it is for, and to no other. Guards invariant 8 on a stream: nothing goes to
 * a page but through the redactor, so that no handler and no push can forget it.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import { type AnswerParts, answer, type Handler, type Handlers, type Redactor, refusal } from './answer.js'
import { isTold, type Page, type PushChannel, type RequestChannel } from './channels.js'
import type { Pushes } from './pushes.js'

/** Page → where it is drawn; undefined when it is gone. */
export type Pages = Readonly<Record<Page, { readonly contents: WebContents | undefined }>>

export interface IpcOptions extends AnswerParts {
  readonly pages: Pages
  readonly isOurPage: (url: string) => boolean
}

const everyPage: readonly Page[] = ['window', 'pop-up']

/** Until there are any, nothing is sent to pages. */
let reported: { readonly pages: Pages; readonly redactor: Redactor } | undefined

export function serveIpc(handlers: Handlers, options: IpcOptions): void {
  reported = options
  for (const channel of Object.keys(handlers) as RequestChannel[]) {
    ipcMain.handle(channel, async (event, payload: unknown) => {
      const page = pageOf(event, options)
      if (!page) throw refusal(options.log, { channel, page: 'unknown' })
      return answer({ channel, page, payload }, handlers[channel] as Handler<RequestChannel>, options)
    })
  }
}

/** Sends a push to its receivers; closed pages are skipped. */
export function push<C extends PushChannel>(channel: C, message: Pushes[C]): void {
  if (!reported) return
  const { pages, redactor } = reported
  const listening = everyPage.flatMap((page) => {
    const { contents } = pages[page]
    return isTold(page, channel) && contents && !contents.isDestroyed() ? [contents] : []
  })
  if (listening.length === 0) return
  const shown = redactor.value(message)
  for (const contents of listening) contents.send(channel, shown)
}

/** Whom a request is taken for; a frame inside of a page, and what is no page of ours, is nobody. */
function pageOf({ sender, senderFrame }: IpcMainInvokeEvent, { pages, isOurPage }: IpcOptions): Page | undefined {
  if (!senderFrame || senderFrame.parent !== null || !isOurPage(senderFrame.url)) return undefined
  return everyPage.find((page) => pages[page].contents !== undefined && pages[page].contents === sender)
}
