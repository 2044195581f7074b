/**
 * Log tail: the newest lines of a server's log, for the owner's console.
 *
 * Lines are kept as they were read and taken apart only when they are shown, so that a flood of lines costs nothing.
 * Enforces invariant 7: their number and length are limited.
 */
import type { LogTailLine } from '../../../gateway/ports/provider.js'
import { readLogLine } from './log-line.js'

const maxLines = 200
/** Characters of one line, with its header. */
const maxLength = 1_024

const warnings: ReadonlySet<string> = new Set(['WARN', 'WARNING'])
const errors: ReadonlySet<string> = new Set(['ERROR', 'SEVERE', 'CRITICAL', 'ALERT', 'EMERGENCY', 'FATAL'])

/** The time of day in a header. */
const clockForm = /\b([01]?\d|2[0-3]):([0-5]\d):([0-5]\d)\b/u
/** Characters that can hold the time. */
const headLength = 48

interface RawLine {
  readonly raw: string
  readonly at: string | undefined
}

export class LogTail {
  #lines: RawLine[] = []

  /** @param at ISO 8601, when the line was read; undefined for one that was there before */
  add(raw: string, at?: string): void {
    this.#lines.push({ raw: raw.slice(0, maxLength), at })
    // In batches, because each removal moves all others.
    if (this.#lines.length > maxLines * 2) this.#lines = this.#lines.slice(-maxLines)
  }

  /** Oldest first. */
  lines(): readonly LogTailLine[] {
    return this.#lines.slice(-maxLines).map(({ raw, at }) => {
      const line = readLogLine(raw)
      const clock = line && clockForm.exec(raw.slice(0, headLength))?.[0]
      const level = line && levelOf(line.level)
      return {
        ...(at !== undefined && { at }),
        ...(clock && { clock: clock.padStart(8, '0') }),
        ...(level && { level }),
        text: line?.text ?? raw,
      }
    })
  }
}

function levelOf(level: string): LogTailLine['level'] {
  if (errors.has(level)) return 'error'
  return warnings.has(level) ? 'warning' : undefined
}
