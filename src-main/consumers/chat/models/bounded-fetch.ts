/**
 * Bounded fetch: an HTTP request to a model with limits on memory and time.
 *
 * Enforces invariant 7: an endpoint is untrusted. Redirects are refused, so the key goes only to the configured
 * address. A response is cut when it is too large, has an event that is too large, or pauses too long.
 */
import { setImmediate as nextTurn } from 'node:timers/promises'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { EventGate, type EventLimits } from './event-gate.js'

export const responseLimits = {
  /** Maximum bytes of one response. */
  bytes: 2_097_152,
  /** Maximum bytes of one event. A tool call with the largest arguments is a third of it. */
  eventBytes: 65_536,
  /** A step has 1,500 tokens, each an event at most. */
  events: 8_192,
  lines: 65_536,
  values: 2_000,
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

export interface FetchLimits extends EventLimits {
  readonly bytes: number
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
      const { status, statusText, headers } = response
      return new Response(boundedBody(response.body, { limits, wait, stop: () => stop() }), {
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

interface InactivityWatch {
  readonly limits: FetchLimits
  readonly wait: () => void
  readonly stop: () => void
}

function boundedBody(
  body: ReadableStream<Uint8Array>,
  { limits, wait, stop }: InactivityWatch,
): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  const gate = new EventGate(limits)
  let bytes = 0
  let isOver = false
  /** The next complete events; undefined at the end. */
  async function next(): Promise<Uint8Array | undefined> {
    for (;;) {
      const events = gate.isEmpty ? undefined : gate.take()
      if (events) return events
      if (isOver) return undefined
      const { done, value } = await reader.read()
      if (done) {
        isOver = true
        return gate.end()
      }
      wait()
      bytes += value.length
      if (bytes > limits.bytes) throw new ResponseLimitError('too-large')
      gate.push(value)
    }
  }
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          // The library reads as long as there is data; other work must get its turn.
          await nextTurn()
          const events = await next()
          if (events) return controller.enqueue(events)
          stop()
          controller.close()
        } catch (error) {
          stop()
          controller.error(error instanceof RangeError ? new ResponseLimitError('too-large') : error)
          await reader.cancel().catch(() => {})
        }
      },
      async cancel(reason) {
        stop()
        await reader.cancel(reason)
      },
    },
    // Nothing is read ahead: each chunk is requested.
    { highWaterMark: 0 },
  )
}
