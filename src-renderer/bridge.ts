/**
 * Bridge: the only file that touches `window.gatehouse`.
 *
 * Every other file sends requests and subscribes through it, by the names of the channel map.
 */

import type { Result } from '../src-main/owner/table/shapes.js'
import type { Carried, GatehouseApi, PageEvent, PageOrder, Payload, Returned } from '../src-main/owner/table/table.js'

export type { AppInfo, Result, SentPage } from '../src-main/owner/table/shapes.js'

declare global {
  interface Window {
    readonly gatehouse?: GatehouseApi
  }
}

type Arguments<C extends PageOrder> = Payload<C> extends undefined ? [] : [payload: Payload<C>]

/** Error code for a missing response from main. */
export const noResponse = 'WINDOW.NO_ANSWER'

/** False when the page was opened outside the program, in an ordinary browser. */
export const hasBridge = (): boolean => window.gatehouse !== undefined

const api = (): GatehouseApi => {
  if (window.gatehouse === undefined) throw new Error('This page runs inside Gatehouse only.')
  return window.gatehouse
}

let last: Promise<Result<unknown>> | undefined

/** The result of the order that the page gave last. */
export const lastOrder = (): typeof last => last

/** Sends a request to main and returns errors as data; never rejects. */
export const attempt = <C extends PageOrder>(channel: C, ...rest: Arguments<C>): Promise<Result<Returned<C>>> => {
  const result = resultOf(channel, ...rest)
  last = result
  return result
}

const resultOf = async <C extends PageOrder>(channel: C, ...rest: Arguments<C>): Promise<Result<Returned<C>>> => {
  try {
    return await api().request(channel, rest[0] as Payload<C>)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { ok: false, error: { code: noResponse, message } }
  }
}

/** Sends a request that should never fail. Rejects on an error. */
export const request = async <C extends PageOrder>(channel: C, ...rest: Arguments<C>): Promise<Returned<C>> => {
  const response = await attempt(channel, ...rest)
  if (!response.ok) throw new Error(response.error.message)
  return response.value
}

/** Subscribes to messages of main. Returns the function that unsubscribes. */
export const subscribe = <C extends PageEvent>(channel: C, listener: (message: Carried<C>) => void): (() => void) =>
  api().subscribe(channel, listener)
