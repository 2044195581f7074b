/**
 * Rate: nobody floods a server. See docs/protocol.md#manifest-rate-limit (`rateLimit`).
 *
 * Each client has the limits of a capability on a server for itself, so that none uses up what another needs. The client
 * is its key: a name that it gives itself, or another session, buys no second limit. A person who undoes has one for
 * themselves: no client can keep them from it. Who orders something in a dialog has none.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import type { RateLimit } from '../../contract/generated/capability-manifest.js'
import { quoted } from '../../policy/model-text.js'
import { limitsOf } from '../../policy/rate-limits.js'
import { type Ended, end } from '../call-path.js'
import type { Rates } from '../rates.js'
import type { Authorised, Gatehouse } from './call-stages.js'

export function limitRate(call: Authorised, { rates }: Gatehouse): Authorised | Ended {
  if (call.ordering) return call
  const who = call.undoing ? 'undo' : call.caller.id
  const reached = reachedLimit(call, rates, call.manifest.id, who)
  if (reached) return refusal(call, reached)
  for (const limit of limitsOf(call.manifest)) rates.take(limit, ...bucketOf(limit, call, call.manifest.id, who))
  return call
}

/**
 * A dry run takes nothing of the limit and is told what the limit would say; it reads from the server all the same, so
 * that dry runs have as much again for themselves.
 */
export function limitDryRuns(call: Authorised, { rates }: Gatehouse): Authorised | Ended {
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

/** The limit that makes the call wait longest, with nothing taken of any. */
function reachedLimit(call: Authorised, rates: Rates, what: string, who: string): Reached | undefined {
  const [longest] = limitsOf(call.manifest)
    .map((limit) => ({ limit, retryAfterMs: rates.peek(limit, ...bucketOf(limit, call, what, who)) }))
    .sort((one, other) => other.retryAfterMs - one.retryAfterMs)
  return longest && longest.retryAfterMs > 0 ? longest : undefined
}

/** Each limit counts for itself. */
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
      message: `This client has used up what it may ask of ${id} on ${quoted(link.server.name)}: ${limit.requests} a ${limit.period}.`,
      details: { retryAfterMs, capabilityId: id, serverId: link.server.id, limit },
    }),
  })
}
