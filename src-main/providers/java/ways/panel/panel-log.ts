/** Panel log: the lines that a panel's console puts out, kept until they are polled. Bounded (invariant 7). */
import type { Subscribe } from '../../../../gateway/ports/emitter.js'
import type { LogLines, LogReaderOptions } from '../../ports.js'
import type { PanelStream } from './panel-stream.js'

/** Maximum characters that wait; with more, the oldest are skipped. */
const maxWaiting = 4 * 1024 * 1024
const linesAtOnce = 500

type LogSource = Pick<PanelStream, 'isConnected' | 'earlier'>

export class PanelLog implements LogLines {
  readonly #stream: LogSource
  readonly #options: LogReaderOptions
  readonly #stop: () => void
  #waiting: string[] = []
  #characters = 0
  #skipped = 0
  #hasEarlier = false
  #isClosed = false
  /** Nothing in a stream of text says how it was encoded: a panel sends UTF-8. */
  readonly encoding = undefined

  /** @param onLine subscribes to the lines without what belongs to the terminal */
  constructor(stream: LogSource, onLine: Subscribe<string>, options: LogReaderOptions) {
    this.#stream = stream
    this.#options = options
    this.#stop = onLine((line) => this.#add(line))
  }

  get isOpen(): boolean {
    return !this.#isClosed && this.#stream.isConnected
  }

  async poll(): Promise<boolean> {
    this.#readEarlier()
    const { onSkipped, onLines } = this.#options
    if (this.#skipped > 0) onSkipped?.(this.#skipped)
    this.#skipped = 0
    while (this.#waiting.length > 0 && !this.#isClosed) {
      const lines = this.#waiting.splice(0, linesAtOnce)
      for (const { length } of lines) this.#characters -= length
      const mayContinue = await onLines(lines.map((text) => ({ text, isDamaged: text.includes('\ufffd') })))
      if (!mayContinue) return this.#waiting.length === 0
    }
    return true
  }

  close(): Promise<void> {
    this.#isClosed = true
    this.#stop()
    this.#waiting = []
    return Promise.resolve()
  }

  #readEarlier(): void {
    const { earlier } = this.#stream
    if (this.#hasEarlier || earlier === undefined) return
    this.#hasEarlier = true
    const { startsAtEnd, onEarlier } = this.#options
    if (startsAtEnd) return onEarlier?.(earlier.map((text) => ({ text, isDamaged: false })))
    this.#waiting.unshift(...earlier)
    for (const { length } of earlier) this.#characters += length
  }

  #add(line: string): void {
    this.#waiting.push(line)
    this.#characters += line.length
    while (this.#characters > maxWaiting) {
      const first = this.#waiting.shift()?.length ?? 0
      this.#characters -= first
      this.#skipped += first + 1
    }
  }
}
