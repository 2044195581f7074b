/**
 * Approve: a person or a rule approves the call, or it ends here.
 *
 * Guards invariant 3: the person sees exactly what will be sent. The arguments are frozen, and the answer is bound to a
 * fingerprint that the revalidate step compares with the server's current offer. A caller requests the same call
 * only once: nothing is awaited between the search for a duplicate and the request.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import { voteQuestionOf } from '@shared/streaming/votes.js'
import type { RefusalReason } from '@shared/trail/live.js'
import { shownBySchema } from '../../../policy/redaction/schema-redaction.js'
import { argumentLabels } from '../../../policy/rules/argument-labels.js'
import { coveredFactsOf } from '../../../policy/rules/coverage.js'
import { previewOf } from '../../../policy/text/preview.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import { undoabilityOf } from '../../../policy/undo/undoability.js'
import type { ApprovalRequest } from '../../approvals/approval-request.js'
import { nobody } from '../../approvals/approvals.js'
import { isCrowded } from '../../approvals/crowding.js'
import { panicId } from '../../panic.js'
import type { ApprovalResolution } from '../../ports/open-approvals.js'
import { type Ended, end, type Stopped } from '../call-path.js'
import { fingerprintOf, manifestHashOf } from '../fingerprint.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import { type ApprovalRequirement, approvalRequirementFor } from './approval-requirement.js'
import type { Assessable, Decided } from './call-stages.js'
import { denyByRule } from './deny-by-rule.js'
import { inFlight } from './in-flight.js'
import { decidedByOrder, ordererOf, orderOf } from './order.js'
import { recordDecision } from './record.js'
import { boundCallOf, changedSinceDecision } from './revalidate.js'

type PeopleRequirement = Extract<ApprovalRequirement, { by: 'people' }>
type RuleRequirement = Extract<ApprovalRequirement, { by: 'rule' }>

export async function approve(call: Assessable, deps: GatewayDependencies): Promise<Decided | Stopped> {
  const ordered = decidedByOrder(call, deps)
  if (ordered) return ordered
  const requirement = approvalRequirementFor(call, deps)
  const denied = recentDenialOf(call, requirement, deps)
  if (denied) return end({ kind: 'failed', error: denied })
  if (requirement.by === 'nobody') return call
  return requirement.by === 'rule' ? byRule(call, requirement, deps) : byPeople(call, requirement, deps)
}

/** @throws Error when the use of a limited rule cannot be stored */
function byRule(call: Assessable, { effect, rule }: RuleRequirement, deps: GatewayDependencies): Decided | Ended {
  if (effect === 'deny') return denyByRule(call, rule, deps)
  deps.rules.use(rule)
  return { ...call, rule }
}

async function byPeople(
  assessed: Assessable,
  requirement: PeopleRequirement,
  deps: GatewayDependencies,
): Promise<Decided | Stopped> {
  const { needed, builtIn } = requirement
  const call: Decided = { ...assessed, ...(builtIn && { builtIn }) }
  const { approvals, calls, deduplicator, feed } = deps
  const bound = fingerprintOf(boundCallOf(call, call.manifest))
  const duplicate = deduplicator.duplicateOf(bound, call.caller)
  if (duplicate) return { duplicateOf: duplicate }
  const obstacle = approvalObstacle(call, needed, deps)
  if (obstacle && approvals.approvers > 0) {
    const present = presentFor(call, approvals)
    return end({
      kind: 'failed',
      error: obstacle,
      ...(present < needed && { refused: { why: 'too-few', needed, present } }),
    })
  }

  const request = approvalRequestOf(call, requirement, bound, deps.buildAreas(call.link.server.id))
  const began = deps.clock.elapsed()
  const resolution = await approvals.request(request, needed, call.signal, (approval) => {
    calls.set({ ...inFlight(call), stage: 'waiting-for-person', approvalId: approval.id })
    const { capabilityId, caller, server, risk } = approval
    const { id: approvalId, requestId } = approval
    feed.add({ kind: 'asked', approvalId, requestId, capabilityId, caller, server, arguments: request.shown, risk })
    // Without `onWaiting` no client collects the result later, and an equal call would wait for it forever.
    if (call.onWaiting) deduplicator.add(approval.id, bound, call.caller)
    call.onWaiting?.(approval, call.traceId)
  })
  const answeredAfterMs = Math.round(deps.clock.elapsed() - began)
  const stopped = resolution.by.includes(panicId) ? deps.panic.refused : undefined
  recordDecision(call, resolution, bound, deps, stopped)
  calls.set({ ...inFlight(call), stage: 'checking' })
  if (resolution.outcome === 'superseded') return reevaluate({ ...call, bound }, deps)
  return resolution.outcome === 'approved'
    ? { ...call, demands: { ...call.demands, approvers: needed }, answer: resolution, answeredAfterMs, bound }
    : refused(resolution, stopped)
}

/** Decides again after the request was superseded by a new rule or a changed offer. */
function reevaluate(call: Decided, deps: GatewayDependencies): Decided | Ended {
  const requirement = approvalRequirementFor(call, deps)
  return requirement.by === 'rule' ? byRule(call, requirement, deps) : changedSinceDecision(call, 'server')
}

