/** Record subscription: records accepted and refused subscriptions. See docs/protocol.md#audit. */

import { randomUUID } from 'node:crypto'
import type { GatewayError } from '@contract/gateway-error.js'
import { isSmall } from '../../../policy/limits/size.js'
import { redactObject } from '../../../policy/redaction/redaction.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { SubscriptionRequest } from '../../ports/subscription.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'

/** `capabilityId` of a subscription to several events. */
export const severalEvents = 'events'

/** @throws Error when it cannot be written: the subscription then fails */
export function recordSubscription(
  { eventIds, server, filter, caller }: SubscriptionRequest,
  { audit, clock }: Pick<GatewayDependencies, 'audit' | 'clock'>,
  error?: GatewayError,
): void {
  const { id, name, type, sessionId } = caller
  const [first = '', ...more] = new Set(eventIds)
  const wanted = {
    ...(more.length > 0 && { eventIds: [first, ...more].map((eventId) => cleanText(eventId, 128)) }),
    ...(server !== undefined && { server: cleanText(server, 128) }),
    ...(filter !== undefined && isSmall(filter) && { filter }),
  }
  audit.append(
    {
      id: randomUUID(),
      timestamp: clock.now().toISOString(),
      eventType: error ? 'error' : 'invoke',
      capabilityId: more.length > 0 ? severalEvents : cleanText(first, 128),
      caller: { type, id, name },
      request: redactObject({ subscribe: wanted }),
      ...(error && { response: redactObject({ error: error.toContract() }) }),
      metadata: { phase: 'outcome', ...(sessionId && { sessionId }) },
    },
    'soon',
  )
}
