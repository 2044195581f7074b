/**
 * Event history: what a session's streams carried last, for a client that lost one and names the last event it has.
 *
 * Bounded in events and characters: the oldest go first, and an event larger than the bound is not kept at all.
 */

/** Events kept a session. */
const mostEvents = 128

/** Characters kept a session. */
const mostCharacters = 1024 * 1024

export interface PastEvent {
  readonly id: string
  /** One JSON-RPC message; empty for an event that only says where the stream stands. */
  readonly text: string
}

export interface EventId {
  /** Name of the stream within its session. */
  readonly stream: string
  readonly number: number
}

const pattern = /^([rs]\d{1,12})\.(\d{1,12})$/

/** Reads what a client sent as `Last-Event-ID`; undefined when we gave out no such id. */
export function parseEventId(given: string): EventId | undefined {
  const [, stream, number] = pattern.exec(given) ?? []
  return stream && number ? { stream, number: Number(number) } : undefined
}

export class EventHistory {
  readonly #events: { readonly stream: string; readonly number: number; readonly text: string }[] = []
  #characters = 0
  #last = 0

  /** Keeps an event of a stream; returns its id, unique within the session. */
  keep(stream: string, text = ''): string {
    this.#last += 1
    if (text !== '') {
      this.#events.push({ stream, number: this.#last, text })
      this.#characters += text.length
      while (this.#events.length > mostEvents || this.#characters > mostCharacters) {
        this.#characters -= this.#events.shift()?.text.length ?? 0
      }
    }
    return `${stream}.${this.#last}`
  }

  /** What the same stream carried after an event, as far as it is still kept; never what another stream carried. */
  after({ stream, number }: EventId): readonly PastEvent[] {
    return this.#events
      .filter((event) => event.stream === stream && event.number > number)
      .map((event) => ({ id: `${stream}.${event.number}`, text: event.text }))
  }
}
