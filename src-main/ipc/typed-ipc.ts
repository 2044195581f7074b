/**
 * Typed IPC: the only place that touches Electron's IPC.
 *
 * Guards invariant 7: a request is answered only when it comes from the main frame of a window of ours, by a name of
 * the channel map, with a payload of the right shape.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import type { Log } from '../gateway/ports.js'
import type { PushChannel, Pushes, RequestChannel, Requests } from './channels.js'
import type { PayloadCheck } from './payloads.js'

export type Sender = 'window' | 'pop-up'

export type Handler<C extends RequestChannel> = (
  payload: Requests[C]['send'],
  sender: Sender,
) => Requests[C]['get'] | Promise<Requests[C]['get']>

export type Handlers = { readonly [C in RequestChannel]: Handler<C> }

export interface IpcOptions {
  /** Which of our windows this is; undefined when it is none. */
  readonly senderOf: (contents: WebContents) => Sender | undefined
  readonly isOurPage: (url: string) => boolean
  readonly check: PayloadCheck
  readonly log: Log
}

export function serveIpc(handlers: Handlers, options: IpcOptions): void {
  for (const channel of Object.keys(handlers) as RequestChannel[]) {
    ipcMain.handle(channel, (event, payload: unknown) => {
      const sender = trusted(event, options)
      if (!sender || !options.check(channel, payload)) {
        options.log.warn('a request of a window was refused', { channel, trusted: Boolean(sender) })
        throw new Error('Refused')
      }
      const handler = handlers[channel] as Handler<RequestChannel>
      return handler(payload as never, sender)
    })
  }
}

/** Tells a window something; does nothing when it is gone. */
export function push<C extends PushChannel>(contents: WebContents | undefined, channel: C, message: Pushes[C]): void {
  if (contents && !contents.isDestroyed()) contents.send(channel, message)
}

function trusted({ sender, senderFrame }: IpcMainInvokeEvent, options: IpcOptions): Sender | undefined {
  if (!senderFrame || senderFrame.parent !== null || !options.isOurPage(senderFrame.url)) return undefined
  return options.senderOf(sender)
}
