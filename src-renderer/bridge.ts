/**
 * Bridge: the only file that touches `window.gatehouse`.
 *
 * Guards the renderer's one way out: every other file asks and listens through here, by the names of the channel map.
 */
import type { GatehouseApi, PushChannel, RequestChannel } from '../src-main/ipc/channels.js'
import type { Pushes } from '../src-main/ipc/pushes.js'
import type { Requests } from '../src-main/ipc/requests.js'
import type { Result } from '../src-main/ipc/shapes.js'

export type { AppInfo, NewServer, Result, SentPage } from '../src-main/ipc/shapes.js'

declare global {
  interface Window {
    readonly gatehouse?: GatehouseApi
  }
}

type Payload<C extends RequestChannel> = Requests[C]['send'] extends undefined ? [] : [payload: Requests[C]['send']]

/** Code of the error that says that the shell gave no answer at all. */
export const noAnswer = 'WINDOW.NO_ANSWER'

/** False when the page was opened outside the program, in an ordinary browser. */
export const hasBridge = (): boolean => window.gatehouse !== undefined

const api = (): GatehouseApi => {
  if (window.gatehouse === undefined) throw new Error('This page runs inside Gatehouse only.')
  return window.gatehouse
}

/** Counts how often the page has begun anew. */
let age = 0

/** Responses to earlier requests are ignored: they were redacted for the earlier mode. */
export const forgetAnswers = (): void => {
  age += 1
}

const answerTo = async <C extends RequestChannel>(
  channel: C,
  payload: Requests[C]['send'] | undefined,
): Promise<Result<Requests[C]['get']>> => {
  try {
    return await api().request(channel, payload as Requests[C]['send'])
  } catch (cause) {
    const message = cause instanceof Error ? cause.message : String(cause)
    return { ok: false, error: { code: noAnswer, message } }
  }
}

/** Asks the shell, and tells what goes wrong as data; never rejects. Whoever asked before the page began anew hears nothing. */
export const attempt = async <C extends RequestChannel>(
  channel: C,
  ...rest: Payload<C>
): Promise<Result<Requests[C]['get']>> => {
  const asked = age
  const answer = await answerTo(channel, rest[0])
  return asked === age ? answer : new Promise(() => {})
}

/** Asks the shell for what it should always have. Rejects when it does not, or the page has begun anew since. */
export const request = async <C extends RequestChannel>(
  channel: C,
  ...rest: Payload<C>
): Promise<Requests[C]['get']> => {
  const asked = age
  const answer = await answerTo(channel, rest[0])
  if (asked !== age) throw new Error('The page has begun anew since this was asked.')
  if (!answer.ok) throw new Error(answer.error.message)
  return answer.value
}

/** Listens to the shell. Returns the function that ends it. */
export const subscribe = <C extends PushChannel>(channel: C, listener: (message: Pushes[C]) => void): (() => void) =>
  api().subscribe(channel, listener)
