/**
 * Record: writes every decision, intent and outcome to the audit trail.
 *
 * Guards invariant 1: the intent of an action is on disk before the provider is called; if it cannot be written, the
 * call does not run. Invariant 8: values marked as secret by schema or name, and secrets in commands, are not
 * written.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { AuditEvent } from '@contract/generated/audit-event.js'
import { isObject } from '@contract/json/json-object.js'
import type { ArgumentFact } from '@shared/approvals/coverage.js'
import { coverageIdOf, type Rule } from '@shared/approvals/rule.js'
import type { CallResult, RefusalReason } from '@shared/trail/live.js'
import { isDenialCode } from '../../../policy/approvals/denial-codes.js'
import { isSmall } from '../../../policy/limits/size.js'
import { redactCommands } from '../../../policy/redaction/command-secrets.js'
import { redactObject } from '../../../policy/redaction/redaction.js'
import { redactBySchema } from '../../../policy/redaction/schema-redaction.js'
import { partOf, recordedFieldsAt } from '../../../policy/risk/audit-level.js'
import { outlineOf, previewOf } from '../../../policy/text/preview.js'
import { cleanText } from '../../../policy/text/untrusted-text.js'
import type { CallOutcome, CallReport } from '../../ports/calls.js'
import type { ApprovalResolution, DecidedScope } from '../../ports/open-approvals.js'
import type { GatewayDependencies } from '../gateway-dependencies.js'
import { type CountedCode, countedCodes } from '../refusals.js'
import { timeOrderedId } from '../time-ordered-id.js'
import type { Decided, Received, Run, Snapshotted } from './call-stages.js'

/** A call after any number of steps. */
export type RecordableCall = Received & Partial<Snapshotted> & Partial<Pick<Run, 'providerSnapshotId' | 'executedBy'>>

/**
 * Records the decision of a person, or a request without a decision.
 *
 * @param bound fingerprint of the subject of the answer
 * @param refused why it was denied without a person's answer
 * @throws GatewayError when it cannot be written
 */
export function recordDecision(
  call: Decided,
  answer: ApprovalResolution,
  bound: string,
  { audit, clock }: GatewayDependencies,
  refused?: RefusalReason,
): void {
  appendFirst(audit, {
    ...commonFields(call, clock.now(), refused && { refused: refused.why }),
    eventType: answer.outcome === 'approved' ? 'approve' : 'reject',
    request: shownArguments(call),
    approvalInfo: { ...approvalInfo(answer, clock.now()), fingerprint: bound },
  })
}

/** Records that a person's rule denied it. */
export function recordRefusal(call: Decided, rule: Rule, { audit, clock }: GatewayDependencies): void {
  audit.append({
    ...commonFields(call, clock.now()),
    eventType: 'reject',
    request: shownArguments(call),
    approvalInfo: ruledInfo(rule, 'denied'),
  })
}

/** Records the intent of an action; reads have none. @throws GatewayError when it cannot be written */
export function recordIntent(call: Snapshotted, { audit, clock }: GatewayDependencies): Snapshotted {
  if (call.manifest.type === 'context') return call
  appendFirst(audit, {
    ...commonFields(call, clock.now(), { phase: 'intent' }),
    eventType: call.undoing ? 'rollback' : 'invoke',
    request: shownArguments(call),
    approvalInfo: decidedBy(call, clock.now()),
    ...((call.snapshot || call.undoing) && { rollbackInfo: rollbackInfo(call, false) }),
  })
  return call
}

export interface EndedCall {
  readonly report: CallReport<CallOutcome>
  /** Whether the call was sent to the provider, or could have been. */
  readonly hasBegun: boolean
}

