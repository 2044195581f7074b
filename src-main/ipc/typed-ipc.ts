/**
 * Typed IPC: the only place that touches Electron's IPC.
 *
 * Guards invariant 7: a request is answered only when it comes from the main frame of a window of ours, by a name of
 * the channel map, with a payload of the right shape. Guards invariant 8 on a stream: nothing goes to a page but through
 * the veil, so that no handler and no push can forget it, and what comes back with a mark in it means what the mark
 * stands for.
 */
import { type IpcMainInvokeEvent, ipcMain, type WebContents } from 'electron'
import { GatewayError } from '../contract/gateway-error.js'
import type { Log } from '../gateway/ports.js'
import { neverCovered, type PushChannel, type Pushes, type RequestChannel, type Requests } from './channels.js'
import type { PayloadCheck } from './payloads.js'
import { failed } from './result.js'

export type Sender = 'window' | 'pop-up'

export type Handler<C extends RequestChannel> = (
  payload: Requests[C]['send'],
  sender: Sender,
) => Requests[C]['get'] | Promise<Requests[C]['get']>

export type Handlers = { readonly [C in RequestChannel]: Handler<C> }

/** Covers what a stream must not show, while it is switched on; `StreamSafe` fits. */
export interface Veil {
  value<T>(value: T): T
  /** Undefined when it holds a mark that stands for nothing in particular. */
  restore<T>(value: T): T | undefined
}

export interface IpcOptions {
  readonly veil: Veil
  /** Which of our windows this is; undefined when it is none. */
  readonly senderOf: (contents: WebContents) => Sender | undefined
  readonly isOurPage: (url: string) => boolean
  readonly check: PayloadCheck
  readonly log: Log
}

/** Until there is one, no page is told anything. */
let veil: Veil | undefined

export function serveIpc(handlers: Handlers, options: IpcOptions): void {
  veil = options.veil
  const { value, restore } = bound(options.veil)
  for (const channel of Object.keys(handlers) as RequestChannel[]) {
    ipcMain.handle(channel, async (event, payload: unknown) => {
      const sender = trusted(event, options)
      const meant = sender && payload !== undefined ? restore(payload) : undefined
      if (sender && payload !== undefined && meant === undefined) return failed(masked)
      if (!sender || !options.check(channel, meant)) {
        options.log.warn('a request of a window was refused', { channel, trusted: Boolean(sender) })
        throw new Error('Refused')
      }
      const handler = handlers[channel] as Handler<RequestChannel>
      try {
        const answer = await handler(meant as never, sender)
        return neverCovered.has(channel) ? answer : value(answer)
      } catch (bug) {
        throw new Error(value(bug instanceof Error ? bug.message : `${bug}`))
      }
    })
  }
}

/** Tells a window something; does nothing when it is gone. */
export function push<C extends PushChannel>(contents: WebContents | undefined, channel: C, message: Pushes[C]): void {
  if (veil && contents && !contents.isDestroyed()) contents.send(channel, veil.value(message))
}

const bound = (through: Veil): Veil => ({
  value: (value) => through.value(value),
  restore: (value) => through.restore(value),
})

const masked = new GatewayError('PROTOCOL.INVALID_REQUEST', {
  message: 'A part of this is covered for the stream, so it was not saved.',
  suggestion: 'Write the part out, or switch stream-safe mode off first.',
})

function trusted({ sender, senderFrame }: IpcMainInvokeEvent, options: IpcOptions): Sender | undefined {
  if (!senderFrame || senderFrame.parent !== null || !options.isOurPage(senderFrame.url)) return undefined
  return options.senderOf(sender)
}
