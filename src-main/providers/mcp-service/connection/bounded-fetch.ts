/**
 * Bounded fetch: limits the responses of a service over HTTP to the size of a message.
 *
 * Guards invariant 7: bodies are counted while they arrive, JSON and events are bounded before parsing, and only a few
 * events are passed on per turn.
 */

import { parseObject } from '@contract/json/json-object.js'
import { ByteCollector } from '@contract/text/byte-collector.js'
import type { FetchLike, RequestId } from '@modelcontextprotocol/client'
import { nextTurn } from '@shared/turns.js'
import { boundedBytes, boundedEvents, type EventBounds } from '../../../network/bounded-stream.js'
import { droppedResponse, excessFailure, excessOf, type MessageExcess, maxMessageLength } from './message-bounds.js'

/** @param headers of the configuration; a transport's own headers have priority. The transport handles redirects */
export const boundedFetch =
  (headers: Readonly<Record<string, string>>, most = maxMessageLength): FetchLike =>
  async (url, init) => {
    const all = new Headers(init?.headers)
    for (const [name, value] of Object.entries(headers)) if (!all.has(name)) all.set(name, value)
    const response = await fetch(url, { ...init, headers: all })
    if (!response.body) return response
    const type = response.headers.get('content-type')?.toLowerCase() ?? ''
    const id = requestIn(init?.body)
    const body = type.startsWith('text/event-stream')
      ? response.body.pipeThrough(boundedEvents(messageEvents(most, id)))
      : type.includes('json')
        ? await boundedJson(response.body, most, id)
        : boundedBytes(response.body, { most, failure: () => excessFailure('too-long') })
    const { status, statusText } = response
    return seenAs(new Response(body, { status, statusText, headers: response.headers }), response)
  }

/** The address of the response; a constructed Response cannot set it. */
const seenAs = (made: Response, { url, redirected, type }: Response): Response =>
  Object.defineProperties(made, {
    url: { value: url },
    redirected: { value: redirected },
    type: { value: type },
  })

/** The request in a body that we sent, if any. */
function requestIn(body: unknown): RequestId | undefined {
  const { id, method } = (typeof body === 'string' && parseObject(body)) || {}
  return typeof method === 'string' ? (id as RequestId | undefined) : undefined
}

/** A body over the limits becomes an error response to the request. @throws GatewayError when there was no request */
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

/** @param id of the request that the stream responds to; an event over the limits fails it */
export const messageEvents = (most: number, id: RequestId | undefined): EventBounds<MessageExcess> => ({
  most,
  excessOf,
  lastEvent(excess) {
    if (id === undefined) throw excessFailure(excess)
    return JSON.stringify(droppedResponse(id, excess))
  },
})
