/**
 * Record: every decision, every intent, every outcome.
 *
 * Guards invariant 1: the intent of a call that changes the world is on disk before the provider is called; when it
 * cannot be written, the call does not run.
 */
import { randomUUID } from 'node:crypto'
import type { AuditEvent } from '../../contract/generated/audit-event.js'
import type { CallResult } from '../../contract/live.js'
import { redactObject } from '../../policy/redaction.js'
import { isSmall } from '../../policy/size.js'
import { cleanText } from '../../policy/untrusted-text.js'
import type { Answer } from '../approvals.js'
import type { CallReport, Outcome } from '../call-path.js'
import type { Decided, Gatehouse, Received, Snapped } from './call-stages.js'

/** A call that got as far as it got. */
export type Reached = Received & Partial<Snapped>

/**
 * Writes that a person said yes or no, or that nobody did.
 *
 * @param bound fingerprint of what the answer is about
 */
export function recordDecision(call: Decided, answer: Answer, bound: string, { audit, clock }: Gatehouse): void {
  audit.append({
    ...head(call, clock.now()),
    eventType: answer.outcome === 'approved' ? 'approve' : 'reject',
    request: redactObject(call.given),
    approvalInfo: { ...approvalInfo(answer, clock.now()), fingerprint: bound },
  })
}

/** Writes what is about to happen; a read has no intent. */
export function recordIntent(call: Snapped, { audit, clock }: Gatehouse): Snapped {
  if (call.manifest.type === 'context') return call
  audit.append({
    ...head(call, clock.now(), { phase: 'intent' }),
    eventType: 'invoke',
    request: redactObject(call.given),
    approvalInfo: call.answer ? approvalInfo(call.answer, clock.now()) : { required: false, outcome: 'unasked' },
    ...(call.snapshot && {
      rollbackInfo: { snapshotId: call.snapshot.id, rolledBack: false, before: redactObject(call.snapshot.before) },
    }),
  })
  return call
}

/** Writes how a call ended and shows it to people. Of a dry run nothing is shown: nothing happened. */
export function recordOutcome(call: Reached, report: CallReport<Outcome>, { audit, clock, feed }: Gatehouse): void {
  const { outcome } = report
  if (!call.dryRun && outcome.kind !== 'foreseen') {
    feed.add({
      kind: 'call',
      requestId: call.requestId,
      capabilityId: cleanText(call.capabilityId, 128),
      caller: call.caller,
      arguments: redactObject(argumentsOf(call)),
      ...(call.link && { server: { id: call.link.server.id, name: call.link.server.name } }),
      ...(call.risk && { risk: call.risk.level }),
      result: outcome.kind satisfies CallResult,
      milliseconds: report.milliseconds,
      ...(outcome.kind === 'failed' && { error: outcome.error.toContract() }),
    })
  }
  audit.append(
    {
      ...head(call, clock.now(), {
        ...(call.dryRun ? { dryRun: true } : { phase: 'outcome' }),
        executionTime: Math.round(report.milliseconds),
        ...(outcome.kind === 'done' && outcome.ageMs !== undefined && { cached: true }),
      }),
      eventType: eventTypeOf(outcome),
      request: redactObject(argumentsOf(call)),
      response: redactObject(responseOf(outcome, call)),
    },
    call.dryRun || call.manifest?.type === 'context' ? 'soon' : 'now',
  )
}

function eventTypeOf({ kind }: Outcome): AuditEvent['eventType'] {
  if (kind === 'failed') return 'error'
  return kind === 'done' || kind === 'foreseen' ? 'invoke' : 'reject'
}

function responseOf(outcome: Outcome, call: Reached): Record<string, unknown> {
  if (outcome.kind === 'failed') return { error: outcome.error.toContract() }
  if (outcome.kind === 'foreseen') return { forecast: outcome.forecast.decision, why: outcome.forecast.why?.code }
  if (outcome.kind !== 'done') return { outcome: outcome.kind, ...approvalOf(outcome) }
  if (call.demands?.audit === 'basic') return {}
  return isSmall(outcome.data) ? outcome.data : { omitted: 'larger than the trail keeps' }
}

const approvalOf = ({ approvalId }: { approvalId?: string }) => (approvalId ? { approvalId } : {})

/** What was asked; before validation it may be anything, of any size. */
function argumentsOf(call: Reached): Record<string, unknown> {
  if (call.given) return call.given
  return isObject(call.arguments) && isSmall(call.arguments) ? call.arguments : {}
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null && !Array.isArray(value)

const approvalInfo = (answer: Answer, at: Date): NonNullable<AuditEvent['approvalInfo']> => ({
  required: true,
  approvalId: answer.approvalId,
  outcome: answer.outcome,
  ...(answer.by.length > 0 && { approvedBy: answer.by.join(', '), approvedAt: at.toISOString() }),
})

function head(call: Reached, now: Date, metadata: AuditEvent['metadata'] = {}) {
  const { id, name, type, sessionId } = call.caller
  return {
    id: randomUUID(),
    timestamp: now.toISOString(),
    capabilityId: cleanText(call.capabilityId, 128),
    ...(call.manifest && { capabilityVersion: call.manifest.version }),
    caller: { type, id, name },
    ...(call.risk && { riskLevel: call.risk.level }),
    metadata: {
      ...metadata,
      requestId: call.requestId,
      traceId: call.traceId,
      ...(call.link && { serverId: call.link.server.id }),
      ...(sessionId && { sessionId }),
    },
  }
}
