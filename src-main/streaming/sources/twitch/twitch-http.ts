/**
 * Twitch HTTP: requests to the sign-in and to the interface of Twitch.
 *
 * Enforces invariant 7: only to its hosts, which are public, with bounded time and size; an answer is an object of JSON
 * or nothing. Guards invariant 8: no error has a token in it, as none has the request in it.
 */
import { checkedFetch } from '../../../network/checked-fetch.js'
import { type Frame, frameIn } from '../frames.js'

export interface TwitchHosts {
  readonly id: string
  readonly api: string
  readonly events: string
}

export const twitchHosts: TwitchHosts = {
  id: 'https://id.twitch.tv',
  api: 'https://api.twitch.tv',
  events: 'wss://eventsub.wss.twitch.tv/ws',
}

export interface TwitchAnswer {
  /** 0 when there was none. */
  readonly status: number
  readonly body: Frame
  /** Seconds since 1970, by Twitch's clock, when requests are accepted again. */
  readonly resetAt: number | undefined
}

export interface TwitchRequest {
  readonly method: 'GET' | 'POST' | 'PATCH'
  readonly url: string
  readonly headers?: Readonly<Record<string, string>>
  /** Form fields, or an object of JSON. */
  readonly body?: URLSearchParams | object
}

export type SendToTwitch = (request: TwitchRequest) => Promise<TwitchAnswer>

export const unanswered: TwitchAnswer = { status: 0, body: {}, resetAt: undefined }

/** @throws never */
export function sendToTwitch(hosts: TwitchHosts): SendToTwitch {
  const fetches = checkedFetch({ namedBy: new URL(hosts.id) })
  return async ({ method, url, headers = {}, body }) => {
    const isForm = body instanceof URLSearchParams
    try {
      const response = await fetches(url, {
        method,
        headers: { ...headers, ...(body && !isForm && { 'content-type': 'application/json' }) },
        ...(body && { body: isForm ? body : JSON.stringify(body) }),
      })
      const reset = Number(response.headers.get('ratelimit-reset') ?? Number.NaN)
      return {
        status: response.status,
        body: frameIn(await response.text()) ?? {},
        resetAt: Number.isFinite(reset) ? reset : undefined,
      }
    } catch {
      return unanswered
    }
  }
}
