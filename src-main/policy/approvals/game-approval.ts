/**
 * Game approval: which requests the owner's own player may approve in the game.
 *
 * Guards invariants 2 and 6: never a critical or unknown risk, never a request that needs two people, and never a
 * request by that player, in chat or as a caller with their name.
 */
import type { OpenApproval, Person } from '@shared/approvals/approval.js'

const risks: readonly string[] = ['low', 'medium', 'high']

type Asked = Pick<OpenApproval, 'risk' | 'needed' | 'agreed' | 'mustType' | 'caller'>

export function mayBeApprovedInGame(
  { risk, needed, agreed, mustType, caller }: Asked,
  { name, callers = [] }: Pick<Person, 'name' | 'callers'>,
): boolean {
  const isOwnRequest =
    callers.includes(caller.id) || (caller.type === 'user' && caller.name.toLowerCase() === name.toLowerCase())
  return risks.includes(risk) && needed === 1 && agreed.length === 0 && mustType === undefined && !isOwnRequest
}
