/**
 * Audit level: how much of a call stays in the trail. See docs/protocol.md#calls-risk.
 *
 * | level      | arguments | what came back | the state before |
 * |------------|-----------|----------------|------------------|
 * | `none`     | as `basic`: every call leaves its row, whatever a manifest says |||
 * | `basic`    | all       | nothing, or the error | nothing   |
 * | `detailed` | all       | its outline    | its outline      |
 * | `full`     | all       | all            | all              |
 *
 * Everything is redacted before; what is larger than the trail keeps is left out and said to be.
 */
import type { AuditLevel } from '@contract/generated/capability-manifest.js'

export type RecordedPart = 'nothing' | 'outline' | 'all'

export interface RecordedFields {
  readonly response: RecordedPart
  readonly before: RecordedPart
}

const table: Readonly<Record<AuditLevel, RecordedFields>> = {
  none: { response: 'nothing', before: 'nothing' },
  basic: { response: 'nothing', before: 'nothing' },
  detailed: { response: 'outline', before: 'outline' },
  full: { response: 'all', before: 'all' },
}

/** What stays of a call at this level. */
export const recordedFieldsAt = (level: AuditLevel): RecordedFields => table[level]

/** Of an outline: characters of a text, members of an object, items of a list, and how deep it goes. */
const most = { text: 256, members: 32, items: 8, depth: 4 } as const

/** Shortens long texts and lists, removes deep values, and marks each place where something was removed. */
export function outline(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > most.text ? `${value.slice(0, most.text)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= most.depth) return Array.isArray(value) ? `[${value.length} items]` : '{…}'
  if (Array.isArray(value)) {
    const first = value.slice(0, most.items).map((item) => outline(item, depth + 1))
    return value.length > most.items ? [...first, `[${value.length - most.items} more]`] : first
  }
  const members = Object.entries(value)
  const first = members.slice(0, most.members).map(([name, member]) => [name, outline(member, depth + 1)])
  const more = members.length > most.members ? [['…', `[${members.length - most.members} more]`]] : []
  return Object.fromEntries([...first, ...more])
}

/** What stays of an object; undefined when nothing does. */
export const partOf = (part: RecordedPart, value: Record<string, unknown>): Record<string, unknown> | undefined =>
  part === 'nothing' ? undefined : part === 'all' ? value : (outline(value) as Record<string, unknown>)
