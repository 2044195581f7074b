/**
 * Approve: a person says yes, or the call ends here.
 *
 * Guards invariant 3: what the person is shown is what will be sent. The arguments are frozen, and the answer is bound to
 * a fingerprint that the confirm step holds against what the server offers then. The same caller asks the same once:
 * between the look for a twin and the question there is no waiting.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { undoabilityOf } from '../../policy/undoability.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { type Approvals, nobody, type Question } from '../approvals.js'
import { end, type Stopped } from '../call-path.js'
import { fingerprintOf } from '../fingerprint.js'
import type { Decided, Gatehouse, Weighable } from './call-stages.js'
import { boundBy } from './confirm.js'
import { inFlight } from './in-flight.js'
import { decidedByOrder } from './order-undo.js'
import { recordDecision } from './record.js'

export async function approve(call: Weighable, gatehouse: Gatehouse): Promise<Decided | Stopped> {
  const needed = call.demands.approvers
  const ordered = decidedByOrder(call, gatehouse)
  if (ordered) return ordered
  if (needed === 0) return call
  const { approvals, asked, calls, feed } = gatehouse
  const bound = fingerprintOf(boundBy(call, call.manifest))
  const twin = asked.twinOf(bound, call.caller)
  if (twin) return { joined: twin }
  const obstacle = obstacleToAsking(call, approvals)
  if (obstacle && approvals.approvers > 0) return end({ kind: 'failed', error: obstacle })

  const answer = await approvals.ask(questionOf(call), needed, call.signal, (approval) => {
    calls.set({ ...inFlight(call), stage: 'waiting-for-person', approvalId: approval.id })
    const { capabilityId, caller, server, arguments: given, risk } = approval
    feed.add({ kind: 'asked', approvalId: approval.id, capabilityId, caller, server, arguments: given, risk })
    asked.add(approval.id, bound, call.caller)
    call.onWaiting?.(approval, call.traceId)
  })
  recordDecision(call, answer, bound, gatehouse)
  calls.set({ ...inFlight(call), stage: 'checking' })

  const { outcome, approvalId, by } = answer
  switch (outcome) {
    case 'approved':
      return { ...call, answer, bound }
    case 'denied':
      return by.includes(nobody)
        ? end({ kind: 'failed', error: new GatewayError('PERMISSION.APPROVAL_REQUIRED', { details: { approvalId } }) })
        : end({ kind: 'denied', approvalId, by })
    default:
      return end({ kind: outcome, approvalId })
  }
}

function questionOf(call: Weighable): Question {
  const { server } = call.link
  const { reason } = call.given
  return {
    requestId: call.requestId,
    capabilityId: call.manifest.id,
    capabilityVersion: call.manifest.version,
    capabilityName: call.manifest.name,
    server: { id: server.id, name: server.name, ...(server.software && { software: server.software }) },
    caller: call.caller,
    arguments: call.given,
    ...(typeof reason === 'string' && { reason: cleanText(reason, 512) }),
    risk: call.risk.level,
    ...(call.risk.reason && { riskReason: call.risk.reason }),
    ...(call.before && { before: call.before }),
    ...(call.plan && { undo: undoabilityOf(call.plan) }),
  }
}

/** Why people cannot be asked about a call that needs them. */
export function obstacleToAsking({ demands, caller }: Weighable, approvals: Approvals): GatewayError | undefined {
  const [needed, present] = [demands.approvers, approvals.approvers]
  if (present === 0) return new GatewayError('PERMISSION.APPROVAL_REQUIRED')
  if (present < needed) {
    return new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `This needs the agreement of ${needed} people, and only ${present} can be asked.`,
      details: { needed, present },
    })
  }
  if (!approvals.isCrowded(caller)) return undefined
  return new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Too many questions wait for a person already.',
    suggestion: 'Wait until the person has answered those, then call again.',
    details: { retryAfterMs: 5_000 },
  })
}
