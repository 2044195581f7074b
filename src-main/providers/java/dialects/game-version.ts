/** Game version: versions of Minecraft Java in order, `1.8` before `1.21.11` before `26.1`. */

/** Parts of a release, for example `[1, 20, 4]`. */
export type GameVersion = readonly number[]

/** A range of releases; open where a bound is left out. */
export interface VersionRange {
  /** First release of the range. */
  readonly since?: string
  /** First release after the range. */
  readonly before?: string
}

const release = /^(\d{1,3})\.(\d{1,3})(?:\.(\d{1,3}))?(?![\d.])/u

/** Reads the release at the start of a text such as `1.20.4`; undefined for snapshots and anything else. */
export function gameVersionOf(text: string): GameVersion | undefined {
  const [, major, minor, patch = '0'] = release.exec(text) ?? []
  return major === undefined || minor === undefined ? undefined : [major, minor, patch].map(Number)
}

/** Negative when `one` is older, 0 when both are the same release. */
export function compareVersions(one: GameVersion, other: GameVersion): number {
  for (let at = 0; at < Math.max(one.length, other.length); at += 1) {
    const difference = (one[at] ?? 0) - (other[at] ?? 0)
    if (difference !== 0) return difference
  }
  return 0
}

/** @throws Error when a bound is no release: ranges are our own data */
export function isInRange(version: GameVersion, { since, before }: VersionRange): boolean {
  return (
    (since === undefined || compareVersions(version, bound(since)) >= 0) &&
    (before === undefined || compareVersions(version, bound(before)) < 0)
  )
}

function bound(text: string): GameVersion {
  const version = gameVersionOf(text)
  if (!version) throw new Error(`not a release: ${text}`)
  return version
}
