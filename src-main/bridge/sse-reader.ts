/**
 * Reads messages from a `text/event-stream`: yields the data of each event when its blank line arrives.
 *
 * Guards against an event without an end: it throws past the limit. Only events of the type `message` carry JSON-RPC;
 * comments (heartbeats), ids, retry hints and other types are ignored. A last line that ends in a carriage return alone
 * is read with the next byte.
 */
import { createParser, type EventSourceMessage, type EventSourceParser } from 'eventsource-parser'

export class EventTooLong extends Error {
  override readonly name = 'EventTooLong'
}

/** Reads one event stream; create a new instance for each response. */
export class SseReader {
  readonly #limit: number
  readonly #decoder = new TextDecoder()
  readonly #parser: EventSourceParser
  #events: EventSourceMessage[] = []
  #isTooLong = false

  /** @param limit bytes of one event; an incomplete one is limited to as many characters */
  constructor(limit: number) {
    this.#limit = limit
    this.#parser = createParser({
      maxBufferSize: limit,
      onEvent: (event) => this.#events.push(event),
      onError: ({ type }) => {
        this.#isTooLong ||= type === 'max-buffer-size-exceeded'
      },
    })
  }

  /** The data of the events that this chunk completes. Throws `EventTooLong`. */
  *push(chunk: Buffer): Generator<string> {
    this.#parser.feed(this.#decoder.decode(chunk, { stream: true }))
    const events = this.#events
    this.#events = []
    for (const { event = 'message', data } of events) {
      if (Buffer.byteLength(data) > this.#limit) throw this.#tooLong()
      if (event === 'message' && data !== '') yield data
    }
    if (this.#isTooLong) throw this.#tooLong()
  }

  #tooLong(): EventTooLong {
    return new EventTooLong(`an event is longer than ${this.#limit} bytes`)
  }
}
