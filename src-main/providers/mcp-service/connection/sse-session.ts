/**
 * SSE session: notices that a session of the older HTTP and SSE transport was lost.
 *
 * Its stream is opened again after a loss, and the server then begins a session in which nobody sent `initialize`. A
 * message to the lost session is refused (404 or 400), and was not read.
 */
import type { FetchLike } from '@modelcontextprotocol/client'
import type { Connected } from './connection.js'

class SessionRefused extends Error {}

export type SseSession = { readonly fetch: FetchLike } & Required<Pick<Connected, 'isExpired' | 'onExpired'>>

/** The fetch for one transport, and how to notice the loss. */
export function sseSession(fetch: FetchLike): SseSession {
  let streams = 0
  let notify = (): void => {}
  return {
    async fetch(url, init) {
      const response = await fetch(url, init)
      if (init?.method === 'POST') {
        if (await isRefusal(response)) throw new SessionRefused(`The server refused the session (${response.status}).`)
      } else if (response.ok) {
        streams += 1
        if (streams > 1) notify()
      }
      return response
    },
    isExpired: async (thrown) => thrown instanceof SessionRefused,
    onExpired(listener) {
      notify = listener
    },
  }
}

async function isRefusal(response: Response): Promise<boolean> {
  if (response.status === 404 || response.status === 410) return true
  if (response.status !== 400) return false
  const text = await response.clone().text()
  return text.toLowerCase().includes('session')
}
