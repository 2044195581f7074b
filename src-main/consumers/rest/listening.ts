/** Listening: a script's event subscription, as a stream. See docs/protocol.md#rest-events. */
import { GatewayError } from '@contract/gateway-error.js'
import type { Invoker } from '../../gateway/ports/invoker.js'
import { EventQueue } from './event-queue.js'
import type { EventStream } from './event-stream.js'
import type { RestResponse } from './responses.js'
import type { RestRequest } from './rest-route.js'

export function listen({ query, caller, signal, lastEventId }: RestRequest, gateway: Invoker): RestResponse {
  const { eventId, server, filter } = query as { eventId: string[]; server?: string; filter?: string }
  const wanted = filter === undefined ? undefined : parsed(filter)
  if (wanted instanceof GatewayError) return refused(wanted)
  const queue = new EventQueue()
  let wake = (): void => {}
  const subscribed = gateway.subscribe(
    {
      eventIds: eventId,
      ...(server !== undefined && { server }),
      ...(wanted !== undefined && { filter: wanted }),
      caller,
      connection: signal,
      ...(lastEventId !== undefined && { after: lastEventId }),
    },
    (event) => {
      queue.add(event)
      wake()
    },
  )
  if (!subscribed.ok) return refused(subscribed.error)
  const { complete } = subscribed.subscription
  const stream: EventStream = {
    queue,
    complete,
    onNews: (listener) => {
      wake = listener
    },
  }
  return { kind: 'stream', stream }
}

function parsed(filter: string): unknown {
  try {
    return JSON.parse(filter)
  } catch {
    return new GatewayError('PROTOCOL.SCHEMA_VALIDATION_FAILED', {
      message: 'The filter is not JSON.',
      suggestion: 'Send it as JSON, encoded for a URL, for example filter=%7B%22playerNames%22%3A%5B%22Alex%22%5D%7D.',
      details: { errors: [{ path: '/filter', expected: 'a JSON object', given: filter.slice(0, 64) }] },
    })
  }
}

const refused = (error: GatewayError): RestResponse => ({
  kind: 'refused',
  refusal: { status: error.httpStatus, error },
})
