/**
 * Dry run: reports what a call would result in, and ends every dry run.
 *
 * Guards invariants 1 and 6: a prediction is no decision, and lets no call run.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import { argumentsFor, pairedContextOf } from '../../../policy/paired-context.js'
import type { DryRunForecast } from '../../../shared/approvals/forecast.js'
import { type Ended, end, type Stopped } from '../call-path.js'
import type { GatewayParts } from '../gateway-parts.js'
import { permissionFor } from '../rights.js'
import { approvalRequirementFor } from './approval-requirement.js'
import { approvalObstacle, recentDenialOf } from './approve.js'
import { assessRisk } from './assess-risk.js'
import type { Assessable, Validated } from './call-stages.js'
import { deniedBy } from './deny-by-rule.js'
import type { RecordableCall } from './record.js'

export function dryRun(call: Assessable, parts: GatewayParts): Ended {
  const due = approvalRequirementFor(call, parts)
  const denied = recentDenialOf(call, due, parts)
  if (denied) return foreseen(call, { decision: 'block', why: denied.toContract() }, parts)
  if (due.by === 'nobody') return foreseen(call, { decision: 'run', approvers: 0 }, parts)
  const builtIn = due.by === 'people' && due.builtIn && { id: due.builtIn, effect: 'ask' as const }
  const decidedBy = due.rule ? { id: due.rule.id, effect: due.rule.effect } : builtIn
  const rule = decidedBy && { rule: decidedBy }
  if (due.by === 'rule') {
    return due.effect === 'allow'
      ? foreseen(call, { decision: 'run', approvers: 0, ...rule }, parts)
      : foreseen(call, { decision: 'block', why: deniedBy(due.rule).toContract(), approvers: 0, ...rule }, parts)
  }
  const { needed: approvers } = due
  const obstacle = approvalObstacle(call, approvers, parts)
  return obstacle
    ? foreseen(call, { decision: 'block', why: obstacle.toContract(), approvers, ...rule }, parts)
    : foreseen(call, { decision: 'ask', approvers, ...rule }, parts)
}

/** A valid call that would be stopped is a result; any other error is a failure of the dry run. */
export function dryRunStop<Walked extends object>(
  reached: RecordableCall,
  walked: Walked | Stopped,
  parts: GatewayParts,
): Walked | Stopped {
  const { given, manifest, link } = reached
  if (!('ended' in walked) || !given || !manifest || !link) return walked
  const { ended } = walked as Ended
  return ended.kind === 'failed' ? blocked({ ...reached, given, manifest, link }, ended.error, parts) : walked
}

const blocked = (call: Validated, error: GatewayError, parts: GatewayParts): Ended =>
  foreseen(call, { decision: 'block', why: error.toContract() }, parts)

type DryRunDecision = Pick<DryRunForecast, 'decision' | 'why' | 'rule'> & Partial<Pick<DryRunForecast, 'approvers'>>

function foreseen(call: Validated & Partial<Assessable>, decided: DryRunDecision, parts: GatewayParts): Ended {
  const { risk, demands, tainted } = assessRisk({ permitted: 'allow', ...call }, parts)
  return end({
    kind: 'foreseen',
    forecast: {
      approvers: demands.approvers,
      ...decided,
      risk,
      tainted,
      arguments: call.given,
      ...(call.before && mayRead(call, parts) && { before: call.before }),
      undoable: call.plan !== undefined && call.plan.kind !== 'none',
    },
  })
}

/** Whether the caller could read the previous state without an approval. */
function mayRead(call: Validated, parts: GatewayParts): boolean {
  const pair = pairedContextOf(call.manifest.id)
  const offer = pair && parts.registry.offerBy(call.link.server.id, pair.capabilityId)
  if (!pair || !offer) return false
  const verdict = permissionFor(parts.rightsOf(call.caller), offer)
  if (!verdict.may) return false
  const reading = { ...call, ...offer, given: argumentsFor(pair, call.given), permitted: verdict.permitted }
  return approvalRequirementFor(assessRisk(reading, parts), parts).by === 'nobody'
}
