/**
 * Rate: nobody floods a server. Specification 1, section 3.1 (`rateLimit`).
 *
 * All callers share a limit: a name that a client gives itself buys no second one.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Validated } from './call-stages.js'

export function limitRate(call: Validated, { rates }: Gatehouse): Validated | Ended {
  const limit = call.manifest.rateLimit
  if (!limit) return call
  const retryAfterMs = rates.take(limit, call.manifest.id, call.link.server.id)
  if (retryAfterMs === 0) return call
  return end({ kind: 'failed', error: new GatewayError('SYSTEM.RATE_LIMITED', { details: { retryAfterMs } }) })
}
