/**
 * Change: one difference between two manifests, and its effect on callers. See docs/protocol.md#versions-compatibility.
 */

/** From harmless to breaking. */
export const levels = ['none', 'patch', 'minor', 'major'] as const

export type Level = (typeof levels)[number]

export interface Change {
  /** JSON pointer into the manifest; what is gone is named where it was. */
  readonly path: string
  readonly level: Exclude<Level, 'none'>
  /** What stood there; undefined for nothing. */
  readonly from: unknown
  readonly to: unknown
  /** For people. */
  readonly reason: string
}

/** The greater of all levels; `none` of no level. */
export const highestLevel = (...some: readonly Level[]): Level =>
  levels[Math.max(0, ...some.map((level) => levels.indexOf(level)))] ?? 'major'

export const levelOf = (changes: readonly Change[]): Level => highestLevel(...changes.map(({ level }) => level))
