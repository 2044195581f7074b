/**
 * Event history: recent messages of a session's streams, for a client that reconnects with its last event id.
 *
 * Bounded in events and characters: the oldest are dropped, and an event larger than the bound is not stored.
 */

/** Maximum events per session. */
const maxEvents = 128

/** Maximum characters per session. */
const maxCharacters = 1024 * 1024

export interface PastEvent {
  readonly id: string
  /** One JSON-RPC message; empty for an event that only carries an id. */
  readonly text: string
}

export interface EventId {
  /** Name of the stream within its session. */
  readonly stream: string
  readonly number: number
}

const pattern = /^([rs]\d{1,12})\.(\d{1,12})$/

/** Parses a `Last-Event-ID`; undefined when it is none of ours. */
export function parseEventId(given: string): EventId | undefined {
  const [, stream, number] = pattern.exec(given) ?? []
  return stream && number ? { stream, number: Number(number) } : undefined
}

export class EventHistory {
  readonly #events: { readonly stream: string; readonly number: number; readonly text: string }[] = []
  #characters = 0
  #last = 0

  /** Stores an event of a stream; returns its id, unique within the session. */
  keep(stream: string, text = ''): string {
    this.#last += 1
    if (text !== '') {
      this.#events.push({ stream, number: this.#last, text })
      this.#characters += text.length
      while (this.#events.length > maxEvents || this.#characters > maxCharacters) {
        this.#characters -= this.#events.shift()?.text.length ?? 0
      }
    }
    return `${stream}.${this.#last}`
  }

  /** Later events of the same stream, if still stored; never those of another stream. */
  after({ stream, number }: EventId): readonly PastEvent[] {
    return this.#events
      .filter((event) => event.stream === stream && event.number > number)
      .map((event) => ({ id: `${stream}.${event.number}`, text: event.text }))
  }
}
