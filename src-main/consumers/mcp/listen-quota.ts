/**
 * Listen quota: limits how many modern clients listen for changes at once.
 *
 * One client cannot use up the quota: each listener holds a connection without a time limit.
 */
import type { ServerResponse } from 'node:http'
import { GatewayError } from '@contract/gateway-error.js'
import type { AuthenticatedClient } from '../../gateway/ports/client-access.js'
import { refuseInJsonRpc } from '../../http/refusal.js'
import { Quota, type QuotaLimits, type QuotaResult } from '../../network/quota.js'

export const listenLimits: QuotaLimits = { each: 16, all: 256 }

/** Whether a message may be served; otherwise it was refused. */
export type ReserveListenSlot = (
  message: unknown,
  response: ServerResponse,
  authenticated: AuthenticatedClient,
) => boolean

export function createListenQuota(): ReserveListenSlot {
  const quota = new Quota(listenLimits)
  return (message, response, { client }) => {
    const { method, id } = (message ?? {}) as { readonly method?: unknown; readonly id?: unknown }
    if (method !== 'subscriptions/listen') return true
    const room = quota.reserve(client.id)
    if (room === 'free') response.once('close', () => quota.release(client.id))
    else refuseInJsonRpc(response, { status: 429, error: problems[room] }, -32_000, id)
    return room === 'free'
  }
}

const problems: Readonly<Record<Exclude<QuotaResult, 'free'>, GatewayError>> = {
  'own-share-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This client has reached its limit of subscriptions.',
    suggestion: 'End a subscription first, or combine them: one subscriptions/listen accepts several kinds.',
  }),
  'all-taken': new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Other clients use all available subscriptions.',
    suggestion: 'Poll the lists instead, or try again in a few minutes.',
  }),
}
