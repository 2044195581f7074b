/**
 * Confirm: right before it runs, the call is still wanted and still what it was.
 *
 * Guards invariant 3: when the server is gone, or has changed what it offers since the call was assessed or a person was
 * asked, everything was stopped, the caller has withdrawn or may not do it any more, a rule denies it now, the one that
 * allowed it is gone, or more people must agree than have, the call ends here. Guards invariant 4: so it does when what is
 * called waits for acceptance now. An approval that has begun once does not begin again. From here until it runs nothing
 * is waited for.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { waitsForAcceptance } from '../../policy/manifest-trust.js'
import { type Ended, end } from '../call-path.js'
import { type Bound, fingerprintOf } from '../fingerprint.js'
import { orderedOffer } from '../ordered-offer.js'
import type { Offer } from '../registry.js'
import { authorise } from './authorise.js'
import type { Gatehouse, Snapped, Validated } from './call-stages.js'
import { denyByRule } from './deny-by-rule.js'
import { dueFor, neededToUndo } from './due.js'

export function confirm(call: Snapped, gatehouse: Gatehouse): Snapped | Ended {
  const { registry, rightsOf, panic } = gatehouse
  if (call.signal.aborted) return end({ kind: 'withdrawn', ...(call.answer && { approvalId: call.answer.approvalId }) })
  if (!call.undoing && !call.ordering && panic.stops(call.manifest.type))
    return end({ kind: 'failed', error: panic.refusal(), refused: panic.refused })
  const now = offerNow(call, registry)
  if (!now || !isStill(call, now.manifest)) {
    return changedMeanwhile(call, 'server')
  }
  const still = authorise(call, { rightsOf })
  if ('ended' in still) return still
  if (still.permitted === 'ask' && !call.answer) return changedMeanwhile(call, 'rights')
  const undecided = whatIsUndecided({ ...call, permitted: still.permitted }, gatehouse)
  if (undecided) return undecided
  return begins(call, gatehouse) ? { ...call, link: now.link } : changedMeanwhile(call, 'approval')
}

function offerNow({ ordering, link, manifest }: Snapped, registry: Gatehouse['registry']): Offer | undefined {
  if (ordering) return orderedOffer(registry, link.server.id, manifest.id)
  const now = registry.offerBy(link.server.id, manifest.id)
  return now && !waitsForAcceptance(now.link.server, manifest.id) ? now : undefined
}

/** Ends what those who decided have not decided, by the rules and the number of people that count now. */
function whatIsUndecided(call: Snapped, gatehouse: Gatehouse): Ended | undefined {
  if (call.ordered) return neededToUndo(call, gatehouse) > 1 ? changedMeanwhile(call, 'people') : undefined
  const due = dueFor(call, gatehouse, call.rule)
  if (due.by === 'nobody') return undefined
  if (due.by === 'people') {
    if (!call.answer) return changedMeanwhile(call, 'rules')
    return due.needed > call.answer.by.length ? changedMeanwhile(call, 'people') : undefined
  }
  if (due.effect === 'deny') return denyByRule(call, due.rule, gatehouse)
  return undefined
}

/** What was asked begins once. A person's order to undo was never a question. */
const begins = ({ answer, ordered }: Snapped, { approvals }: Gatehouse): boolean =>
  answer === undefined || ordered === true || approvals.begin(answer.approvalId)

/** Whether the server offers what the call was assessed with; most often it is the very same, and needs no hash. */
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

/** What can change between a decision and what it was about. */
const changes = {
  server: [
    'The server is gone, or changed what it offers meanwhile',
    'so that a person can decide about what it is now',
  ],
  rights: ['What this client may do changed meanwhile', 'so that a person can be asked about it'],
  rules: ['The rules of the owner changed meanwhile', 'so that they can decide about it as they are now'],
  people: ['More people must agree to it now than have', 'so that all of them can be asked'],
  approval: ['The approval for it does not count any more', 'so that a person can be asked about it'],
} as const

export const changedMeanwhile = ({ manifest }: Validated, what: keyof typeof changes): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `${changes[what][0]}, so it was not done.`,
      suggestion: `Call again, ${changes[what][1]}.`,
      details: { capabilityId: manifest.id, changed: what },
    }),
  })
