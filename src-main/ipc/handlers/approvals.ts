/**
 * Approvals, for the pages that show them.
 *
 * Guards invariant 6: only the pop-up can approve, and only after the request was visible long enough to be read.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { Person } from '@shared/approvals/approval.js'
import type { Approvals } from '../../gateway/approvals/approvals.js'
import type { DecisionResult, SubmittedDecision } from '../../gateway/ports/approvers.js'
import type { PageName } from '../channels.js'
import type { Handlers } from '../request-handling.js'
import type { ApprovalResult } from '../shapes.js'

export interface ApprovalScreen {
  show(id: string): void
  resize(height: number): void
  /** The page reports that these requests are visible. */
  shown(ids: readonly string[]): void
  /** Whether the request was visible long enough to be approved. */
  mayApprove(id: string): boolean
}

/** The person at this computer, as named in the audit trail. */
export const desktop: Person = { id: 'desktop', name: 'desktop', kind: 'desktop' }

type Topic =
  | 'approvals:list'
  | 'approvals:decide'
  | 'approvals:decideMany'
  | 'approvals:hold'
  | 'approvals:release'
  | 'approvals:show'
  | 'pop-up:shown'
  | 'pop-up:resize'

export function approvalHandlers(approvals: Approvals, screen: ApprovalScreen): Pick<Handlers, Topic> {
  const mayAnswer = (id: string, decision: SubmittedDecision['decision'], page: PageName): boolean =>
    decision === 'deny' || (page === 'pop-up' && screen.mayApprove(id))

  return {
    'approvals:list': () => approvals.open(),
    'approvals:decide': (given, page) => {
      const answered = mayAnswer(given.id, given.decision, page)
        ? approvals.decideAsPerson({ ...given, person: desktop })
        : tooQuick()
      if (!answered.ok) throw answered.error
    },
    'approvals:decideMany': ({ ids, ...given }, page) => {
      const read = ids.filter((id) => mayAnswer(id, given.decision, page))
      const answers = new Map(
        approvals.answerMany(read, { ...given, person: desktop }).map((answered, at) => [read[at], answered]),
      )
      return ids.map((id) => approvalResultOf(id, answers.get(id) ?? tooQuick()))
    },
    'approvals:hold': ({ id }) => mustBeOpen(approvals.hold(id, desktop)),
    'approvals:release': ({ id }) => mustBeOpen(approvals.release(id, desktop)),
    'approvals:show': ({ id }) => {
      mustBeOpen(approvals.isOpen(id))
      screen.show(id)
    },
    'pop-up:shown': ({ id, others = [] }) => {
      screen.shown([id, ...others])
      for (const one of [id, ...others]) approvals.shown(one, desktop)
    },
    'pop-up:resize': ({ height }) => screen.resize(height),
  }
}

const tooQuick = (): DecisionResult => ({ ok: false, error: new GatewayError('RISK.APPROVAL_TOO_QUICK') })

function mustBeOpen(isOpen: boolean): void {
  if (!isOpen) throw new GatewayError('RISK.APPROVAL_CLOSED')
}

const approvalResultOf = (id: string, answered: DecisionResult): ApprovalResult =>
  answered.ok ? { id } : { id, error: answered.error.toContract() }
