/**
 * Think marks: the marks around a model's thinking in the game. See docs/protocol.md#chat-commands.
 *
 * Enforces invariant 5: only Gatehouse writes the marks. In the model's text, the bars of a mark and of what looks like
 * one are removed.
 */
import { thinkMarks } from '@shared/features/chat.js'

/** A bar before `think…`, or after `think-start` or `think-end`. */
const barOfMark = /[|｜∣ǀ│❘¦] {0,3}(?=think)|(?<=think[-_‐‑–—－ ]{0,3}(?:start|end) {0,3})[|｜∣ǀ│❘¦]/giu

/** The sign within a mark; without it, no other bar completes one. */
const signOfMark = /(?<=think)[-_‐‑–—－](?=start|end)/giu

/** A line of the model without marks of its own. */
export const withoutMarks = (line: string): string => line.replace(barOfMark, '').replace(signOfMark, ' ').trim()

/** Puts the marks around the lines of each block of thinking. */
export class ThinkingLines {
  #isOpen = false

  add(lines: readonly string[]): string[] {
    return lines.map((line) => {
      const text = this.#isOpen ? line : `${thinkMarks.start} ${line}`
      this.#isOpen = true
      return text
    })
  }

  /** @param lines the last ones */
  end(lines: readonly string[]): string[] {
    const all = this.add(lines)
    if (!this.#isOpen) return all
    this.#isOpen = false
    const last = all.pop()
    return [...all, last === undefined ? thinkMarks.end : `${last} ${thinkMarks.end}`]
  }
}
