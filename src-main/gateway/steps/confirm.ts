/**
 * Confirm: right before it runs, the call is still wanted and still what it was.
 *
 * Guards invariant 3: when the server is gone, or has changed what it offers since the call was weighed or a person was
 * asked, everything was stopped, or the caller has withdrawn or may not do it any more, the call ends here. Guards
 * invariant 4: so it does when what is called waits for acceptance now. An approval that has begun once does not begin
 * again.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { waitsForAcceptance } from '../../policy/manifest-trust.js'
import { type Ended, end } from '../call-path.js'
import { type Bound, fingerprintOf } from '../fingerprint.js'
import { authorise } from './authorise.js'
import type { Gatehouse, Snapped, Validated } from './call-stages.js'

export function confirm(call: Snapped, gatehouse: Gatehouse): Snapped | Ended {
  const { registry, rightsOf, panic } = gatehouse
  if (call.signal.aborted) return end({ kind: 'withdrawn', ...(call.answer && { approvalId: call.answer.approvalId }) })
  if (!call.undoing && panic.stops(call.manifest.type)) return end({ kind: 'failed', error: panic.refusal() })
  const now = registry.offerBy(call.link.server.id, call.manifest.id)
  if (!now || waitsForAcceptance(now.link.server, call.manifest.id) || !isStill(call, now.manifest)) {
    return changedMeanwhile(call)
  }
  const still = authorise(call, { rightsOf })
  if ('ended' in still) return still
  if (still.permitted === 'ask' && !call.answer) return changedMeanwhile(call)
  return begins(call, gatehouse) ? { ...call, link: now.link } : changedMeanwhile(call)
}

/** What was asked begins once. A person's order to undo was never a question. */
const begins = ({ answer, ordered }: Snapped, { approvals }: Gatehouse): boolean =>
  answer === undefined || ordered === true || approvals.begin(answer.approvalId)

/** Whether the server offers what the call was weighed with; most often it is the very same, and needs no hash. */
function isStill(call: Snapped, manifest: Validated['manifest']): boolean {
  if (call.bound === undefined && manifest === call.manifest) return true
  return fingerprintOf(boundBy(call, manifest)) === (call.bound ?? fingerprintOf(boundBy(call, call.manifest)))
}

/** What an approval of this call binds, when the server offers `manifest`. */
export const boundBy = (call: Validated, manifest: Validated['manifest']): Bound => ({
  manifest,
  serverId: call.link.server.id,
  caller: call.caller,
  given: call.given,
})

export const changedMeanwhile = ({ manifest }: Validated): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: 'The server is gone, or changed what it offers meanwhile, so it was not done.',
      suggestion: 'Call again, so that a person can decide about what it is now.',
      details: { capabilityId: manifest.id },
    }),
  })
