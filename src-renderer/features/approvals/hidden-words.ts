/**
 * Hidden words: whether stream-safe mode hides words of a request that a person must read before approving it.
 *
 * Guards invariant 3: nobody approves what they could not read. The caller's reason is only quoted, unless players read it.
 */
import type { OpenApproval } from '@shared/approvals/approval.js'
import { hidesWords } from '@shared/features/stream-mark.js'

/** Actions whose reason the player reads too. */
export const reasonsForPlayers: readonly string[] = ['player.kick', 'player.ban']

export const hasHiddenWords = ({ arguments: given, reason, capabilityId }: OpenApproval): boolean => {
  const isQuoted = reason !== undefined && !reasonsForPlayers.includes(capabilityId)
  const { reason: _quoted, ...others } = given
  return hidesWords(isQuoted ? others : given)
}
