/**
 * OTLP transport: posts one batch to the collector, and tries again while its time lasts.
 *
 * Guards invariant 7: a collector may be slow or hostile. Its redirects are not followed, so that no header reaches
 * another address; its body is bounded; each attempt has a limit of time.
 */
import type { TelemetryProblem } from '@shared/program/telemetry.js'
import type { Clock } from '../gateway/ports/runtime.js'
import { boundedBytes } from '../network/bounded-stream.js'

/** Milliseconds of one attempt, of all attempts with a batch, and before each further one. */
export const transportMs = { attempt: 10_000, batch: 30_000, pauses: [1_000, 4_000, 10_000] } as const

/** Bytes of a response: a count and a message. */
export const maxResponse = 64 * 1024

export interface OtlpTransportOptions {
  readonly url: string
  readonly headers: Readonly<Record<string, string>>
  readonly clock: Pick<Clock, 'after' | 'elapsed'>
  /** How an attempt ended; undefined when the batch was accepted. */
  readonly onAttempt: (problem: TelemetryProblem | undefined) => void
}

/** `problem` is absent when the batch was accepted, and `retryMs` is present when it can be sent again after that time. */
interface Attempt {
  readonly data: Uint8Array
  readonly problem?: TelemetryProblem
  readonly retryMs?: number
}

export class OtlpTransport {
  readonly #options: OtlpTransportOptions
  readonly #ending = new AbortController()

  constructor(options: OtlpTransportOptions) {
    this.#options = options
  }

  /** @returns the response of the collector; undefined when it did not accept the batch. Never rejects. */
  async send(batch: Uint8Array): Promise<Uint8Array | undefined> {
    const { clock, onAttempt } = this.#options
    const began = clock.elapsed()
    for (let attempts = 0; ; attempts += 1) {
      const { data, problem, retryMs } = await this.#attempt(batch)
      onAttempt(problem)
      if (!problem) return data
      const pause = transportMs.pauses[attempts]
      if (retryMs === undefined || pause === undefined || this.#ending.signal.aborted) return undefined
      // A collector can ask for a longer pause, never for a shorter one.
      const pauseMs = Math.max(pause, retryMs)
      if (clock.elapsed() - began + pauseMs > transportMs.batch) return undefined
      await this.#pause(pauseMs)
    }
  }

  /** Ends attempts and pauses: what is not sent by now is dropped. */
  stop(): void {
    this.#ending.abort()
  }

  async #attempt(batch: Uint8Array): Promise<Attempt> {
    const { url, headers, clock } = this.#options
    const late = new AbortController()
    const cancel = clock.after(transportMs.attempt, () => late.abort())
    try {
      const response = await fetch(url, {
        method: 'POST',
        headers: { ...headers, 'content-type': 'application/x-protobuf' },
        body: batch as Uint8Array<ArrayBuffer>,
        redirect: 'manual',
        signal: AbortSignal.any([late.signal, this.#ending.signal]),
      })
      return attemptOf(response, await bodyOf(response))
    } catch (error) {
      if (error instanceof TooLongError) return { data: nothing, problem: 'rejected' }
      return { data: nothing, problem: late.signal.aborted ? 'no-answer' : 'unreachable', retryMs: 0 }
    } finally {
      cancel()
    }
  }

  #pause(milliseconds: number): Promise<void> {
    const { signal } = this.#ending
    return new Promise((resolve) => {
      const end = () => {
        cancel()
        signal.removeEventListener('abort', end)
        resolve()
      }
      const cancel = this.#options.clock.after(milliseconds, end)
      signal.addEventListener('abort', end)
    })
  }
}

const nothing = new Uint8Array()

class TooLongError extends Error {}

/** @throws TooLongError when it is too long */
async function bodyOf({ body }: Response): Promise<Uint8Array> {
  if (!body) return nothing
  const bounded = boundedBytes(body, { most: maxResponse, failure: () => new TooLongError() })
  return new Uint8Array(await new Response(bounded).arrayBuffer())
}

const busy: readonly number[] = [429, 502, 503, 504]

function attemptOf({ status, ok, headers }: Response, data: Uint8Array): Attempt {
  if (ok) return { data }
  if (busy.includes(status)) {
    const seconds = Number(headers.get('retry-after') ?? 0)
    return { data, problem: 'no-answer', retryMs: Number.isInteger(seconds) && seconds > 0 ? seconds * 1_000 : 0 }
  }
  return { data, problem: status < 400 ? 'redirected' : status === 401 || status === 403 ? 'refused' : 'rejected' }
}
