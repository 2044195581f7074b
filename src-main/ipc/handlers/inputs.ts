/**
 * Inputs, for the pages that show them: what services ask a person for.
 *
 * Guards invariant 6: an answer is taken from the pop-up alone, once it has stood there long enough to be read. An address
 * is opened by that answer and by nothing else.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { InputRequests } from '../../gateway/input-requests.js'
import type { Handlers } from '../answer.js'
import type { ApprovalScreen } from './approvals.js'

export interface InputHandlerParts {
  readonly inputs: Pick<InputRequests, 'open' | 'isOpen' | 'answer'>
  readonly screen: Pick<ApprovalScreen, 'show' | 'mayApprove'>
  /** Opens an https address in the person's browser. */
  readonly openAddress: (href: string) => Promise<void>
}

type Topic = Extract<keyof Handlers, `inputs:${string}`>

export const inputHandlers = ({ inputs, screen, openAddress }: InputHandlerParts): Pick<Handlers, Topic> => ({
  'inputs:list': () => inputs.open(),
  'inputs:show': ({ id }) => {
    if (!inputs.isOpen(id)) throw new GatewayError('RISK.APPROVAL_CLOSED')
    screen.show(id)
  },
  'inputs:answer': async ({ id, answer }, page) => {
    if (answer.action !== 'accept') return inputs.answer(id, answer)
    if (page !== 'pop-up' || !screen.mayApprove(id)) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    const content = inputs.open().find((request) => request.id === id)?.content
    inputs.answer(id, answer)
    if (content?.kind === 'url' && content.address.isHttps) await openAddress(content.address.href)
  },
})
