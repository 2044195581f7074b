/**
 * Bounded fetch: what a service sends over HTTP, no larger than a message may be.
 *
 * Guards invariant 7: a body is counted as it comes, and of a stream of events each one by itself.
 */
import type { FetchLike } from '@modelcontextprotocol/client'
import { longestMessage } from './stdio-transport.js'

const newline = 0x0a

/** @param headers of the configuration; a transport's own headers stay. Redirects are the transport's business */
export const boundedFetch =
  (headers: Readonly<Record<string, string>>, most = longestMessage): FetchLike =>
  async (url, init) => {
    const all = new Headers(init?.headers)
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)
    const response = await fetch(url, { ...init, headers: all })
    if (!response.body) return response
    const isStream = response.headers.get('content-type')?.toLowerCase().startsWith('text/event-stream') ?? false
    const { status, statusText } = response
    const body = response.body.pipeThrough(bounded(most, isStream))
    return seenAs(new Response(body, { status, statusText, headers: response.headers }), response)
  }

/** Where it came from belongs to a response, and a made one has no place for it. */
const seenAs = (made: Response, { url, redirected, type }: Response): Response =>
  Object.defineProperties(made, {
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
  })

function bounded(most: number, isStream: boolean): TransformStream<Uint8Array, Uint8Array> {
  let count = 0
  let last = 0
  return new TransformStream({
    transform(chunk, controller) {
      for (let at = 0; at < chunk.length; ) {
        const end = isStream ? chunk.indexOf(newline, at) : -1
        const next = end === -1 ? chunk.length : end + 1
        count += next - at
        // A blank line ends an event.
        const isBlank =
          end !== -1 && (end === at ? last === newline : end === at + 1 && chunk[at] === 0x0d && last === newline)
        if (count > most) return controller.error(new Error(`The service sent more than ${most} bytes in one message.`))
        if (isBlank) count = 0
        last = chunk[next - 1] ?? last
        at = next
      }
      controller.enqueue(chunk)
    },
  })
}
