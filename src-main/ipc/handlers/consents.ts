/**
 * Consents, for the window: OAuth programs that wait for consent.
 *
 * Guards invariant 6: consent counts only after the request was visible long enough to be read.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { Consents } from '../../gateway/clients/consents.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { Handlers } from '../request-handling.js'

type Topic = 'consents:list' | 'consents:decide'

export const consentHandlers = (
  consents: Pick<Consents, 'open' | 'decide'>,
  clock: Pick<Clock, 'now'>,
): Pick<Handlers, Topic> => ({
  'consents:list': () => consents.open(),
  'consents:decide': ({ id, decision, role }) => {
    const question = consents.open().find((one) => one.id === id)
    if (!question) throw new GatewayError('RISK.APPROVAL_CLOSED')
    const seenFor = clock.now().getTime() - Date.parse(question.askedAt)
    if (decision === 'accept' && seenFor < readingMs) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    if (!consents.decide(id, decision, role)) throw new GatewayError('RISK.APPROVAL_CLOSED')
  },
})
