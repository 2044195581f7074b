/**
 * Limit rate: protects a server from floods. See docs/protocol.md#manifest-rate-limit (`rateLimit`).
 *
 * Each client has its own limits per capability and server. A client is identified by its key, so another name or
 * session gives no second limit. Undos of a person have a separate limit, which no client can use up. Owner commands
 * have none.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { RateLimit } from '@contract/generated/capability-manifest.js'
import { limitsOf } from '../../../policy/limits/rate-limits.js'
import { quoted } from '../../../policy/text/model-text.js'
import { type Ended, end } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import type { Rates } from '../rates.js'
import type { Authorised } from './call-stages.js'

export function limitRate(call: Authorised, { rates }: GatewayDependencies): Authorised | Ended {
  if (call.ordering) return call
  const who = call.undoing ? 'undo' : call.caller.id
  const reached = reachedLimit(call, rates, call.manifest.id, who)
  if (reached) return refusal(call, reached)
  for (const limit of limitsOf(call.manifest)) rates.take(limit, ...bucketOf(limit, call, call.manifest.id, who))
  return call
}

/**
 * A dry run only reports the state of the limit. Because it reads from the server, dry runs have a separate, equal
 * limit.
 */
export function limitDryRuns(call: Authorised, { rates }: GatewayDependencies): Authorised | Ended {
  const { id } = call.manifest
  const dryRuns = `${id} (dry run)`
  const who = call.caller.id
  const reached = reachedLimit(call, rates, id, who) ?? reachedLimit(call, rates, dryRuns, who)
  if (reached) return refusal(call, reached)
  for (const limit of limitsOf(call.manifest)) rates.take(limit, ...bucketOf(limit, call, dryRuns, who))
  return call
}

interface Reached {
  readonly limit: RateLimit
  readonly retryAfterMs: number
}

/** The limit with the longest wait, without taking from any. */
function reachedLimit(call: Authorised, rates: Rates, what: string, who: string): Reached | undefined {
  let longest: Reached | undefined
  for (const limit of limitsOf(call.manifest)) {
    const retryAfterMs = rates.peek(limit, ...bucketOf(limit, call, what, who))
    if (retryAfterMs > (longest?.retryAfterMs ?? 0)) longest = { limit, retryAfterMs }
  }
  return longest
}

/** Each limit is counted separately. */
const bucketOf = ({ requests, period }: RateLimit, { link }: Authorised, what: string, who: string) => [
  what,
  link.server.id,
  who,
  `${requests}/${period}`,
]

function refusal({ manifest: { id }, link }: Authorised, { limit, retryAfterMs }: Reached): Ended {
  return end({
    kind: 'failed',
    error: new GatewayError('SYSTEM.RATE_LIMITED', {
      message: `This client has reached the limit of ${id} on ${quoted(link.server.name)}: ${limit.requests} per ${limit.period}.`,
      details: { retryAfterMs, capabilityId: id, serverId: link.server.id, limit },
    }),
  })
}
