/**
 * Foresee: what a call would come to. It ends every dry run; behind it there is nothing that asks, runs or changes.
 *
 * Guards invariants 1 and 6: what is foreseen is no decision, and lets no call run.
 */
import type { GatewayError } from '../../contract/gateway-error.js'
import { argumentsFor, pairedContextOf } from '../../policy/paired-context.js'
import { type Ended, end, type Forecast, type Stopped } from '../call-path.js'
import { judgeOffer } from '../rights.js'
import { justDenied, obstacleToAsking } from './approve.js'
import { assessRisk } from './assess-risk.js'
import type { Assessable, Gatehouse, Validated } from './call-stages.js'
import { deniedBy } from './deny-by-rule.js'
import { dueFor } from './due.js'
import type { Reached } from './record.js'

export function foresee(call: Assessable, gatehouse: Gatehouse): Ended {
  const due = dueFor(call, gatehouse)
  const denied = justDenied(call, due, gatehouse)
  if (denied) return foreseen(call, { decision: 'block', why: denied.toContract() }, gatehouse)
  if (due.by === 'nobody') return foreseen(call, { decision: 'run', approvers: 0 }, gatehouse)
  const builtIn = due.by === 'people' && due.builtIn && { id: due.builtIn, effect: 'ask' as const }
  const decidedBy = due.rule ? { id: due.rule.id, effect: due.rule.effect } : builtIn
  const rule = decidedBy && { rule: decidedBy }
  if (due.by === 'rule') {
    return due.effect === 'allow'
      ? foreseen(call, { decision: 'run', approvers: 0, ...rule }, gatehouse)
      : foreseen(call, { decision: 'block', why: deniedBy(due.rule).toContract(), approvers: 0, ...rule }, gatehouse)
  }
  const { needed: approvers } = due
  const obstacle = obstacleToAsking(call, approvers, gatehouse)
  return obstacle
    ? foreseen(call, { decision: 'block', why: obstacle.toContract(), approvers, ...rule }, gatehouse)
    : foreseen(call, { decision: 'ask', approvers, ...rule }, gatehouse)
}

/** What stops a call whose arguments are right is what was asked for; anything else is a failure of the dry run itself. */
export function foreseenStop<Walked extends object>(
  reached: Reached,
  walked: Walked | Stopped,
  gatehouse: Gatehouse,
): Walked | Stopped {
  const { given, manifest, link } = reached
  if (!('ended' in walked) || !given || !manifest || !link) return walked
  const { ended } = walked as Ended
  return ended.kind === 'failed' ? blocked({ ...reached, given, manifest, link }, ended.error, gatehouse) : walked
}

const blocked = (call: Validated, error: GatewayError, gatehouse: Gatehouse): Ended =>
  foreseen(call, { decision: 'block', why: error.toContract() }, gatehouse)

type Foreseen = Pick<Forecast, 'decision' | 'why' | 'rule'> & Partial<Pick<Forecast, 'approvers'>>

function foreseen(call: Validated & Partial<Assessable>, decided: Foreseen, gatehouse: Gatehouse): Ended {
  const { risk, demands, tainted } = assessRisk({ permitted: 'allow', ...call }, gatehouse)
  return end({
    kind: 'foreseen',
    forecast: {
      approvers: demands.approvers,
      ...decided,
      risk,
      tainted,
      arguments: call.given,
      ...(call.before && mayRead(call, gatehouse) && { before: call.before }),
      undoable: call.plan !== undefined && call.plan.kind !== 'none',
    },
  })
}

/** Whether the caller could read the state before by itself, without anybody being asked. */
function mayRead(call: Validated, gatehouse: Gatehouse): boolean {
  const pair = pairedContextOf(call.manifest.id)
  const offer = pair && gatehouse.registry.offerBy(call.link.server.id, pair.capabilityId)
  if (!pair || !offer) return false
  const verdict = judgeOffer(gatehouse.rightsOf(call.caller), offer)
  if (!verdict.may) return false
  const reading = { ...call, ...offer, given: argumentsFor(pair, call.given), permitted: verdict.permitted }
  return dueFor(assessRisk(reading, gatehouse), gatehouse).by === 'nobody'
}
