/**
 * Approve: a person says yes, or the call ends here.
 *
 * Guards invariant 3: what the person is shown is what will be sent. The arguments are frozen, and when the server has
 * changed what it offers while the person thought, the call ends.
 */
import { GatewayError } from '../../contract/gateway-error.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { nobody, type Question } from '../approvals.js'
import { type Ended, end } from '../call-path.js'
import { type Bound, fingerprintOf } from '../fingerprint.js'
import type { Decided, Gatehouse, Weighable } from './call-stages.js'
import { inFlight } from './in-flight.js'
import { recordDecision } from './record.js'

export async function approve(call: Weighable, gatehouse: Gatehouse): Promise<Decided | Ended> {
  const needed = call.demands.approvers
  if (needed === 0) return call
  const { approvals, calls, feed, registry } = gatehouse
  const bound = fingerprintOf(boundBy(call, call.manifest))
  if (approvals.approvers > 0 && approvals.approvers < needed) return tooFewPeople(needed, approvals.approvers)

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
    case 'approved': {
      const now = registry.offersOf(call.manifest.id).find(({ link }) => link.server.id === call.link.server.id)
      if (!now || fingerprintOf(boundBy(call, now.manifest)) !== bound) return changedMeanwhile(call)
      return { ...call, link: now.link, answer }
    }
    case 'denied':
      return by.includes(nobody)
        ? end({ kind: 'failed', error: new GatewayError('PERMISSION.APPROVAL_REQUIRED', { details: { approvalId } }) })
        : end({ kind: 'denied', approvalId, by })
    default:
      return end({ kind: outcome, approvalId })
  }
}

const boundBy = (call: Weighable, manifest: Weighable['manifest']): Bound => ({
  manifest,
  serverId: call.link.server.id,
  callerId: call.caller.id,
  given: call.given,
})

const changedMeanwhile = (call: Weighable): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('PROTOCOL.VERSION_MISMATCH', {
      message: 'The server changed what it offers while a person thought about it, so it was not done.',
      suggestion: 'Call again, so that the person can decide about what it is now.',
      details: { capabilityId: call.manifest.id },
    }),
  })

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

const tooFewPeople = (needed: number, present: number): Ended =>
  end({
    kind: 'failed',
    error: new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `This needs the agreement of ${needed} people, and only ${present} can be asked.`,
      details: { needed, present },
    }),
  })
