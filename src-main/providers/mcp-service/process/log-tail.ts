/** Log tail: the last lines that a service wrote, bounded and without control characters. */
import { cleanText } from '../../../policy/untrusted-text.js'

const mostLines = 200
const longestLine = 500

export class LogTail {
  readonly #lines: string[] = []
  #rest = ''
  #overlong = false

  get lines(): readonly string[] {
    return this.#rest === '' ? [...this.#lines] : [...this.#lines, cleanText(this.#rest, longestLine)]
  }

  /** What came on the service's error stream. */
  push(chunk: Buffer | string): void {
    const parts = chunk.toString().split('\n')
    for (const [at, part] of parts.entries()) {
      if (!this.#overlong) this.#rest += part.slice(0, 2 * longestLine)
      this.#overlong ||= this.#rest.length > 2 * longestLine
      if (at === parts.length - 1) continue
      this.add(this.#rest)
      this.#rest = ''
      this.#overlong = false
    }
  }

  /** A line of ours, or of another stream. */
  add(line: string): void {
    const clean = cleanText(line, longestLine).trimEnd()
    if (clean === '') return
    this.#lines.push(clean)
    if (this.#lines.length > mostLines) this.#lines.shift()
  }
}
