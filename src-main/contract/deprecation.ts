/**
 * Deprecation: the notice to callers of a deprecated action. See docs/protocol.md#manifest-deprecation.
 *
 * A tool's description, a result and a response to a script use the same notice. The reason and the guide are untrusted
 * text: scripts and people receive them as data, a tool omits them (invariant 5).
 */
import type { DeprecationInfo } from './generated/capability-manifest.js'

/**
 * One sentence.
 *
 * @param nameOf returns the name of the replacement as the reader knows it; its id when omitted
 */
export function deprecationNotice(
  { since, removalVersion, replacement }: DeprecationInfo,
  nameOf: (capabilityId: string) => string = (id) => id,
): string {
  const instead = replacement ? `: use ${nameOf(replacement)} instead` : ''
  return `Deprecated since ${since}, to be removed in ${removalVersion}${instead}.`
}
