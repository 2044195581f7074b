/**
 * Discord approval: which requests may be approved on Discord.
 *
 * Guards invariant 2: never a critical or unknown risk, never one that the owner switched off, and never one for which a
 * name must be typed.
 */
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import { isPlaceFor } from './answer-places.js'

const risks: readonly string[] = ['low', 'medium', 'high']

/** Undefined when it may be approved. */
export function obstacleOnDiscord(
  { risk, mustType }: Pick<OpenApproval, 'risk' | 'mustType'>,
  places: AnswerPlaces,
): 'critical' | 'switched-off' | undefined {
  if (!risks.includes(risk) || mustType !== undefined) return 'critical'
  return isPlaceFor({ risk, agreed: [] }, 'discord', places) ? undefined : 'switched-off'
}