/** Records the outcome and shows it to people. A dry run is not shown. */
export function recordOutcome(
  call: RecordableCall,
  { report, hasBegun }: EndedCall,
  { audit, clock, feed }: GatewayDependencies,
): void {
  const { outcome } = report
  const refused = 'refused' in outcome ? outcome.refused : undefined
  // A server may send the same codes: they count only before the call was sent to it.
  const isDenied = !hasBegun && outcome.kind === 'failed' && isDenialCode(outcome.error.code)
  const snapshotId = snapshotIdOf(call)
  const shown = shownArguments(call)
  if (!call.dryRun && outcome.kind !== 'foreseen') {
    feed.add({
      kind: 'call',
      requestId: call.requestId,
      capabilityId: cleanText(call.capabilityId, 128),
      caller: call.caller,
      arguments: shown,
      ...(call.link && { server: { id: call.link.server.id, name: call.link.server.name } }),
      ...(call.risk && { risk: call.risk.level }),
      result: outcome.kind satisfies CallResult,
      ...(call.rule && { ruleId: call.rule.id }),
      milliseconds: report.milliseconds,
      ...(call.answeredAfterMs !== undefined && { answeredAfterMs: call.answeredAfterMs }),
      ...(refused && { refused }),
      ...(isDenied && { denied: true }),
      ...(outcome.kind === 'failed' && { error: outcome.error.toContract() }),
    })
  }
  audit.append(
    {
      ...commonFields(call, clock.now(), {
        ...(call.dryRun ? { dryRun: true } : { phase: 'outcome' }),
        executionTime: Math.round(report.milliseconds),
        ...(outcome.kind === 'done' && outcome.ageMs !== undefined && { cached: true }),
        ...(refused && { refused: refused.why }),
      }),
      eventType: call.undoing && outcome.kind === 'done' ? 'rollback' : eventTypeOf(outcome),
      request: call.given && !isRateLimited(outcome) ? shown : outlineOf(call.arguments),
      response: { ...redactObject(responseOf(outcome, call)), ...(isDenied && { outcome: 'denied' }) },
      ...(call.undoing && { rollbackInfo: rollbackInfo(call, outcome.kind === 'done', clock.now()) }),
      ...(snapshotId && !call.undoing && { rollbackInfo: { snapshotId, rolledBack: false } }),
      ...(call.rule && { approvalInfo: ruledInfo(call.rule, 'approved') }),
      ...(refused?.why === 'too-few' && {
        approvalInfo: { required: true, needed: refused.needed, present: refused.present },
      }),
    },
    call.dryRun || call.manifest?.type === 'context' ? 'soon' : 'now',
  )
}

/** For an undo: the action being undone; otherwise the action that would undo it. */
function rollbackInfo(call: RecordableCall, rolledBack: boolean, at?: Date): NonNullable<AuditEvent['rollbackInfo']> {
  const { undoing, snapshot } = call
  const snapshotId = snapshotIdOf(call)
  const before =
    snapshot?.before && call.demands && partOf(recordedFieldsAt(call.demands.audit).before, snapshot.before)
  return {
    ...(snapshotId && { snapshotId }),
    rolledBack,
    ...(rolledBack && at && { rollbackAt: at.toISOString() }),
    ...(undoing && { undoes: undoing.entry.requestId }),
    ...(before && { before: redactObject(before) }),
  }
}

/** For an undo: the snapshot that is restored; otherwise the one taken before it, by the gateway or the server. */
const snapshotIdOf = ({ undoing, snapshot, providerSnapshotId }: RecordableCall): string | undefined =>
  undoing?.entry.snapshotId ?? snapshot?.id ?? providerSnapshotId

/** Such a refusal costs its caller nothing, so the trail stores only an outline of its arguments. */
export const isRateLimited = (outcome: CallOutcome): boolean => countedCode(outcome) !== undefined

/** The code of a refusal that is counted instead of recorded each time. */
export const countedCode = (outcome: CallOutcome): CountedCode | undefined =>
  outcome.kind === 'failed' ? countedCodes.find((code) => code === outcome.error.code) : undefined

function eventTypeOf({ kind }: CallOutcome): AuditEvent['eventType'] {
  if (kind === 'failed') return 'error'
  return kind === 'done' || kind === 'foreseen' ? 'invoke' : 'reject'
}

function responseOf(outcome: CallOutcome, call: RecordableCall): Record<string, unknown> {
  if (outcome.kind === 'failed') return { error: outcome.error.toContract() }
  if (outcome.kind === 'foreseen') return { forecast: outcome.forecast.decision, why: outcome.forecast.why?.code }
  if (outcome.kind !== 'done') return { outcome: outcome.kind, ...approvalOf(outcome) }
  const { response } = recordedFieldsAt(call.demands?.audit ?? 'basic')
  const kept = partOf(response, redactBySchema(call.manifest?.returns, outcome.data)) ?? {}
  return isSmall(kept) ? kept : { omitted: 'larger than the trail keeps' }
}

