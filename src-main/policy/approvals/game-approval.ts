/**
 * Game approval: which requests the owner's own player may approve in the game.
 *
 * Guards invariants 2 and 6: never a critical or unknown risk, or one that the owner switched off, never a request that needs two people, and never a
 * request by that player, in chat or as a caller with their name.
 */
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import { isPlaceFor } from './answer-places.js'

const risks: readonly string[] = ['low', 'medium', 'high']

type Asked = Pick<OpenApproval, 'risk' | 'needed' | 'agreed' | 'mustType' | 'caller'>

export function mayBeApprovedInGame(
  { risk, needed, agreed, mustType, caller }: Asked,
  { name, callers = [] }: Pick<Person, 'name' | 'callers'>,
  places: AnswerPlaces,
): boolean {
  const isOwnRequest =
    callers.includes(caller.id) || (caller.type === 'user' && caller.name.toLowerCase() === name.toLowerCase())
  if (!isPlaceFor({ risk, agreed: [] }, 'player', places)) return false
  return risks.includes(risk) && needed === 1 && agreed.length === 0 && mustType === undefined && !isOwnRequest
}
