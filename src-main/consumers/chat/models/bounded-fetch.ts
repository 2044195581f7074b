/**
 * Bounded fetch: an HTTP request to a model with limits on memory and time.
 *
 * Enforces invariant 7: the owner chose the endpoint, so its responses have limits of size and time alone. Redirects are
 * refused, so that the key goes only to the configured address.
 */
import type { Clock } from '../../../gateway/ports/runtime.js'
import { boundedBytes, boundedEvents, type EventBounds } from '../../../network/bounded-stream.js'

export const responseLimits = {
  /** Maximum bytes of one response. */
  bytes: 2_097_152,
  /** Maximum bytes of one event, or of a response without streaming. The largest tool call is a third of it. */
  eventBytes: 65_536,
  /** Milliseconds until the response starts, and between two chunks. */
  idleMs: 90_000,
} as const

export class ResponseLimitError extends Error {
  readonly kind: 'too-large' | 'slow'

  constructor(kind: 'too-large' | 'slow') {
    super(kind === 'slow' ? 'The endpoint sent nothing for too long.' : 'The response is too large.')
    this.name = 'ResponseLimitError'
    this.kind = kind
  }
}

export interface FetchLimits {
  readonly bytes: number
  readonly eventBytes: number
  readonly idleMs: number
}

export function boundedFetch(clock: Pick<Clock, 'after'>, limits: FetchLimits = responseLimits): typeof fetch {
  return async (input, init) => {
    const slow = new AbortController()
    let stop = (): void => {}
    const wait = (): void => {
      stop()
      stop = clock.after(limits.idleMs, () => slow.abort(new ResponseLimitError('slow')))
    }
    wait()
    const signal = init?.signal ? AbortSignal.any([init.signal, slow.signal]) : slow.signal
    try {
      const response = await fetch(input, { ...init, signal, redirect: 'error' })
      if (!response.body) {
        stop()
        return response
      }
      const isStream = response.ok && !response.headers.get('content-type')?.includes('json')
      const body = boundedBytes(response.body, {
        most: isStream ? limits.bytes : limits.eventBytes,
        failure: tooLarge,
        onChunk: wait,
        onEnd: () => stop(),
      })
      const { status, statusText, headers } = response
      return new Response(isStream ? body.pipeThrough(boundedEvents(eventsOf(limits))) : body, {
        status,
        statusText,
        headers,
      })
    } catch (error) {
      stop()
      throw slow.signal.aborted ? slow.signal.reason : error
    }
  }
}

const tooLarge = (): ResponseLimitError => new ResponseLimitError('too-large')

const eventsOf = ({ eventBytes }: FetchLimits): EventBounds<never> => ({
  most: eventBytes,
  excessOf: () => undefined,
  lastEvent() {
    throw tooLarge()
  },
})
