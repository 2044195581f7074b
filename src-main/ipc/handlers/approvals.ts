/**
 * Approvals, for the window.
 *
 * Guards invariant 6: yes is taken from the pop-up alone, and only after it has stood there long enough to be read.
 */
import type { Person } from '../../contract/approval.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { Answered, GivenAnswer } from '../../gateway/answering.js'
import type { Approvals } from '../../gateway/approvals.js'
import { failed, ok } from '../result.js'
import type { AnsweredOne, Result } from '../shapes.js'
import type { Handlers, Sender } from '../typed-ipc.js'

export interface ApprovalScreen {
  show(id: string): void
  resize(height: number): void
  /** The page says that these questions stand before the person's eyes. */
  shown(ids: readonly string[]): void
  /** Whether a person has had the time to see the question they say yes to. */
  mayApprove(id: string): boolean
}

/** Who decides at this desk, as the audit trail names them. */
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
  const mayAnswer = (id: string, decision: GivenAnswer['decision'], sender: Sender): boolean =>
    decision === 'deny' || (sender === 'pop-up' && screen.mayApprove(id))

  return {
    'approvals:list': () => approvals.open(),
    'approvals:decide': (given, sender) =>
      mayAnswer(given.id, given.decision, sender)
        ? resultOf(approvals.answer({ ...given, person: desktop }))
        : failed(new GatewayError('RISK.APPROVAL_TOO_QUICK')),
    'approvals:decideMany': ({ ids, ...given }, sender) => {
      const read = ids.filter((id) => mayAnswer(id, given.decision, sender))
      const answers = new Map(
        approvals.answerMany(read, { ...given, person: desktop }).map((answered, at) => [read[at], answered]),
      )
      return ids.map((id) => answeredOne(id, answers.get(id) ?? tooQuick()))
    },
    'approvals:hold': ({ id }) => openResult(approvals.hold(id, desktop)),
    'approvals:release': ({ id }) => openResult(approvals.release(id, desktop)),
    'approvals:show': ({ id }) => {
      if (!approvals.isOpen(id)) return openResult(false)
      screen.show(id)
      return ok(null)
    },
    'pop-up:shown': ({ id, others = [] }, sender) => {
      if (sender !== 'pop-up') return ok(null)
      screen.shown([id, ...others])
      for (const one of [id, ...others]) approvals.shown(one, desktop)
      return ok(null)
    },
    'pop-up:resize': ({ height }) => {
      screen.resize(height)
      return ok(null)
    },
  }
}

const tooQuick = (): Answered => ({ ok: false, error: new GatewayError('RISK.APPROVAL_TOO_QUICK') })

const resultOf = (answered: Answered): Result<null> => (answered.ok ? ok(null) : failed(answered.error))

const openResult = (isOpen: boolean): Result<null> =>
  isOpen ? ok(null) : failed(new GatewayError('RISK.APPROVAL_CLOSED'))

const answeredOne = (id: string, answered: Answered): AnsweredOne =>
  answered.ok ? { id } : { id, error: answered.error.toContract() }
