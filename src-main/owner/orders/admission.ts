/**
 * Orders about which programs may come in: programs that register by OAuth, and programs without a key.
 *
 * Guards invariant 6: a click counts only after what it accepts was visible long enough to be read.
 */

import { GatewayError } from '@contract/gateway-error.js'
import { readingMs } from '@shared/approvals/reading-time.js'
import type { Consents } from '../../gateway/clients/consents.js'
import type { KeylessClients } from '../../gateway/clients/keyless-clients.js'
import type { Clock } from '../../gateway/ports/runtime.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export const keylessOrders = (
  keyless: Pick<KeylessClients, 'view' | 'waiting' | 'decide'>,
  clock: Pick<Clock, 'now'>,
): OrdersAbout<'keyless'> => ({
  'keyless:state': () => keyless.view(),
  'keyless:decide': ({ id, state }, giver) => {
    const question = keyless.waiting().find((one) => one.id === id)
    const isTooQuick =
      giver !== 'stdin' &&
      state === 'allowed' &&
      question !== undefined &&
      clock.now().getTime() - Date.parse(question.at) < readingMs
    if (isTooQuick) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    if (!keyless.decide(id, state, personOf(giver).name)) {
      throw new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })
    }
  },
})

export const consentOrders = (
  consents: Pick<Consents, 'open' | 'decide'>,
  clock: Pick<Clock, 'now'>,
): OrdersAbout<'consents'> => ({
  'consents:list': () => consents.open(),
  'consents:decide': ({ id, decision, role }, giver) => {
    const question = consents.open().find((one) => one.id === id)
    const seenFor = question && clock.now().getTime() - Date.parse(question.askedAt)
    // The parent process reads every line.
    const isTooQuick = giver !== 'stdin' && decision === 'accept' && seenFor !== undefined && seenFor < readingMs
    if (isTooQuick) throw new GatewayError('RISK.APPROVAL_TOO_QUICK')
    if (!consents.decide(id, decision, role)) throw new GatewayError('RISK.APPROVAL_CLOSED', { details: { id } })
  },
})