function refused({ outcome, approvalId, by }: ApprovalResolution, stopped: RefusalReason | undefined): Ended {
  if (outcome === 'expired' || outcome === 'withdrawn') return end({ kind: outcome, approvalId })
  return by.includes(nobody)
    ? end({ kind: 'failed', error: new GatewayError('PERMISSION.APPROVAL_REQUIRED', { details: { approvalId } }) })
    : end({ kind: 'denied', approvalId, by, ...(stopped && { refused: stopped }) })
}

function approvalRequestOf(
  call: Decided,
  { eachTime }: PeopleRequirement,
  bound: string,
  areas: readonly BuildArea[],
): ApprovalRequest {
  const { server } = call.link
  const { reason } = call.given
  const order = orderOf(call)
  const shown = previewOf(shownBySchema(call.manifest.parameters, call.given))
  return {
    requestId: call.requestId,
    capabilityId: call.manifest.id,
    capabilityVersion: call.manifest.version,
    capabilityName: call.manifest.name,
    server: { id: server.id, name: server.name, ...(server.software && { software: server.software }) },
    caller: call.caller,
    arguments: call.given,
    ...labelsOf(call.manifest, call.given),
    shown,
    facts: coveredFactsOf(call.manifest, call.given, shown, areas),
    ...(typeof reason === 'string' && { reason: cleanText(reason, 512) }),
    risk: call.risk.level,
    ...(call.risk.reason && { riskReason: call.risk.reason }),
    ...(call.risk.raisedBy && { raisedBy: call.risk.raisedBy }),
    ...(call.readText && { readText: call.readText }),
    ...(call.builtIn && { builtIn: call.builtIn }),
    ...(call.before && { before: call.before }),
    bound,
    manifest: manifestHashOf(call.manifest),
    eachTime,
    ...(order && { orderedBy: ordererOf(order) }),
    ...(call.plan && { undo: undoabilityOf(call.plan) }),
  }
}

/**
 * A person's recent denial of the same call. It also applies in other sessions, and when the call needs no approval
 * there. A deny rule has priority; an allow rule lifts it only when a person created it later.
 */
export function recentDenialOf(
  call: Assessable,
  requirement: ApprovalRequirement,
  { denials }: GatewayDependencies,
): GatewayError | undefined {
  if (orderOf(call) || (requirement.by === 'rule' && requirement.effect === 'deny')) return undefined
  const { caller, manifest, link, given } = call
  const denial = denials.of({ caller, capabilityId: manifest.id, serverId: link.server.id, arguments: given })
  if (!denial || (requirement.by === 'rule' && Date.parse(requirement.rule.createdAt) >= denial.deniedAt))
    return undefined
  const { approvalId, retryAfterMs } = denial
  return new GatewayError('RISK.APPROVAL_REJECTED', {
    message: 'A person has just denied exactly this request.',
    suggestion: `Do not repeat it, here or in another session. If the person wants it after all, call again in ${minutesOf(retryAfterMs)}.`,
    details: { approvalId, retryAfterMs },
  })
}

/** Number of people who can be asked, including the person who issued the command, and viewers who can be one of them. */
function presentFor(
  call: Pick<Assessable, 'caller' | 'undoing' | 'ordering' | 'manifest' | 'risk' | 'given' | 'link'>,
  approvals: GatewayDependencies['approvals'],
): number {
  const { caller, manifest, risk, given, link } = call
  const order = orderOf(call)
  const orderedBy = order && ordererOf(order)
  const asked = { caller, risk: risk.level, server: link.server, ...(orderedBy && { orderedBy }) }
  const people = approvals.approversFor(asked) + (order ? 1 : 0)
  const question = { capabilityId: manifest.id, risk: risk.level, arguments: given }
  return people > 0 && approvals.hasAudience && voteQuestionOf(question) ? people + 1 : people
}

/** The reason why the people that a call needs cannot be asked. */
export function approvalObstacle(
  call: Assessable,
  needed: number,
  { approvals, askingPauses }: Pick<GatewayDependencies, 'approvals' | 'askingPauses'>,
): GatewayError | undefined {
  const { caller } = call
  const present = presentFor(call, approvals)
  if (approvals.approvers === 0) return new GatewayError('PERMISSION.APPROVAL_REQUIRED')
  if (present < needed) {
    return new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `This needs approval from ${needed} people, but only ${present} can be asked.`,
      details: { needed, present },
    })
  }
  const retryAfterMs = orderOf(call) ? 0 : askingPauses.pauseOf(caller)
  if (retryAfterMs > 0) {
    return new GatewayError('RISK.ASKING_PAUSED', {
      suggestion: `Ask the person in the conversation what they want. You can still read. They can be asked for approval again in ${minutesOf(retryAfterMs)}.`,
      details: { retryAfterMs },
    })
  }
  if (!isCrowded(approvals.open(), caller)) return undefined
  return new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Too many requests are already waiting for approval.',
    suggestion: 'Wait until a person has decided some of them, then call again.',
    details: { retryAfterMs: 5_000 },
  })
}

function minutesOf(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

function labelsOf({ parameters }: CapabilityManifest, given: JsonObject): Pick<ApprovalRequest, 'labels'> {
  const labels = argumentLabels(parameters, given)
  return labels ? { labels } : {}
}
