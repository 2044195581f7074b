/**
 * Deprecation: the words that tell a caller what is on its way out. Specification 1, section 7.3.
 *
 * The same words stand in a tool's description, beside a result and in an answer to a script. The reason is a stranger's
 * text: it stays in the structured part, where it is data (invariant 5).
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
