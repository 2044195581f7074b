/**
 * Foresee: what a call would come to. It ends every dry run; behind it there is nothing that asks, runs or changes.
 *
 * Guards invariants 1 and 6: what is foreseen is no decision, and lets no call run.
 */
import type { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end, type Forecast, type Stopped } from '../call-path.js'
import { deniedBy, obstacleToAsking } from './approve.js'
import type { Gatehouse, Validated, Weighable } from './call-stages.js'
import { dueFor } from './due.js'
import type { Reached } from './record.js'
import { weighRisk } from './weigh-risk.js'

export function foresee(call: Weighable, gatehouse: Gatehouse): Ended {
  const due = dueFor(call, gatehouse)
  if (due.by === 'nobody') return foreseen(call, { decision: 'run', approvers: 0 })
  const rule = due.rule && { rule: { id: due.rule.id, effect: due.rule.effect } }
  if (due.by === 'rule') {
    return due.effect === 'allow'
      ? foreseen(call, { decision: 'run', approvers: 0, ...rule })
      : foreseen(call, { decision: 'block', why: deniedBy(due.rule).toContract(), approvers: 0, ...rule })
  }
  const { needed: approvers } = due
  const obstacle = obstacleToAsking(call, approvers, gatehouse.approvals)
  return obstacle
    ? foreseen(call, { decision: 'block', why: obstacle.toContract(), approvers, ...rule })
    : foreseen(call, { decision: 'ask', approvers, ...rule })
}

/** What stops a call whose arguments are right is what was asked for; anything else is a failure of the dry run itself. */
export function foreseenStop<Walked extends object>(reached: Reached, walked: Walked | Stopped): Walked | Stopped {
  const { given, manifest, link } = reached
  if (!('ended' in walked) || !given || !manifest || !link) return walked
  const { ended } = walked as Ended
  return ended.kind === 'failed' ? blocked({ ...reached, given, manifest, link }, ended.error) : walked
}

const blocked = (call: Validated, error: GatewayError): Ended =>
  foreseen(call, { decision: 'block', why: error.toContract() })

type Foreseen = Pick<Forecast, 'decision' | 'why' | 'rule'> & Partial<Pick<Forecast, 'approvers'>>

function foreseen(call: Validated & Partial<Weighable>, decided: Foreseen): Ended {
  const { risk, demands } = weighRisk({ permitted: 'allow', ...call })
  return end({
    kind: 'foreseen',
    forecast: {
      approvers: demands.approvers,
      ...decided,
      risk,
      arguments: call.given,
      ...(call.before && { before: call.before }),
      undoable: Boolean(risk.rollbackSupported),
    },
  })
}