const approvalOf = ({ approvalId }: { approvalId?: string }) => (approvalId ? { approvalId } : {})

/** The arguments without secrets, by name, by the capability's schema or inside of a console command. */
export const shownArguments = (call: RecordableCall): Record<string, unknown> =>
  previewOf(
    redactCommands(call.capabilityId, redactObject(redactBySchema(call.manifest?.parameters, argumentsOf(call)))),
  )

/** Writes an event that must be in the audit trail before the call continues. */
function appendFirst(audit: GatewayDependencies['audit'], event: AuditEvent): void {
  try {
    audit.append(event)
  } catch (cause) {
    throw new GatewayError('SYSTEM.INTERNAL_ERROR', {
      message: 'The audit log cannot be written, so nothing was done.',
      suggestion:
        'Tell the owner to check the disk of the Gatehouse profile: it may be full. Read-only actions still work.',
      cause,
    })
  }
}

/** The arguments; before validation they may be anything, of any size. */
function argumentsOf(call: RecordableCall): Record<string, unknown> {
  if (call.given) return call.given
  return isObject(call.arguments) && isSmall(call.arguments) ? call.arguments : {}
}

const approvalInfo = (answer: ApprovalResolution, at: Date): ApprovalInfo => ({
  required: true,
  approvalId: answer.approvalId,
  outcome: answer.outcome,
  ...(answer.scope && { scope: writtenScope(answer.scope) }),
  ...(answer.by.length > 0 && { approvedBy: answer.by.join(', '), approvedAt: at.toISOString() }),
})

type ApprovalInfo = NonNullable<AuditEvent['approvalInfo']>

function decidedBy({ answer, rule }: Decided, at: Date): ApprovalInfo {
  if (answer) return approvalInfo(answer, at)
  return rule ? ruledInfo(rule, 'approved') : { required: false, outcome: 'unasked' }
}

const ruledInfo = (rule: Rule, outcome: 'approved' | 'denied'): ApprovalInfo => ({
  required: true,
  outcome,
  approvedBy: rule.createdBy.name,
  ruleId: rule.id,
  scope: scopeOfRule(rule),
})

const writtenFacts = (facts: readonly ArgumentFact[]) => facts.map((fact) => ({ ...fact }))

const writtenScope = ({ facts, ...scope }: DecidedScope): NonNullable<ApprovalInfo['scope']> => ({
  ...scope,
  ...(facts && { facts: writtenFacts(facts) }),
})

/** The facts of `exactly` are the arguments of the row. */
function scopeOfRule({ what, sessionId, expiresAt, ...rule }: Rule): NonNullable<ApprovalInfo['scope']> {
  return {
    what: coverageIdOf({ ...rule, ...(what && { what }) }),
    ...(sessionId !== undefined && { duration: 'session' }),
    ...(sessionId === undefined && expiresAt === undefined && { duration: 'always' }),
    ...(expiresAt !== undefined && { until: expiresAt }),
    ...(what?.id === 'narrow' && { facts: writtenFacts(what.facts) }),
  }
}

function commonFields(call: RecordableCall, now: Date, metadata: AuditEvent['metadata'] = {}) {
  const { id, name, type, sessionId, clientIp } = call.caller
  const { agentId } = call.link?.server ?? {}
  return {
    id: timeOrderedId(),
    timestamp: now.toISOString(),
    capabilityId: cleanText(call.capabilityId, 128),
    ...(call.manifest && { capabilityVersion: call.manifest.version }),
    caller: { type, id, name },
    ...(call.risk && { riskLevel: call.risk.level }),
    metadata: {
      ...metadata,
      requestId: call.requestId,
      traceId: call.traceId,
      ...(agentId && { agentId }),
      ...(call.link && { serverId: call.link.server.id }),
      ...(call.executedBy && call.executedBy !== agentId && { executedBy: call.executedBy }),
      ...(sessionId && { sessionId }),
      ...(clientIp && { clientIp }),
      ...(call.risk?.raisedBy && { raisedBy: call.risk.raisedBy.map(({ rule }) => rule) }),
      ...(call.builtIn && { askedBy: call.builtIn }),
      ...(call.readText && { tainted: true }),
    },
  }
}
