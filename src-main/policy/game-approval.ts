/**
 * Game approval: which requests the owner's own player may approve in the game.
 *
 * Guards invariants 2 and 6: never what is critical or of an unknown risk, never what needs two people, and never what
 * that player asks for, whether by chat or as a caller of their name.
 */
import type { OpenApproval, Person } from '../contract/approval.js'

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
