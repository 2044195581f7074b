/**
 * Dry run: reports the decision about a call, and ends every dry run.
 *
 * Guards invariants 1 and 6: a forecast is not a decision, and allows no call.
 */
import type { GatewayError } from '@contract/gateway-error.js'
import { argumentsFor, pairedContextOf } from '../../../policy/undo/paired-context.js'
import type { DryRunForecast } from '../../../shared/approvals/forecast.js'
import { type Ended, end, type Stopped } from '../call-path.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import { permissionFor } from '../rights.js'
import { approvalRequirementFor } from './approval-requirement.js'
import { approvalObstacle, recentDenialOf } from './approve.js'
import { assessRisk } from './assess-risk.js'
import type { Assessable, Validated } from './call-stages.js'
import { deniedBy } from './deny-by-rule.js'
import type { RecordableCall } from './record.js'

export function dryRun(call: Assessable, deps: GatewayDependencies): Ended {
  const requirement = approvalRequirementFor(call, deps)
  const denied = recentDenialOf(call, requirement, deps)
  if (denied) return foreseen(call, { decision: 'block', why: denied.toContract() }, deps)
  if (requirement.by === 'nobody') return foreseen(call, { decision: 'run', approvers: 0 }, deps)
  const builtIn = requirement.by === 'people' &&
    requirement.builtIn && { id: requirement.builtIn, effect: 'ask' as const }
  const decidedBy = requirement.rule ? { id: requirement.rule.id, effect: requirement.rule.effect } : builtIn
  const rule = decidedBy && { rule: decidedBy }
  if (requirement.by === 'rule') {
    return requirement.effect === 'allow'
      ? foreseen(call, { decision: 'run', approvers: 0, ...rule }, deps)
      : foreseen(call, { decision: 'block', why: deniedBy(requirement.rule).toContract(), approvers: 0, ...rule }, deps)
  }
  const { needed: approvers } = requirement
  const obstacle = approvalObstacle(call, approvers, deps)
  return obstacle
    ? foreseen(call, { decision: 'block', why: obstacle.toContract(), approvers, ...rule }, deps)
    : foreseen(call, { decision: 'ask', approvers, ...rule }, deps)
}

/** A valid call that would be stopped is a result; any other error is a failure of the dry run. */
export function dryRunStop<Walked extends object>(
  reached: RecordableCall,
  walked: Walked | Stopped,
  deps: GatewayDependencies,
): Walked | Stopped {
  const { given, manifest, link } = reached
  if (!('ended' in walked) || !given || !manifest || !link) return walked
  const { ended } = walked as Ended
  return ended.kind === 'failed' ? blocked({ ...reached, given, manifest, link }, ended.error, deps) : walked
}

const blocked = (call: Validated, error: GatewayError, deps: GatewayDependencies): Ended =>
  foreseen(call, { decision: 'block', why: error.toContract() }, deps)

type DryRunDecision = Pick<DryRunForecast, 'decision' | 'why' | 'rule'> & Partial<Pick<DryRunForecast, 'approvers'>>

function foreseen(call: Validated & Partial<Assessable>, decided: DryRunDecision, deps: GatewayDependencies): Ended {
  const { risk, demands, readText } = assessRisk({ permitted: 'allow', ...call }, deps)
  return end({
    kind: 'foreseen',
    forecast: {
      approvers: demands.approvers,
      ...decided,
      risk,
      tainted: readText !== undefined,
      arguments: call.given,
      ...(call.before && mayRead(call, deps) && { before: call.before }),
      undoable: call.plan !== undefined && call.plan.kind !== 'none',
    },
  })
}

/** Whether the caller could read the previous state without an approval. */
function mayRead(call: Validated, deps: GatewayDependencies): boolean {
  const pair = pairedContextOf(call.manifest.id)
  const offer = pair && deps.registry.offerBy(call.link.server.id, pair.capabilityId)
  if (!pair || !offer) return false
  const permission = permissionFor(deps.rightsOf(call.caller), offer)
  if (!permission.may) return false
  const reading = { ...call, ...offer, given: argumentsFor(pair, call.given), permitted: permission.permitted }
  return approvalRequirementFor(assessRisk(reading, deps), deps).by === 'nobody'
}
