/**
 * Bridge: the only file that touches `window.gatehouse`.
 *
 * Every other file sends requests and subscribes through it, by the names of the channel map.
 */
import type { GatehouseApi, Payload, PushChannel, Pushed, RequestChannel, Returned } from '../src-main/ipc/channels.js'
import type { Result } from '../src-main/ipc/shapes.js'

export type { AppInfo, NewAgentServer, Result, SentPage } from '../src-main/ipc/shapes.js'

declare global {
  interface Window {
    readonly gatehouse?: GatehouseApi
  }
}

type Arguments<C extends RequestChannel> = Payload<C> extends undefined ? [] : [payload: Payload<C>]

/** Error code for a missing response from main. */
export const noResponse = 'WINDOW.NO_ANSWER'

/** False when the page was opened outside the program, in an ordinary browser. */
export const hasBridge = (): boolean => window.gatehouse !== undefined

const api = (): GatehouseApi => {
  if (window.gatehouse === undefined) throw new Error('This page runs inside Gatehouse only.')
  return window.gatehouse
}

/** Sends a request to main and returns errors as data; never rejects. */
export const attempt = async <C extends RequestChannel>(
  channel: C,
  ...rest: Arguments<C>
): Promise<Result<Returned<C>>> => {
  try {
    return await api().request(channel, rest[0] as Payload<C>)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { ok: false, error: { code: noResponse, message } }
  }
}

/** Sends a request that should never fail. Rejects on an error. */
export const request = async <C extends RequestChannel>(channel: C, ...rest: Arguments<C>): Promise<Returned<C>> => {
  const response = await attempt(channel, ...rest)
  if (!response.ok) throw new Error(response.error.message)
  return response.value
}

/** Subscribes to messages of main. Returns the function that unsubscribes. */
export const subscribe = <C extends PushChannel>(channel: C, listener: (message: Pushed<C>) => void): (() => void) =>
  api().subscribe(channel, listener)
