/** Limit caller: the total rate limit of one client. */
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { namesAtOnce } from '@shared/clients/client.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Received } from './call-stages.js'

export function limitCaller(call: Received, deps: GatewayDependencies): Received | Ended {
  const error = call.undoing ? undefined : excessOf(call.caller, deps)
  return error ? end({ kind: 'failed', error }) : call
}

/** Counts one request of a client; returns the refusal when the limit is exceeded. */
export function excessOf(
  caller: Caller,
  { rates, callLimitOf }: Pick<GatewayDependencies, 'rates' | 'callLimitOf'>,
): GatewayError | undefined {
  const limit = callLimitOf(caller)
  const totalLimit = limit?.byName ? { ...limit, requests: limit.requests * namesAtOnce } : limit
  const nameRetryMs = limit?.byName ? rates.take(limit, caller.id, caller.name) : 0
  const retryAfterMs = nameRetryMs || (totalLimit ? rates.take(totalLimit, caller.id) : 0)
  if (retryAfterMs === 0) return undefined
  return new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This client has made too many calls in a short time.',
    suggestion: `Wait for details.retryAfterMs milliseconds. The owner can give a higher rate with: gatehouse clients edit ${caller.id} --rate N`,
    details: { retryAfterMs },
  })
}
