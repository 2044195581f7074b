/**
 * Vote result: what the votes of viewers say about a request.
 *
 * Guards invariant 2: too few votes, too small a share, more voters than can be counted, and a draw are a no.
 */
import type { VoteResult, VoteSettings } from '@shared/streaming/votes.js'

/** @param share percent of the votes that a yes needs */
export function resultOf(
  { yes, no, isFull }: { readonly yes: number; readonly no: number; readonly isFull: boolean },
  { minimum, share }: Pick<VoteSettings, 'minimum' | 'share'>,
): VoteResult {
  const total = yes + no
  if (isFull) return { says: 'no', why: 'too-many' }
  if (total < minimum || total === 0) return { says: 'no', why: 'too-few' }
  if (yes * 100 < share * total || yes <= no) return { says: 'no', why: 'share' }
  return { says: 'yes', why: 'share' }
}
