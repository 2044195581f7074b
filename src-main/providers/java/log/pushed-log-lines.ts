/**
 * Pushed log lines: lines that come of themselves, from the console of a panel or a container, until they are polled.
 *
 * Guards invariant 7: the queue is bounded; what does not fit is dropped, the oldest first, and counted.
 */
import type { LogLines, LogReaderOptions } from '../ports.js'
import { LineSplitter } from './line-splitter.js'
import type { DecodedLine } from './log-decoder.js'

/** Maximum bytes that wait. */
const maxWaiting = 4 * 1024 * 1024
/** Maximum lines per call of the reader. */
const maxAtOnce = 1_000

/** A short line takes memory and time too. */
const costOf = ({ text }: DecodedLine): number => text.length + 128

export class PushedLogLines implements LogLines {
  readonly #options: LogReaderOptions
  readonly #splitter = new LineSplitter()
  #waiting: DecodedLine[] = []
  #bytes = 0
  #dropped = 0
  #isOpen = false

  constructor(options: LogReaderOptions) {
    this.#options = options
  }

  /**
   * More of the log. A line ends with a line feed; its beginning waits for the rest.
   *
   * @param isEarlier it was written before Gatehouse connected, as a panel repeats it
   */
  add(text: string | Buffer, isEarlier = false): void {
    this.#isOpen = true
    const piece = typeof text === 'string' ? Buffer.from(text) : text
    const lines = this.#splitter.split(piece)
    if (isEarlier && this.#options.startsAtEnd) {
      this.#options.onEarlier?.(lines)
      return
    }
    for (const line of lines) {
      this.#waiting.push(line)
      this.#bytes += costOf(line)
    }
    if (this.#bytes > maxWaiting) this.#drop()
  }

  /** Something was dropped before it came here. */
  addSkipped(bytes: number): void {
    this.#dropped += bytes
  }

  /** The log begins again, as after a new connection: a line that was cut off is forgotten. */
  restart(): void {
    this.#splitter.jump(true)
  }

  async poll(): Promise<boolean> {
    if (this.#dropped > 0) this.#options.onSkipped?.(this.#dropped)
    this.#dropped = 0
    while (this.#waiting.length > 0) {
      const lines = this.#waiting.splice(0, maxAtOnce)
      for (const line of lines) this.#bytes -= costOf(line)
      if (!(await this.#options.onLines(lines))) return false
    }
    return true
  }

  /** Whether the log ever came. */
  get isOpen(): boolean {
    return this.#isOpen
  }

  get encoding(): string | undefined {
    return this.#splitter.encoding
  }

  close(): Promise<void> {
    this.#waiting = []
    this.#bytes = 0
    this.restart()
    return Promise.resolve()
  }

  /** Half of them at once, because each removal moves all others. */
  #drop(): void {
    const dropped = this.#waiting.splice(0, Math.ceil(this.#waiting.length / 2))
    for (const line of dropped) {
      this.#bytes -= costOf(line)
      this.#dropped += line.text.length
    }
  }
}
