/**
 * Audit level: how much of a call the audit trail stores. See docs/protocol.md#calls-risk.
 *
 * | level      | arguments | result         | state before     |
 * |------------|-----------|----------------|------------------|
 * | `none`     | as `basic`: every call is recorded, whatever its manifest says |||
 * | `basic`    | all       | none, or the error | none   |
 * | `detailed` | all       | its outline    | its outline      |
 * | `full`     | all       | all            | all              |
 *
 * Everything is redacted first; values that are too large are removed and marked.
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

/** Which fields of a call are recorded at this level. */
export const recordedFieldsAt = (level: AuditLevel): RecordedFields => table[level]

/** Limits of an outline: characters of a text, members of an object, items of a list, and depth. */
const limits = { text: 256, members: 32, items: 8, depth: 4 } as const

/** Shortens long texts and lists, removes deep values, and marks each removed part. */
export function outline(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return value.length > limits.text ? `${value.slice(0, limits.text)}…` : value
  if (typeof value !== 'object' || value === null) return value
  if (depth >= limits.depth) return Array.isArray(value) ? `[${value.length} items]` : '{…}'
  if (Array.isArray(value)) {
    const first = value.slice(0, limits.items).map((item) => outline(item, depth + 1))
    return value.length > limits.items ? [...first, `[${value.length - limits.items} more]`] : first
  }
  const members = Object.entries(value)
  const first = members.slice(0, limits.members).map(([name, member]) => [name, outline(member, depth + 1)])
  const more = members.length > limits.members ? [['…', `[${members.length - limits.members} more]`]] : []
  return Object.fromEntries([...first, ...more])
}

/** The recorded part of an object; undefined for `none`. */
export const partOf = (part: RecordedPart, value: Record<string, unknown>): Record<string, unknown> | undefined =>
  part === 'nothing' ? undefined : part === 'all' ? value : (outline(value) as Record<string, unknown>)
