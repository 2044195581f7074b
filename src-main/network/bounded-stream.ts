/**
 * Bounded stream: the body of a response, within limits while it arrives.
 *
 * Enforces invariant 7: bytes are counted as they come. An event is bounded before anything parses its data, and the
 * reader gets only a few events in one turn of the event loop, because an event costs far more than its bytes.
 */
import { nextTurn, Slices } from '@shared/turns.js'
import { createParser, type EventSourceMessage } from 'eventsource-parser'

export interface ByteBounds {
  readonly most: number
  /** The error that ends a longer body. */
  readonly failure: () => Error
  readonly onChunk?: () => void
  readonly onEnd?: () => void
}

/** Reads nothing ahead. */
export function boundedBytes(body: ReadableStream<Uint8Array>, bounds: ByteBounds): ReadableStream<Uint8Array> {
  const { most, failure, onChunk = () => {}, onEnd = () => {} } = bounds
  const reader = body.getReader()
  let bytes = 0
  return new ReadableStream<Uint8Array>(
    {
      async pull(controller) {
        try {
          const { done, value } = await reader.read()
          if (done) {
            onEnd()
            return controller.close()
          }
          onChunk()
          bytes += value.length
          if (bytes > most) throw failure()
          controller.enqueue(value)
        } catch (error) {
          onEnd()
          controller.error(error)
          await reader.cancel().catch(() => {})
        }
      },
      async cancel(reason) {
        onEnd()
        await reader.cancel(reason)
      },
    },
    { highWaterMark: 0 },
  )
}

export interface EventBounds<Excess> {
  /** Maximum characters of one event. */
  readonly most: number
  /** Why the data of an event may not be parsed. */
  readonly excessOf: (data: string) => Excess | undefined
  /** The data of the event that ends the stream. @throws Error that ends it instead */
  readonly lastEvent: (excess: Excess | 'too-long') => string
}

/** Characters of an event that is checked in one turn and passed on in the next. */
const largeEvent = 256 * 1024
/** Events in one turn, and the characters that count as one more. */
const inOneTurn = { events: 16, characters: 8_192 }

/** Milliseconds after which a reader may connect again: neither at once for ever, nor more than a timer can wait. */
const retryMs = { least: 100, most: 3_600_000 }

interface Retry {
  readonly retry: number
}

/** Complete events in the order in which they arrived, and `retry` between them. Comments are dropped. */
export function boundedEvents<Excess>(bounds: EventBounds<Excess>): TransformStream<Uint8Array, Uint8Array> {
  const { most, excessOf, lastEvent } = bounds
  const decoder = new TextDecoder()
  const slices = new Slices(inOneTurn.events)
  const events: (EventSourceMessage | Retry)[] = []
  let isTooLong = false
  const parser = createParser({
    maxBufferSize: most,
    onEvent: (event) => void events.push(event),
    onRetry: (retry) => void events.push({ retry }),
    onError: ({ type }) => {
      isTooLong ||= type === 'max-buffer-size-exceeded'
    },
  })
  async function forward(text: string, controller: TransformStreamDefaultController<Uint8Array>): Promise<void> {
    /** The stream may have more events buffered, so it ends with this one. */
    const refuse = (excess: Excess | 'too-long'): void => {
      controller.enqueue(encoded({ data: lastEvent(excess) }))
      controller.terminate()
    }
    parser.feed(text)
    for (const event of events.splice(0)) {
      if ('retry' in event) {
        controller.enqueue(encodedRetry(event))
        await slices.rest()
        continue
      }
      const { length } = event.data
      const excess = length > most ? 'too-long' : excessOf(event.data)
      if (excess !== undefined) return refuse(excess)
      if (length >= largeEvent) await nextTurn()
      controller.enqueue(encoded(event))
      await slices.rest(1 + length / inOneTurn.characters)
    }
    if (isTooLong) refuse('too-long')
  }
  return new TransformStream({
    transform: (chunk, controller) => forward(decoder.decode(chunk, { stream: true }), controller),
    // The parser does not know whether a CR ends a line or is half of its end.
    flush: (controller) => forward('\n', controller),
  })
}

function encoded({ id, event, data }: EventSourceMessage): Uint8Array {
  const fields = [
    ...(id === undefined ? [] : [`id: ${id}`]),
    ...(event === undefined ? [] : [`event: ${event}`]),
    ...data.split('\n').map((line) => `data: ${line}`),
  ]
  return Buffer.from(`${fields.join('\n')}\n\n`)
}

const encodedRetry = ({ retry }: Retry): Uint8Array =>
  Buffer.from(`retry: ${Math.min(Math.max(retry, retryMs.least), retryMs.most)}\n\n`)
