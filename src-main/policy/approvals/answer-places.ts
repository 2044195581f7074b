/**
 * Answer places: whether a request may be approved where a person answers it.
 *
 * Guards invariant 2: the owner's choice only takes away. What two people must approve still finds the second one on a
 * phone, whatever is chosen there.
 */
import type { AnswerPlaces } from '@shared/approvals/answer-places.js'
import type { OpenApproval, Person } from '@shared/approvals/approval.js'

type Asked = Pick<OpenApproval, 'risk' | 'needed'>

export function isPlaceFor({ risk, needed }: Asked, kind: Person['kind'], { phone, game }: AnswerPlaces): boolean {
  if (kind === 'phone') {
    if (risk === 'critical') return phone.critical || needed > 1
    return risk === 'high' ? phone.high : phone.medium
  }
  if (kind === 'player') return risk === 'high' ? game.high : game.medium
  return true
}
