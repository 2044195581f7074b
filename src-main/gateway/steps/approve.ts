/**
 * Approve: a person says yes, or the call ends here.
 *
 * Guards invariant 3: what the person is shown is what will be sent. The arguments are frozen, and the answer is bound to
 * a fingerprint that the confirm step holds against what the server offers then.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { nobody, type Question } from '../approvals.js'
import { type Ended, end } from '../call-path.js'
import { fingerprintOf } from '../fingerprint.js'
import type { Decided, Gatehouse, Weighable } from './call-stages.js'
import { boundBy } from './confirm.js'
import { inFlight } from './in-flight.js'
import { recordDecision } from './record.js'

export async function approve(call: Weighable, gatehouse: Gatehouse): Promise<Decided | Ended> {
  const needed = call.demands.approvers
  if (needed === 0) return call
  const { approvals, calls, feed } = gatehouse
  const bound = fingerprintOf(boundBy(call, call.manifest))
  if (approvals.approvers > 0 && approvals.approvers < needed) return tooFewPeople(needed, approvals.approvers)
  if (approvals.isCrowded(call.caller)) return tooManyQuestions()

  const answer = await approvals.ask(questionOf(call), needed, call.signal, (approval) => {
    calls.set({ ...inFlight(call), stage: 'waiting-for-person', approvalId: approval.id })
    const { capabilityId, caller, server, arguments: given, risk } = approval
    feed.add({ kind: 'asked', approvalId: approval.id, capabilityId, caller, server, arguments: given, risk })
    call.onWaiting?.(approval)
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
  }
}

const tooManyQuestions = (): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('SYSTEM.RATE_LIMITED', {
      message: 'Too many questions wait for a person already.',
      suggestion: 'Wait until the person has answered those, then call again.',
      details: { retryAfterMs: 5_000 },
    }),
  })

const tooFewPeople = (needed: number, present: number): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `This needs the agreement of ${needed} people, and only ${present} can be asked.`,
      details: { needed, present },
    }),
  })
