/**
 * Line difference: the changed lines between two texts, with context. Pure.
 *
 * Our edits are in one place, so only the common start and end must be found.
 */
import type { DifferenceLine } from '@shared/clients/connection.js'

/** Context lines before and after the change. */
const around = 3

export function lineDifference(before: string, after: string): DifferenceLine[] {
  const was = linesOf(before)
  const is = linesOf(after)
  const shorter = Math.min(was.length, is.length)
  let head = 0
  while (head < shorter && was[head] === is[head]) head += 1
  let tail = 0
  while (tail < shorter - head && was.at(-1 - tail) === is.at(-1 - tail)) tail += 1
  const line = (kind: DifferenceLine['kind']) => (text: string) => ({ kind, text })
  return [
    ...is.slice(Math.max(0, head - around), head).map(line('same')),
    ...was.slice(head, was.length - tail).map(line('removed')),
    ...is.slice(head, is.length - tail).map(line('added')),
    ...is.slice(is.length - tail, is.length - tail + around).map(line('same')),
  ]
}

function linesOf(text: string): string[] {
  const lines = text.replace(/^\uFEFF/u, '').split(/\r\n|\n|\r/u)
  return lines.at(-1) === '' ? lines.slice(0, -1) : lines
}
