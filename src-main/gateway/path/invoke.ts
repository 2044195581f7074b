/**
 * Invoke: the path of every call, as a list of steps from top to bottom.
 *
 * No consumer calls a provider directly, no provider knows a consumer, and no step is skipped.
 */

import { randomUUID } from 'node:crypto'
import { asGatewayError, GatewayError } from '@contract/gateway-error.js'
import type { ApprovalEvent } from '../../policy/approvals/approval.js'
import { redactKeys } from '../../policy/redaction/redaction.js'
import { withSubject } from '../approvals/approval-request.js'
import type { CallOutcome, CallReport, CallRequest } from '../ports/calls.js'
import type { Log } from '../ports/runtime.js'
import { CallPath, type DuplicateCall, end, type Stopped } from './call-path.js'
import type { GatewayDependencies } from './gateway-dependencies.js'
import { admit } from './steps/admit.js'
import { approve } from './steps/approve.js'
import { assessRisk } from './steps/assess-risk.js'
import { authorise } from './steps/authorise.js'
import type { CommandOrigin, Received, Run, Undoing } from './steps/call-stages.js'
import { cleanResult } from './steps/clean-result.js'
import { deduplicate } from './steps/deduplicate.js'
import { dryRun, dryRunStop } from './steps/dry-run.js'
import { halt } from './steps/halt.js'
import { limitCaller } from './steps/limit-caller.js'
import { limitDryRuns, limitRate } from './steps/limit-rate.js'
import { limitSize } from './steps/limit-size.js'
import { readBefore } from './steps/read-before.js'
import { countedCode, type RecordableCall, recordIntent, recordOutcome, shownArguments } from './steps/record.js'
import { resolve } from './steps/resolve.js'
import { revalidate } from './steps/revalidate.js'
import { run } from './steps/run.js'
import { storeUndo, undoFromResult } from './steps/store-undo.js'
import { takeSnapshot } from './steps/take-snapshot.js'
import { validate } from './steps/validate.js'
import { timeOrderedId } from './time-ordered-id.js'
import { Stopwatch } from './traces.js'

const commonSteps = CallPath.begin<Received, Received, GatewayDependencies>('halt', halt)
  .step('admit', admit)
  .step('limit-size', limitSize)
  .step('limit-caller', limitCaller)
  .step('resolve', resolve)
  .step('validate', validate)
  .step('authorise', authorise)

const path = commonSteps
  .step('deduplicate', deduplicate)
  .step('limit-rate', limitRate)
  .step('assess-risk', assessRisk)
  .step('read-before', readBefore)
  .step('approve', approve)
  .step('snapshot', takeSnapshot)
  .step('revalidate', revalidate)
  .step('record-intent', recordIntent)
  .step('store-undo', storeUndo)
  .step('run', run)
  .step('clean', (call, deps) => undoFromResult(cleanResult(call), deps))

/** The path of a dry run, which requests no approval, runs nothing and changes nothing. */
const dryPath = commonSteps
  .step('limit-rate', limitDryRuns)
  .step('assess-risk', assessRisk)
  .step('read-before', readBefore)
  .step<Run>('dry-run', dryRun)

/**
 * Runs a call through the gateway. Never rejects: returns the outcome, or the original call of a duplicate.
 *
 * @param undoing an undo command of a person; consumers cannot pass one (invariant 6)
 * @param ordering another command of a person, with the same rule
 */
