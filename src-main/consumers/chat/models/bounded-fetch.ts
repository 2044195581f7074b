/**
 * Bounded fetch: an HTTP request to a model that cannot take more memory or time than we give it.
 *
 * Enforces invariant 7: an endpoint is hostile until proven otherwise. A redirect is refused, so the key goes to no other
 * address than the owner entered. A response is cut when it is too large, has an endless line, or pauses too long.
 */
import type { Clock } from '../../../gateway/ports.js'

export const responseLimits = {
  /** Bytes of one response. */
  bytes: 2_097_152,
  /** Bytes without a line break: one event of a stream. */
  lineBytes: 262_144,
  /** Milliseconds until the response begins, and between two pieces of it. */
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
  readonly lineBytes: number
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

interface Watch {
  readonly limits: FetchLimits
  readonly wait: () => void
  readonly stop: () => void
}

function boundedBody(body: ReadableStream<Uint8Array>, { limits, wait, stop }: Watch): ReadableStream<Uint8Array> {
  const reader = body.getReader()
  let bytes = 0
  let lineBytes = 0
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read()
        if (done) {
          stop()
          return controller.close()
        }
        wait()
        bytes += value.length
        const lastBreak = value.lastIndexOf(0x0a)
        lineBytes = lastBreak < 0 ? lineBytes + value.length : value.length - lastBreak - 1
        if (bytes > limits.bytes || lineBytes > limits.lineBytes) throw new ResponseLimitError('too-large')
        controller.enqueue(value)
      } catch (error) {
        stop()
        controller.error(error)
        await reader.cancel().catch(() => {})
      }
    },
    async cancel(reason) {
      stop()
      await reader.cancel(reason)
    },
  })
}
