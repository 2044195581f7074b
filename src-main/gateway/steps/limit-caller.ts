/** Limit caller: what one client may ask in all, whatever it asks for. */
import type { Caller } from '../../contract/call.js'
import { namesAtOnce } from '../../contract/client.js'
import { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Received } from './call-stages.js'

export function limitCaller(call: Received, gatehouse: Gatehouse): Received | Ended {
  const error = call.undoing ? undefined : excessOf(call.caller, gatehouse)
  return error ? end({ kind: 'failed', error }) : call
}

/** Counts one request of a client; the refusal when it is one too many. */
export function excessOf(
  caller: Caller,
  { rates, callLimitOf }: Pick<Gatehouse, 'rates' | 'callLimitOf'>,
): GatewayError | undefined {
  const limit = callLimitOf(caller)
  const inAll = limit?.byName ? { ...limit, requests: limit.requests * namesAtOnce } : limit
  const ofName = limit?.byName ? rates.take(limit, caller.id, caller.name) : 0
  const retryAfterMs = ofName || (inAll ? rates.take(inAll, caller.id) : 0)
  if (retryAfterMs === 0) return undefined
  return new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'This client has made too many calls in a short time.',
    suggestion: `Wait as long as details.retryAfterMs says. The owner can give a higher rate with: gatehouse clients edit ${caller.id} --rate N`,
    details: { retryAfterMs },
  })
}
