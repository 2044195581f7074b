/**
 * Revalidate: checks right before the call runs that it is still requested and unchanged.
 *
 * Guards invariant 3: the call ends here when the server is offline or changed its offer since the assessment or
 * approval, everything was stopped, the caller withdrew, lost the right or is no longer allowed, a rule denies it now, the rule that allowed
 * it was removed, or more approvals are required now. Guards invariant 4: so it does when the capability waits for
 * acceptance. An approval starts only once. Nothing is awaited from here until the call runs.
 */
import { GatewayError } from '@contract/gateway-error.js'
import { isQuarantined } from '../../../policy/trust/manifest-trust.js'
import type { CapabilityOffer } from '../../ports/registry.js'
import { orderedOffer } from '../../trust/ordered-offer.js'
import { type Ended, end } from '../call-path.js'
import { type Bound, fingerprintOf } from '../fingerprint.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import { admit } from './admit.js'
import { approvalRequirementFor, approversToUndo } from './approval-requirement.js'
import { authorise } from './authorise.js'
import type { Snapshotted, Validated } from './call-stages.js'
import { denyByRule } from './deny-by-rule.js'

export function revalidate(call: Snapshotted, deps: GatewayDependencies): Snapshotted | Ended {
  const { registry, rightsOf, panic } = deps
  if (call.signal.aborted) return end({ kind: 'withdrawn', ...(call.answer && { approvalId: call.answer.approvalId }) })
  if (!call.undoing && !call.ordering && panic.stops(call.manifest.type))
    return end({ kind: 'failed', error: panic.refusal(), refused: panic.refused })
  const now = currentOffer(call, registry)
  if (!now || !matchesFingerprint(call, now.manifest)) {
    return changedSinceDecision(call, 'server')
  }
  const admitted = admit(call, deps)
  if ('ended' in admitted) return admitted
  const still = authorise(call, { rightsOf })
  if ('ended' in still) return still
  if (still.permitted === 'ask' && !call.answer) return changedSinceDecision(call, 'rights')
  const undecided = undecidedOutcome(still, deps)
  if (undecided) return undecided
  if (!startApproval(call, deps)) return changedSinceDecision(call, 'approval')
  return now.link === call.link ? call : { ...call, link: now.link }
}

function currentOffer(
  { ordering, link, manifest }: Snapshotted,
  registry: GatewayDependencies['registry'],
): CapabilityOffer | undefined {
  if (ordering) return orderedOffer(registry, link.server.id, manifest.id)
  const now = registry.offerBy(link.server.id, manifest.id)
  return now && !isQuarantined(now.link.server, manifest.id) ? now : undefined
}

/** Ends a call that the current rules or the current number of required people no longer allow. */
function undecidedOutcome(call: Snapshotted, deps: GatewayDependencies): Ended | undefined {
  if (call.ordered) return approversToUndo(call, deps) > 1 ? changedSinceDecision(call, 'people') : undefined
  const requirement = approvalRequirementFor(call, deps, call.rule)
  if (requirement.by === 'nobody') return undefined
  if (requirement.by === 'people') {
    if (!call.answer) return changedSinceDecision(call, 'rules')
    return requirement.needed > call.answer.by.length ? changedSinceDecision(call, 'people') : undefined
  }
  if (requirement.effect === 'deny') return denyByRule(call, requirement.rule, deps)
  return undefined
}

/** Starts the approval, once. When the command itself was the decision, there is none. */
const startApproval = ({ answer, ordered }: Snapshotted, { approvals }: GatewayDependencies): boolean =>
  answer === undefined || ordered === true || approvals.begin(answer.approvalId)

/** Whether the server still offers the assessed capability; usually it is the same object and needs no hash. */
function matchesFingerprint(call: Snapshotted, manifest: Validated['manifest']): boolean {
  if (call.bound === undefined && manifest === call.manifest) return true
  return fingerprintOf(boundCallOf(call, manifest)) === (call.bound ?? fingerprintOf(boundCallOf(call, call.manifest)))
}

/** The fingerprint of this call's approval, when the server offers `manifest`. */
export const boundCallOf = (call: Validated, manifest: Validated['manifest']): Bound => ({
  manifest,
  serverId: call.link.server.id,
  caller: call.caller,
  given: call.given,
})

/** The inputs that can change between a decision and the run. */
const changes = {
  server: ['The server disconnected or changed this action', 'so that a person can decide about the current version'],
  rights: ['The permissions of this client changed', 'so that a person can be asked again'],
  rules: ['The rules of the owner changed', 'so that the current rules apply'],
  people: ['It now needs more approvals than it has', 'so that all approvers can be asked'],
  approval: ['Its approval is no longer valid', 'so that a person can be asked again'],
} as const

export const changedSinceDecision = ({ manifest }: Validated, what: keyof typeof changes): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `${changes[what][0]}, so it was not done.`,
      suggestion: `Call again ${changes[what][1]}.`,
      details: { capabilityId: manifest.id, changed: what },
    }),
  })
