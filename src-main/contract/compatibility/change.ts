/**
 * Change: one difference between two manifests, and its effect on callers. See docs/protocol.md#versions-compatibility.
 */

/** From harmless to breaking. */
export const levels = ['none', 'patch', 'minor', 'major'] as const

export type Level = (typeof levels)[number]

export interface SchemaChange {
  /** JSON pointer into the manifest. A removed member has the pointer it had before. */
  readonly path: string
  readonly level: Exclude<Level, 'none'>
  /** The previous value; undefined when the member was added. */
  readonly from: unknown
  readonly to: unknown
  /** A reason, shown to people. */
  readonly reason: string
}

/** The highest level; `none` for an empty list. */
export const highestLevel = (...some: readonly Level[]): Level =>
  levels[Math.max(0, ...some.map((level) => levels.indexOf(level)))] ?? 'major'

export const levelOf = (changes: readonly SchemaChange[]): Level => highestLevel(...changes.map(({ level }) => level))
