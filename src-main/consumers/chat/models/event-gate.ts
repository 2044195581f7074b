/**
 * Event gate: splits a model's response into events, and passes on a few per turn of the event loop.
 *
 * Enforces invariant 7: the library parses all its input at once, and an event costs far more than its bytes. Events
 * are bounded in bytes, values and number before they are parsed.
 */
import { type JsonBounds, jsonExcess } from '@contract/json/json-bounds.js'

export interface EventLimits {
  /** Maximum bytes of one event, or of a response without streaming. */
  readonly eventBytes: number
  /** Maximum events of one response. */
  readonly events: number
  /** Maximum lines of one response, also empty ones. */
  readonly lines: number
  /** Maximum JSON values in one event. */
  readonly values: number
}

/** Events, and bytes beyond the first event, per turn. */
const inOneTurn = { events: 8, bytes: 4_096 }

const lineFeed = 0x0a
const carriageReturn = 0x0d

export class EventGate {
  readonly #limits: EventLimits
  readonly #bounds: JsonBounds
  /** Received and not processed. */
  #chunk: Buffer = Buffer.alloc(0)
  #at = 0
  /** The incomplete event. */
  #open: Buffer[] = []
  #openBytes = 0
  #lineBytes = 0
  #wasReturn = false
  #events = 0
  #lines = 0

  constructor(limits: EventLimits) {
    this.#limits = limits
    this.#bounds = { depth: 32, values: limits.values, members: limits.values, digits: 64, shapes: limits.values }
  }

  /** Whether all complete events were passed on. */
  get isEmpty(): boolean {
    return this.#at >= this.#chunk.length
  }

  push(chunk: Uint8Array): void {
    this.#chunk = Buffer.from(chunk.buffer, chunk.byteOffset, chunk.length)
    this.#at = 0
  }

  /** The next complete events for one turn; undefined when there is none. @throws RangeError beyond a limit */
  take(): Buffer | undefined {
    const whole: Buffer[] = this.#restOfLineEnd()
    let bytes = 0
    while (whole.length < inOneTurn.events && bytes < inOneTurn.bytes) {
      const event = this.#next()
      if (!event) break
      whole.push(event)
      bytes += event.length
    }
    return whole.length > 0 ? Buffer.concat(whole) : undefined
  }

  /** The rest at the end of the response. @throws RangeError beyond a limit */
  end(): Buffer | undefined {
    return this.#openBytes > 0 ? this.#close() : undefined
  }

  /** The LF after the CR that ended the previous event: its parser waits for it. */
  #restOfLineEnd(): Buffer[] {
    if (!this.#wasReturn || this.#openBytes > 0 || this.#chunk[this.#at] !== lineFeed) return []
    this.#wasReturn = false
    this.#at += 1
    return [this.#chunk.subarray(this.#at - 1, this.#at)]
  }

  #next(): Buffer | undefined {
    const [from, chunk] = [this.#at, this.#chunk]
    const room = this.#limits.eventBytes - this.#openBytes
    for (let at = from; at < chunk.length; at++) {
      if (at - from >= room) throw new RangeError('an event is too large')
      const byte = chunk[at]
      const isBreak = byte === carriageReturn || (byte === lineFeed && !this.#wasReturn)
      this.#wasReturn = byte === carriageReturn
      if (!isBreak) {
        if (byte !== lineFeed) this.#lineBytes += 1
        continue
      }
      const isEnd = this.#lineBytes === 0
      this.#lineBytes = 0
      this.#lines += 1
      if (this.#lines > this.#limits.lines) throw new RangeError('there are too many lines')
      if (!isEnd) continue
      const isPair = byte === carriageReturn && chunk[at + 1] === lineFeed
      if (isPair) this.#wasReturn = false
      this.#at = at + (isPair ? 2 : 1)
      this.#buffer(chunk.subarray(from, this.#at))
      return this.#close()
    }
    this.#buffer(chunk.subarray(from))
    this.#at = chunk.length
    return undefined
  }

  #buffer(bytes: Buffer): void {
    if (bytes.length === 0) return
    this.#open.push(bytes)
    this.#openBytes += bytes.length
  }

  #close(): Buffer {
    const event = Buffer.concat(this.#open)
    this.#open = []
    this.#openBytes = 0
    this.#events += 1
    if (this.#events > this.#limits.events) throw new RangeError('there are too many events')
    if (jsonExcess(event.toString('utf8'), this.#bounds)) throw new RangeError('an event holds too much')
    return event
  }
}
