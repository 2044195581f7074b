/**
 * Rate: nobody floods a server. Specification 1, section 3.1 (`rateLimit`).
 *
 * All callers share a limit: a name that a client gives itself buys no second one. A person who undoes has as much again:
 * a client that floods must not be able to keep them from it.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end } from '../call-path.js'
import type { Gatehouse, Validated } from './call-stages.js'

export function limitRate(call: Validated, { rates }: Gatehouse): Validated | Ended {
  const limit = call.manifest.rateLimit
  if (limit && call.undoing) return unless(rates.take(limit, `${call.manifest.id} (undo)`, call.link.server.id), call)
  return limit ? unless(rates.take(limit, call.manifest.id, call.link.server.id), call) : call
}

/**
 * A dry run takes nothing of the limit and is told what the limit would say; it reads from the server all the same, so
 * that dry runs have as much again for themselves.
 */
export function limitDryRuns(call: Validated, { rates }: Gatehouse): Validated | Ended {
  const { id, rateLimit: limit } = call.manifest
  if (!limit) return call
  const serverId = call.link.server.id
  return unless(rates.peek(limit, id, serverId) || rates.take(limit, `${id} (dry run)`, serverId), call)
}

/** @param retryAfterMs 0 when the call may go on */
const unless = (retryAfterMs: number, call: Validated): Validated | Ended =>
  retryAfterMs === 0
    ? call
    : end({ kind: 'failed', error: new GatewayError('SYSTEM.RATE_LIMITED', { details: { retryAfterMs } }) })
