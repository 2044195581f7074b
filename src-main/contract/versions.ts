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

/** MAJOR.MINOR.PATCH and nothing else; undefined for what is none, or has numbers too large to compare. */
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
 * Whether a capability of version `offered` may answer a request written for version `asked`.
 *
 * The same MAJOR, and no older MINOR: a newer MINOR understands what an older one did, an older one may lack the
 * parameter that the request was written for. PATCH says nothing of what may be asked, so it never stands in the way.
 */
export function answers(offered: string, asked: string): boolean {
  const [ours, theirs] = [parseVersion(offered), parseVersion(asked)]
  return ours !== undefined && theirs !== undefined && ours.major === theirs.major && ours.minor >= theirs.minor
}

export type Compatibility = 'full' | 'degraded' | 'incompatible'

/** Gateway's MAJOR → agent's MAJOR. What is not listed is incompatible. */
const matrix: Readonly<Record<number, Readonly<Record<number, Compatibility>>>> = {
  // There was no contract before 1.x: an agent that calls itself 0.x speaks 1.x and is not finished yet.
  1: { 0: 'full', 1: 'full', 2: 'incompatible' },
  2: { 1: 'degraded', 2: 'full' },
}

/**
 * How a gateway and an agent get on. See docs/protocol.md#versions-contract.
 *
 * @param gateway version of the contract that the gateway speaks
 * @param agent what an agent says of itself; it may carry a suffix, as in `1.2.0-SNAPSHOT`
 */
export function compatibilityOf(gateway: string, agent: string): Compatibility {
  const [ours, theirs] = [majorOf(gateway), majorOf(agent)]
  return (ours !== undefined && theirs !== undefined && matrix[ours]?.[theirs]) || 'incompatible'
}

function majorOf(version: string): number | undefined {
  const major = /^(\d+)\.\d+\.\d+/u.exec(version)?.[1]
  return major === undefined ? undefined : Number(major)
}
