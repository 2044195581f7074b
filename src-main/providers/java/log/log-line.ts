/**
 * Log line: parses time, thread and text of a line, in the formats of vanilla, Bukkit, Fabric, Forge and NeoForge.
 * Pure.
 *
 * Splits by position, without patterns over the whole line: a player can write up to 256 characters of it. A line
 * without a known prefix, such as part of a stack trace, is no event.
 */

export interface LogLine {
  /** Time of day of the server. */
  readonly time: string
  /** Absent in Paper's console. */
  readonly thread?: string
  readonly level: string
  readonly text: string
}

/** Maximum characters of a prefix. */
const maxPrefixLength = 300

const timeForm = /^(?:\d{2}[A-Za-z]{3}\d{4} )?(\d{2}:\d{2}:\d{2})(?:\.\d{3})?$/u
const consoleForm = /^(\d{2}:\d{2}:\d{2}) ([A-Z]{4,5})$/u
const threadForm = /^([^/]{1,64})\/([A-Z]{4,5})$/u

/** @param line without its line end */
export function readLogLine(line: string): LogLine | undefined {
  const first = bracketed(line, 0)
  if (!first) return undefined
  const console = consoleForm.exec(first.inside)
  if (console?.[1] && console[2]) {
    const text = textAt(line, first.end)
    return text === undefined ? undefined : { time: console[1], level: console[2], text }
  }
  const time = timeForm.exec(first.inside)?.[1]
  const second = line[first.end] === ' ' ? bracketed(line, first.end + 1) : undefined
  const thread = second && threadForm.exec(second.inside)
  if (time === undefined || !second || !thread?.[1] || !thread[2]) return undefined
  // Forge and NeoForge write the logger in separate brackets.
  const isThird = line.startsWith(' [', second.end) && !line.startsWith(':', second.end)
  const third = isThird ? bracketed(line, second.end + 1) : undefined
  const text = textAt(line, third?.end ?? second.end)
  return text === undefined ? undefined : { time, thread: thread[1], level: thread[2], text }
}

function bracketed(line: string, at: number): { readonly inside: string; readonly end: number } | undefined {
  if (line[at] !== '[') return undefined
  const end = line.slice(at, at + maxPrefixLength).indexOf(']')
  return end < 0 ? undefined : { inside: line.slice(at + 1, at + end), end: at + end + 1 }
}

const textAt = (line: string, at: number): string | undefined =>
  line.startsWith(': ', at) ? line.slice(at + 2) : undefined
