/**
 * Deprecation: the words that tell a caller what is on its way out. See docs/protocol.md#manifest-deprecation.
 *
 * The same words stand in a tool's description, beside a result and in an answer to a script. The reason and the guide
 * are a stranger's text: scripts and people get them as data, a tool says neither (invariant 5).
 */
import type { DeprecationInfo } from './generated/capability-manifest.js'

/**
 * One sentence.
 *
 * @param nameOf how the reader calls the capability that replaces it; its id when left out
 */
export function deprecationNotice(
  { since, removalVersion, replacement }: DeprecationInfo,
  nameOf: (capabilityId: string) => string = (id) => id,
): string {
  const instead = replacement ? `: use ${nameOf(replacement)} instead` : ''
  return `Deprecated since ${since}, to be removed in ${removalVersion}${instead}.`
}
