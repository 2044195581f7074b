/** Log tail: the last log lines of a service, bounded and without control characters. */
import { cleanText } from '../../../policy/text/untrusted-text.js'

const maxLines = 200
const maxLineLength = 500

export class LogTail {
  readonly #lines: string[] = []
  #rest = ''
  #overlong = false

  get lines(): readonly string[] {
    return this.#rest === '' ? [...this.#lines] : [...this.#lines, cleanText(this.#rest, maxLineLength)]
  }

  /** Adds output of the service's error stream. */
  push(chunk: Buffer | string): void {
    const parts = chunk.toString().split('\n')
    for (const [at, part] of parts.entries()) {
      if (!this.#overlong) this.#rest += part.slice(0, 2 * maxLineLength)
      this.#overlong ||= this.#rest.length > 2 * maxLineLength
      if (at === parts.length - 1) continue
      this.add(this.#rest)
      this.#rest = ''
      this.#overlong = false
    }
  }

  /** Adds a line from us or from another stream. */
  add(line: string): void {
    const clean = cleanText(line, maxLineLength).trimEnd()
    if (clean === '') return
    this.#lines.push(clean)
    if (this.#lines.length > maxLines) this.#lines.shift()
  }
}
