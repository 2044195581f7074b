/**
 * Inputs, for the pages that show them: input requests of services.
 *
 * Guards invariant 6: only the pop-up can answer, after the request was visible long enough to be read. An address is
 * opened only by that answer.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { InputRequests } from '../../gateway/approvals/input-requests.js'
import type { Handlers } from '../request-handling.js'
import type { ApprovalScreen } from './approvals.js'

export interface InputHandlerDependencies {
  readonly inputs: Pick<InputRequests, 'open' | 'isOpen' | 'answer'>
  readonly screen: Pick<ApprovalScreen, 'show' | 'mayApprove'>
  /** Opens an https address in the person's browser. */
  readonly openAddress: (href: string) => Promise<void>
}

type Topic = Extract<keyof Handlers, `inputs:${string}`>

export const inputHandlers = ({ inputs, screen, openAddress }: InputHandlerDependencies): Pick<Handlers, Topic> => ({
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
