/**
 * Versions: which versions are compatible. See docs/protocol.md#versions.
 *
 * Guards invariant 2: an invalid version is compatible with none.
 */

export interface Version {
  readonly major: number
  readonly minor: number
  readonly patch: number
}

/** Parses MAJOR.MINOR.PATCH; undefined for anything else, or for numbers too large to compare. */
export function parseVersion(text: string): Version | undefined {
  const match = /^(\d+)\.(\d+)\.(\d+)$/u.exec(text)
  if (!match) return undefined
  const [major = Number.NaN, minor = Number.NaN, patch = Number.NaN] = match.slice(1).map(Number)
  return [major, minor, patch].every(Number.isSafeInteger) ? { major, minor, patch } : undefined
}

/** Compares two versions: negative, 0 or positive, like a sort comparator. */
export const compareVersions = (one: Version, other: Version): number =>
  one.major - other.major || one.minor - other.minor || one.patch - other.patch

/**
 * Whether a capability of version `offered` can serve a request written for version `asked`.
 *
 * It needs the same MAJOR and at least the same MINOR: an older MINOR may lack a parameter of the request. PATCH does
 * not matter.
 */
export function answers(offered: string, asked: string): boolean {
  const [ours, theirs] = [parseVersion(offered), parseVersion(asked)]
  return ours !== undefined && theirs !== undefined && ours.major === theirs.major && ours.minor >= theirs.minor
}

export type Compatibility = 'full' | 'degraded' | 'incompatible'

/** Gateway's MAJOR → agent's MAJOR. Unlisted pairs are incompatible. */
const matrix: Readonly<Record<number, Readonly<Record<number, Compatibility>>>> = {
  // There was no contract before 1.x: an agent with version 0.x is unfinished and speaks 1.x.
  1: { 0: 'full', 1: 'full', 2: 'incompatible' },
  2: { 1: 'degraded', 2: 'full' },
}

/**
 * The compatibility of a gateway and an agent. See docs/protocol.md#versions-contract.
 *
 * @param gateway version of the contract that the gateway speaks
 * @param agent version that the agent declares; it may have a suffix, as in `1.2.0-SNAPSHOT`
 */
export function compatibilityOf(gateway: string, agent: string): Compatibility {
  const [ours, theirs] = [majorOf(gateway), majorOf(agent)]
  return (ours !== undefined && theirs !== undefined && matrix[ours]?.[theirs]) || 'incompatible'
}

function majorOf(version: string): number | undefined {
  const major = /^(\d+)\.\d+\.\d+/u.exec(version)?.[1]
  return major === undefined ? undefined : Number(major)
}
