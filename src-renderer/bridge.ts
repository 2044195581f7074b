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

/** Error code for a missing response of main. */
export const noAnswer = 'WINDOW.NO_ANSWER'

/** False when the page was opened outside the program, in an ordinary browser. */
export const hasBridge = (): boolean => window.gatehouse !== undefined

const api = (): GatehouseApi => {
  if (window.gatehouse === undefined) throw new Error('This page runs inside Gatehouse only.')
  return window.gatehouse
}

/** Counts the page resets. */
let age = 0

/** Responses to earlier requests are ignored: they were redacted for the earlier mode. */
export const forgetAnswers = (): void => {
  age += 1
}

const answerTo = async <C extends RequestChannel>(
  channel: C,
  payload: Payload<C> | undefined,
): Promise<Result<Returned<C>>> => {
  try {
    return await api().request(channel, payload as Payload<C>)
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { ok: false, error: { code: noAnswer, message } }
  }
}

/** Sends a request to main and returns errors as data; never rejects. Never resolves when the page was reset meanwhile. */
export const attempt = async <C extends RequestChannel>(
  channel: C,
  ...rest: Arguments<C>
): Promise<Result<Returned<C>>> => {
  const ageAtRequest = age
  const answer = await answerTo(channel, rest[0])
  return ageAtRequest === age ? answer : new Promise(() => {})
}

/** Sends a request that should never fail. Rejects on an error, and when the page was reset meanwhile. */
export const request = async <C extends RequestChannel>(channel: C, ...rest: Arguments<C>): Promise<Returned<C>> => {
  const ageAtRequest = age
  const answer = await answerTo(channel, rest[0])
  if (ageAtRequest !== age) throw new Error('The page was reset after this request.')
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

/** Subscribes to messages of main. Returns the function that unsubscribes. */
export const subscribe = <C extends PushChannel>(channel: C, listener: (message: Pushed<C>) => void): (() => void) =>
  api().subscribe(channel, listener)
