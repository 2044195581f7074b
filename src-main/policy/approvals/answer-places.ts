/**
 * Answer places: where a request is shown, and whether it may be approved where a person answers it.
 *
 * Guards invariant 2: the owner's choice only takes away. What several people must approve still finds another one on a
 * phone, whatever is chosen there, once somebody agreed at a computer; phones alone approve only what was chosen for
 * them. Nothing critical is approved in the game or on Discord.
 */
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'
import { practiceId } from '@shared/approvals/practice.js'

interface Asked extends Pick<OpenApproval, 'risk'> {
  /** Who agreed so far. */
  readonly agreed: readonly Pick<Person, 'kind'>[]
}

const computers: readonly Person['kind'][] = ['desktop', 'remote', 'control']

const isAtMostHigh = (risk: string): boolean => ['low', 'medium', 'high'].includes(risk)

export function isPlaceFor(
  { risk, agreed }: Asked,
  kind: Person['kind'],
  { phone, game, discord }: AnswerPlaces,
): boolean {
  if (kind === 'phone') {
    if (agreed.some((other) => computers.includes(other.kind))) return true
    return risk === 'critical' || risk === 'high' ? phone[risk] : phone.medium
  }
  if (kind === 'player') return risk === 'high' ? game.high : game.medium
  if (kind === 'discord') return isAtMostHigh(risk) && (risk === 'high' ? discord.high : discord.medium)
  return true
}

/** Whether phones, the game and Discord are asked too. What several people must approve, and a practice request, always is. */
export const isAskedElsewhere = (
  { needed, caller }: Pick<OpenApproval, 'needed' | 'caller'>,
  { onlyWhenAway }: AnswerPlaces,
  isAway: () => boolean,
): boolean => !onlyWhenAway || needed > 1 || caller.id === practiceId || isAway()
