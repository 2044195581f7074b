/**
 * Messages out of a `text/event-stream`: yields the data of each event the moment its blank line arrives.
 *
 * Guards against an event without an end (it throws past the limit) and against characters or line ends cut in two.
 * Only events of the type `message` carry JSON-RPC; comments (heartbeats), ids, retry hints and other types are read over.
 */
export class EventTooLong extends Error {
  override readonly name = 'EventTooLong'
}

const lineFeed = 0x0a
const carriageReturn = 0x0d

/** Reads one event stream; make a new one for each response. */
export class SseReader {
  readonly #limit: number
  #rest: Buffer[] = []
  #size = 0
  #data: string[] = []
  #type = ''
  #afterReturn = false
  #atStart = true

  constructor(limit: number) {
    this.#limit = limit
  }

  /** The data of the events that this chunk completes. Throws `EventTooLong`. */
  *push(chunk: Buffer): Generator<string> {
    if (chunk.length === 0) return
    let start = this.#afterReturn && chunk[0] === lineFeed ? 1 : 0
    this.#afterReturn = false
    for (let end = lineEnd(chunk, start); end !== -1; end = lineEnd(chunk, start)) {
      const event = this.#endLine(chunk.subarray(start, end))
      if (event !== undefined) yield event
      const isReturn = chunk[end] === carriageReturn
      start = isReturn && chunk[end + 1] === lineFeed ? end + 2 : end + 1
      this.#afterReturn = isReturn && end + 1 === chunk.length
    }
    if (start < chunk.length) this.#keep(chunk.subarray(start))
  }

  #keep(part: Buffer): void {
    this.#size += part.length
    if (this.#size > this.#limit) throw new EventTooLong(`an event is longer than ${this.#limit} bytes`)
    this.#rest.push(part)
  }

  #endLine(part: Buffer): string | undefined {
    this.#keep(part)
    const line = Buffer.concat(this.#rest).toString('utf8')
    this.#rest = []
    const text = this.#atStart && line.startsWith('\ufeff') ? line.slice(1) : line
    this.#atStart = false
    return text === '' ? this.#endEvent() : this.#field(text)
  }

  #field(line: string): undefined {
    const colon = line.indexOf(':')
    const name = colon === -1 ? line : line.slice(0, colon)
    const value = colon === -1 ? '' : line.slice(line[colon + 1] === ' ' ? colon + 2 : colon + 1)
    if (name === 'data') this.#data.push(value)
    if (name === 'event') this.#type = value
    // A comment holds no event together, so a quiet stream of heartbeats may go on for ever.
    if (this.#data.length === 0 && this.#type === '') this.#size = 0
    return undefined
  }

  #endEvent(): string | undefined {
    const data = this.#data.join('\n')
    const isMessage = this.#type === '' || this.#type === 'message'
    this.#data = []
    this.#type = ''
    this.#size = 0
    return isMessage && data !== '' ? data : undefined
  }
}

/** Where the line that starts at `from` ends: at a `\n` or, if one comes earlier, a `\r`; -1 if not in this chunk. */
const lineEnd = (chunk: Buffer, from: number): number => {
  const feed = chunk.indexOf(lineFeed, from)
  const back = chunk.subarray(from, feed === -1 ? chunk.length : feed).indexOf(carriageReturn)
  return back === -1 ? feed : from + back
}
