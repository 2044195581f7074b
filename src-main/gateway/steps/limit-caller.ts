/** Limit caller: what one client may ask in all, whatever it asks for. */
import { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Received } from './call-stages.js'

export function limitCaller(call: Received, { rates, callLimitOf }: Gatehouse): Received | Ended {
  const limit = call.undoing ? undefined : callLimitOf(call.caller)
  if (!limit) return call
  const retryAfterMs = rates.take(limit, call.caller.id)
  if (retryAfterMs === 0) return call
  return end({
    kind: 'failed',
    error: new GatewayError('SYSTEM.RATE_LIMITED', {
      message: 'This client has made too many calls in a short time.',
      suggestion: 'Wait as long as details.retryAfterMs says. The owner can make a key with a higher rate.',
      details: { retryAfterMs },
    }),
  })
}
