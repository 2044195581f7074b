/**
 * Rate: nobody floods a server. Specification 1, section 3.1 (`rateLimit`).
 *
 * Each client has the limit of a capability on a server for itself, so that none uses up what another needs. The client
 * is its key: a name that it gives itself, or another session, buys no second limit. A person who undoes has one for
 * themselves: no client can keep them from it.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end } from '../call-path.js'
import type { Authorised, Gatehouse } from './call-stages.js'

export function limitRate(call: Authorised, { rates }: Gatehouse): Authorised | Ended {
  const { id, rateLimit: limit } = call.manifest
  const who = call.undoing ? 'undo' : call.caller.id
  return limit ? unless(rates.take(limit, id, call.link.server.id, who), call) : call
}

/**
 * A dry run takes nothing of the limit and is told what the limit would say; it reads from the server all the same, so
 * that dry runs have as much again for themselves.
 */
export function limitDryRuns(call: Authorised, { rates }: Gatehouse): Authorised | Ended {
  const { id, rateLimit: limit } = call.manifest
  if (!limit) return call
  const whose = [call.link.server.id, call.caller.id]
  return unless(rates.peek(limit, id, ...whose) || rates.take(limit, `${id} (dry run)`, ...whose), call)
}

/** @param retryAfterMs 0 when the call may go on */
function unless(retryAfterMs: number, call: Authorised): Authorised | Ended {
  if (retryAfterMs === 0) return call
  const { id, rateLimit } = call.manifest
  return end({
    kind: 'failed',
    error: new GatewayError('SYSTEM.RATE_LIMITED', {
      message: `This client has used up what it may ask of ${id} on "${call.link.server.name}": ${rateLimit?.requests} a ${rateLimit?.period}.`,
      details: { retryAfterMs, capabilityId: id, serverId: call.link.server.id, limit: rateLimit },
    }),
  })
}
