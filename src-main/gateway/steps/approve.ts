/**
 * Approve: a person says yes, or has said it before in a rule, or the call ends here.
 *
 * Guards invariant 3: what the person is shown is what will be sent. The arguments are frozen, and the answer is bound to
 * a fingerprint that the confirm step holds against what the server offers then. The same caller asks the same once:
 * between the look for a twin and the question there is no waiting.
 */
import type { JsonObject } from '../../contract/call.js'
import { GatewayError } from '../../contract/gateway-error.js'
import type { CapabilityManifest } from '../../contract/generated/capability-manifest.js'
import type { Refusal } from '../../contract/live.js'
import { argumentLabels } from '../../policy/argument-labels.js'
import { coveredFactsOf } from '../../policy/coverage.js'
import { previewOf } from '../../policy/preview.js'
import { shownBySchema } from '../../policy/schema-redaction.js'
import { undoabilityOf } from '../../policy/undoability.js'
import { cleanText } from '../../policy/untrusted-text.js'
import { nobody } from '../approvals.js'
import { type Ended, end, type Stopped } from '../call-path.js'
import { fingerprintOf, manifestHashOf } from '../fingerprint.js'
import { panicId } from '../panic.js'
import type { Answer, Question } from '../question.js'
import type { Assessable, Decided, Gatehouse } from './call-stages.js'
import { boundBy, changedMeanwhile } from './confirm.js'
import { denyByRule } from './deny-by-rule.js'
import { type Due, dueFor } from './due.js'
import { inFlight } from './in-flight.js'
import { decidedByOrder, orderOf, whoOrdered } from './order.js'
import { recordDecision } from './record.js'

type DueByPeople = Extract<Due, { by: 'people' }>
type DueByRule = Extract<Due, { by: 'rule' }>

export async function approve(call: Assessable, gatehouse: Gatehouse): Promise<Decided | Stopped> {
  const ordered = decidedByOrder(call, gatehouse)
  if (ordered) return ordered
  const due = dueFor(call, gatehouse)
  const denied = justDenied(call, due, gatehouse)
  if (denied) return end({ kind: 'failed', error: denied })
  if (due.by === 'nobody') return call
  return due.by === 'rule' ? byRule(call, due, gatehouse) : byPeople(call, due, gatehouse)
}

/** @throws Error when it cannot be written down that a limited rule was used */
function byRule(call: Assessable, { effect, rule }: DueByRule, gatehouse: Gatehouse): Decided | Ended {
  if (effect === 'deny') return denyByRule(call, rule, gatehouse)
  gatehouse.rules.use(rule)
  return { ...call, rule }
}

async function byPeople(assessed: Assessable, due: DueByPeople, gatehouse: Gatehouse): Promise<Decided | Stopped> {
  const { needed, builtIn } = due
  const call: Decided = { ...assessed, ...(builtIn && { builtIn }) }
  const { approvals, asked, calls, feed } = gatehouse
  const bound = fingerprintOf(boundBy(call, call.manifest))
  const twin = asked.twinOf(bound, call.caller)
  if (twin) return { joined: twin }
  const obstacle = obstacleToAsking(call, needed, gatehouse)
  if (obstacle && approvals.approvers > 0) {
    const present = presentFor(call, approvals)
    return end({
      kind: 'failed',
      error: obstacle,
      ...(present < needed && { refused: { why: 'too-few', needed, present } }),
    })
  }

  const question = questionOf(call, due, bound)
  const began = gatehouse.clock.elapsed()
  const answer = await approvals.ask(question, needed, call.signal, (approval) => {
    calls.set({ ...inFlight(call), stage: 'waiting-for-person', approvalId: approval.id })
    const { capabilityId, caller, server, risk } = approval
    const { id: approvalId, requestId } = approval
    feed.add({ kind: 'asked', approvalId, requestId, capabilityId, caller, server, arguments: question.shown, risk })
    // Nobody comes back for what nobody holds, and another like it would wait for it for ever.
    if (call.onWaiting) asked.add(approval.id, bound, call.caller)
    call.onWaiting?.(approval, call.traceId)
  })
  const answeredAfterMs = Math.round(gatehouse.clock.elapsed() - began)
  const stopped = answer.by.includes(panicId) ? gatehouse.panic.refused : undefined
  recordDecision(call, answer, bound, gatehouse, stopped)
  calls.set({ ...inFlight(call), stage: 'checking' })
  if (answer.outcome === 'superseded') return afterwards({ ...call, bound }, gatehouse)
  return answer.outcome === 'approved'
    ? { ...call, demands: { ...call.demands, approvers: needed }, answer, answeredAfterMs, bound }
    : refused(answer, stopped)
}

