/**
 * Approvals, for the window.
 *
 * Guards invariant 6: yes is taken from the pop-up alone, and only after it has stood there long enough to be read.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { Approvals } from '../../gateway/approvals.js'
import { failed, ok } from '../result.js'
import type { Handlers } from '../typed-ipc.js'

export interface ApprovalScreen {
  show(id: string): void
  resize(height: number): void
  /** The page says that this question stands before the person's eyes. */
  shown(id: string): void
  /** Whether a person has had the time to see the question they say yes to. */
  mayApprove(id: string): boolean
}

/** Who decides at this desk, as the audit trail names them. */
const person = 'desktop'

type Topic = 'approvals:list' | 'approvals:decide' | 'approvals:show' | 'pop-up:shown' | 'pop-up:resize'

export const approvalHandlers = (approvals: Approvals, screen: ApprovalScreen): Pick<Handlers, Topic> => ({
  'approvals:list': () => approvals.open(),
  'approvals:decide': ({ id, decision }, sender) => {
    if (decision === 'approve' && (sender !== 'pop-up' || !screen.mayApprove(id))) {
      return failed(new GatewayError('RISK.APPROVAL_TOO_QUICK'))
    }
    return approvals.decide(id, decision, person) ? ok(null) : failed(new GatewayError('RISK.APPROVAL_CLOSED'))
  },
  'approvals:show': ({ id }) => {
    if (!approvals.open().some((approval) => approval.id === id)) {
      return failed(new GatewayError('RISK.APPROVAL_CLOSED'))
    }
    screen.show(id)
    return ok(null)
  },
  'pop-up:shown': ({ id }, sender) => {
    if (sender === 'pop-up') screen.shown(id)
    return ok(null)
  },
  'pop-up:resize': ({ height }) => {
    screen.resize(height)
    return ok(null)
  },
})