export async function invoke(
  request: CallRequest,
  deps: GatewayDependencies,
  undoing?: Undoing,
  ordering?: CommandOrigin,
): Promise<CallReport<CallOutcome> | DuplicateCall> {
  const { approvals, calls, clock, log, traces } = deps
  const began = clock.elapsed()
  const call: Received = {
    ...request,
    undoing,
    ordering,
    requestId: timeOrderedId(),
    traceId: randomUUID(),
    startedAt: clock.now().toISOString(),
  }
  const watch = new Stopwatch(clock)
  calls.follow(call.requestId, watch)
  let reached: RecordableCall = call
  let hasBegun = false
  let mayHaveChanged = false
  const walked = await (request.dryRun ? dryPath : path)
    .walk(call, deps, (step, result, further) => {
      watch.mark(step, result)
      reached = further
      if (step !== 'record-intent' || result !== 'passed') return
      hasBegun = true
      logCall(further, log)
      mayHaveChanged = further.manifest?.type !== 'context'
    })
    .then((stopped) => (request.dryRun ? dryRunStop(reached, stopped, deps) : stopped))
    .catch((thrown: unknown) => end({ kind: 'failed', error: asGatewayError(thrown) }))
  calls.remove(call.requestId)
  if ('duplicateOf' in walked) {
    approvals.finish(call.requestId, endOf(walked))
    return walked
  }

  const report = (outcome: CallOutcome): CallReport<CallOutcome> => ({
    requestId: call.requestId,
    traceId: call.traceId,
    outcome,
    timestamp: clock.now().toISOString(),
    milliseconds: Math.round((clock.elapsed() - began) * 100) / 100,
    ...(reached.link && { serverId: reached.link.server.id }),
    ...(reached.manifest?.deprecated && { deprecated: reached.manifest.deprecated }),
  })
  const ended = report(withSubject('ended' in walked ? walked.ended : outcomeOf(walked), reached))
  deps.undo.end(reached, ended.outcome)
  const counted = mayHaveChanged ? undefined : countedCode(ended.outcome)
  const isCountedOnly = counted !== undefined && !deps.refusals.add(call.caller, counted)
  if (ended.outcome.kind === 'failed' && !isCountedOnly)
    log.warn('a call failed', { ...ended.outcome.error.toContract() })
  const finalReport = isCountedOnly ? ended : recorded()
  // After the outcome is written: after a crash in between, the next start can still close the approval.
  approvals.finish(call.requestId, endOf(walked))
  traces.add(reached, finalReport, watch)
  return finalReport

  /** A full disk stops actions, but not reads. */
  function recorded(): CallReport<CallOutcome> {
    try {
      recordOutcome(reached, { report: ended, hasBegun }, deps)
      watch.mark('record-outcome', 'passed')
      return ended
    } catch (thrown) {
      watch.mark('record-outcome', 'threw')
      log.error('an outcome could not be recorded', { requestId: call.requestId, error: `${thrown}` })
      return mayHaveChanged ? report({ kind: 'failed', error: unrecorded(ended.outcome, thrown) }) : ended
    }
  }
}

/** Names a tool of a service as its clients do. The arguments are for the level *debug*, without secrets. */
function logCall(call: RecordableCall, log: Log): void {
  const { capabilityId, link, caller } = call
  const tool = link?.relays?.get(capabilityId)?.name ?? capabilityId
  const server = link && { server: link.server.name }
  log.info('Tool called: {tool}', { tool, ...server, client: caller.name }, () => ({
    args: redactKeys(shownArguments(call)),
  }))
}

/** A completed action must not be reported as failed: the caller would repeat it. */
const unrecorded = (outcome: CallOutcome, cause: unknown): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: 'The result could not be written to the audit log.',
    suggestion:
      outcome.kind === 'done'
        ? 'It was done. Do not call again. Tell the owner that the audit log cannot be written.'
        : 'It may have been done. Read the state before you try again.',
    cause,
  })

/** Maps the outcome of a call to the end of its approval. */
function endOf(walked: Run | Stopped): ApprovalEvent {
  if ('duplicateOf' in walked) return { kind: 'superseded' }
  if (!('ended' in walked)) return { kind: 'done' }
  const { ended } = walked
  if (ended.kind === 'withdrawn') return { kind: 'caller-withdrew' }
  const isSurelyNot = ended.kind === 'failed' && ended.error.code.startsWith('BUSINESS.')
  return { kind: 'failed', unknown: !isSurelyNot }
}

function outcomeOf(call: Run): CallOutcome {
  const snapshotId = call.snapshot?.id ?? call.providerSnapshotId
  return {
    kind: 'done',
    data: call.data,
    ...(snapshotId && { snapshotId }),
    ...(call.snapshot?.undo && { undoable: true }),
    ...(call.ageMs !== undefined && { ageMs: call.ageMs }),
    ...(call.relayed && { relayed: call.relayed }),
    ...(call.pictures && { pictures: call.pictures }),
  }
}