/** What was asked is answered by a rule now, or is something else. */
function afterwards(call: Decided, gatehouse: Gatehouse): Decided | Ended {
  const due = dueFor(call, gatehouse)
  return due.by === 'rule' ? byRule(call, due, gatehouse) : changedMeanwhile(call, 'server')
}

function refused({ outcome, approvalId, by }: Answer, stopped: Refusal | undefined): Ended {
  if (outcome === 'expired' || outcome === 'withdrawn') return end({ kind: outcome, approvalId })
  return by.includes(nobody)
    ? end({ kind: 'failed', error: new GatewayError('PERMISSION.APPROVAL_REQUIRED', { details: { approvalId } }) })
    : end({ kind: 'denied', approvalId, by, ...(stopped && { refused: stopped }) })
}

function questionOf(call: Decided, { eachTime }: DueByPeople, bound: string): Question {
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
    facts: coveredFactsOf(call.manifest, call.given, shown),
    ...(typeof reason === 'string' && { reason: cleanText(reason, 512) }),
    risk: call.risk.level,
    ...(call.risk.reason && { riskReason: call.risk.reason }),
    ...(call.risk.raisedBy && { raisedBy: call.risk.raisedBy }),
    ...(call.builtIn && { builtIn: call.builtIn }),
    ...(call.before && { before: call.before }),
    bound,
    manifest: manifestHashOf(call.manifest),
    eachTime,
    ...(order && { orderedBy: whoOrdered(order) }),
    ...(call.plan && { undo: undoabilityOf(call.plan) }),
  }
}

/**
 * The no that a person has just said to the same, which no other session takes back, nor that it would pass unasked
 * there. A rule says it in other words, or takes it back when a person made it since.
 */
export function justDenied(call: Assessable, due: Due, { denials }: Gatehouse): GatewayError | undefined {
  if (orderOf(call) || (due.by === 'rule' && due.effect === 'deny')) return undefined
  const { caller, manifest, link, given } = call
  const denial = denials.of({ caller, capabilityId: manifest.id, serverId: link.server.id, arguments: given })
  if (!denial || (due.by === 'rule' && Date.parse(due.rule.createdAt) >= denial.deniedAt)) return undefined
  const { approvalId, retryAfterMs } = denial
  return new GatewayError('RISK.APPROVAL_REJECTED', {
    message: 'A person has just said no to exactly this.',
    suggestion: `Do not repeat it, here or in another session. Should the person want it after all, it can be asked again in ${minutesOf(retryAfterMs)}.`,
    details: { approvalId, retryAfterMs },
  })
}

/** People who can be asked about it; who orders it has agreed. */
const presentFor = (
  call: Pick<Assessable, 'caller' | 'undoing' | 'ordering'>,
  approvals: Gatehouse['approvals'],
): number => approvals.approversFor(call.caller) + (orderOf(call) ? 1 : 0)

/** Why people cannot be asked about a call that needs them. */
export function obstacleToAsking(
  call: Assessable,
  needed: number,
  { approvals, askingPauses }: Pick<Gatehouse, 'approvals' | 'askingPauses'>,
): GatewayError | undefined {
  const { caller } = call
  const present = presentFor(call, approvals)
  if (approvals.approvers === 0) return new GatewayError('PERMISSION.APPROVAL_REQUIRED')
  if (present < needed) {
    return new GatewayError('RISK.OPERATION_BLOCKED', {
      message: `This needs the agreement of ${needed} people, and only ${present} can be asked.`,
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
  if (!approvals.isCrowded(caller)) return undefined
  return new GatewayError('SYSTEM.RATE_LIMITED', {
    message: 'Too many questions wait for a person already.',
    suggestion: 'Wait until the person has answered those, then call again.',
    details: { retryAfterMs: 5_000 },
  })
}

function minutesOf(milliseconds: number): string {
  const minutes = Math.ceil(milliseconds / 60_000)
  return minutes === 1 ? 'a minute' : `${minutes} minutes`
}

function labelsOf({ parameters }: CapabilityManifest, given: JsonObject): Pick<Question, 'labels'> {
  const labels = argumentLabels(parameters, given)
  return labels ? { labels } : {}
}
