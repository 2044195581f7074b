/** Bump: whether the new version number matches the change. See docs/protocol.md#versions-compatibility. */
import { compareVersions, parseVersion } from '../versions.js'
import type { Level } from './change.js'

/**
 * Whether a version change is allowed for a change of this level. A lower version is never allowed. There is no
 * exception for 0.x.
 */
export function isAllowedBump(oldVersion: string, newVersion: string, level: Level): boolean {
  const [from, to, needed] = [oldVersion, newVersion, neededVersion(oldVersion, level)].map((version) =>
    parseVersion(version ?? ''),
  )
  return from !== undefined && to !== undefined && needed !== undefined && compareVersions(to, needed) >= 0
}

/** The lowest version that is allowed for the change; undefined when the old version is invalid. */
export function neededVersion(oldVersion: string, level: Level): string | undefined {
  const old = parseVersion(oldVersion)
  if (!old) return undefined
  switch (level) {
    case 'none':
      return `${old.major}.${old.minor}.${old.patch}`
    case 'patch':
      return `${old.major}.${old.minor}.${old.patch + 1}`
    case 'minor':
      return `${old.major}.${old.minor + 1}.0`
    case 'major':
      return `${old.major + 1}.0.0`
  }
}
