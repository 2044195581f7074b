/**
 * Foresee: what a call would come to. It ends every dry run; behind it there is nothing that asks, runs or changes.
 *
 * Guards invariants 1 and 6: what is foreseen is no decision, and lets no call run.
 */
import type { GatewayError } from '../../contract/gateway-error.js'
import { type Ended, end, type Forecast, type Stopped } from '../call-path.js'
import { obstacleToAsking } from './approve.js'
import type { Gatehouse, Validated, Weighable } from './call-stages.js'
import type { Reached } from './record.js'
import { weighRisk } from './weigh-risk.js'

export function foresee(call: Weighable, { approvals }: Gatehouse): Ended {
  const asks = call.demands.approvers > 0
  const obstacle = asks ? obstacleToAsking(call, approvals) : undefined
  return obstacle ? blocked(call, obstacle) : foreseen(call, { decision: asks ? 'ask' : 'run' })
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

function foreseen(call: Validated & Partial<Weighable>, decided: Pick<Forecast, 'decision' | 'why'>): Ended {
  const { risk, demands } = weighRisk(call)
  return end({
    kind: 'foreseen',
    forecast: {
      ...decided,
      approvers: demands.approvers,
      risk,
      arguments: call.given,
      ...(call.before && { before: call.before }),
      undoable: call.plan !== undefined && call.plan.kind !== 'none',
    },
  })
}
