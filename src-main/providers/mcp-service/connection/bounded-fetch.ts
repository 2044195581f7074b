/**
 * Bounded fetch: what a service sends over HTTP, no larger than a message may be.
 *
 * Guards invariant 7: a body is counted as it comes, JSON and each event are bounded before they are parsed, and events
 * are handed on a few in each turn.
 */
import type { FetchLike, RequestId } from '@modelcontextprotocol/client'
import { ByteCollector } from '../../../contract/byte-collector.js'
import { boundedEvents } from './bounded-events.js'
import { droppedResponse, excessFailure, excessOf, longestMessage, type MessageExcess } from './message-bounds.js'
import { nextTurn } from './message-turns.js'

/** @param headers of the configuration; a transport's own headers stay. Redirects are the transport's business */
export const boundedFetch =
  (headers: Readonly<Record<string, string>>, most = longestMessage): FetchLike =>
  async (url, init) => {
    const all = new Headers(init?.headers)
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)
    const response = await fetch(url, { ...init, headers: all })
    if (!response.body) return response
    const type = response.headers.get('content-type')?.toLowerCase() ?? ''
    const id = requestIn(init?.body)
    const body = type.startsWith('text/event-stream')
      ? response.body.pipeThrough(boundedEvents(most, id))
      : type.includes('json')
        ? await boundedJson(response.body, most, id)
        : response.body.pipeThrough(counted(most))
    const { status, statusText } = response
    return seenAs(new Response(body, { status, statusText, headers: response.headers }), response)
  }

/** Where it came from belongs to a response, and a made one has no place for it. */
const seenAs = (made: Response, { url, redirected, type }: Response): Response =>
  Object.defineProperties(made, {
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
  })

/** The request that a body of ours holds, if it holds one. */
function requestIn(body: unknown): RequestId | undefined {
  if (typeof body !== 'string') return undefined
  try {
    const { id, method } = JSON.parse(body) as { readonly id?: RequestId; readonly method?: unknown }
    return typeof method === 'string' ? id : undefined
  } catch {
    return undefined
  }
}

/** A body that holds too much becomes an error response to the request. @throws GatewayError where there was none */
async function boundedJson(
  body: ReadableStream<Uint8Array>,
  most: number,
  id: RequestId | undefined,
): Promise<Uint8Array<ArrayBuffer>> {
  const collected = new ByteCollector()
  const reader = body.getReader()
  for (;;) {
    const { done, value } = await reader.read()
    if (done) break
    if (collected.length + value.length > most) {
      await reader.cancel().catch(() => {})
      return refused('too-long', id)
    }
    collected.add(value)
  }
  const bytes = collected.take()
  const excess = excessOf(bytes.toString('utf8'))
  if (excess) return refused(excess, id)
  await nextTurn()
  return new Uint8Array(bytes)
}

function refused(excess: MessageExcess, id: RequestId | undefined): Uint8Array<ArrayBuffer> {
  if (id === undefined) throw excessFailure(excess)
  return new Uint8Array(Buffer.from(JSON.stringify(droppedResponse(id, excess))))
}

/** Neither JSON nor events: a page of an error. */
function counted(most: number): TransformStream<Uint8Array, Uint8Array> {
  let count = 0
  return new TransformStream({
    transform(chunk, controller) {
      count += chunk.length
      if (count > most) controller.error(excessFailure('too-long'))
      else controller.enqueue(chunk)
    },
  })
}
