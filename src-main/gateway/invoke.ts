/**
 * Invoke: the one path. Read it from top to bottom.
 *
 * No consumer touches a provider, no provider knows a consumer, no step is skipped for anybody.
 */

import { randomUUID } from 'node:crypto'
import { asGatewayError, GatewayError } from '../contract/gateway-error.js'
import type { ApprovalEvent } from '../policy/approval.js'
import { withSubject } from './approval-subject.js'
import {
  CallPath,
  type CallReport,
  type CallRequest,
  end,
  type Joined,
  type Outcome,
  type Stopped,
} from './call-path.js'
import { approve } from './steps/approve.js'
import { assessRisk } from './steps/assess-risk.js'
import { authorise } from './steps/authorise.js'
import type { Gatehouse, Ordering, Received, Run, Undoing } from './steps/call-stages.js'
import { cleanResult } from './steps/clean-result.js'
import { confirm } from './steps/confirm.js'
import { foresee, foreseenStop } from './steps/foresee.js'
import { halt } from './steps/halt.js'
import { join } from './steps/join.js'
import { keepUndo } from './steps/keep-undo.js'
import { limitCaller } from './steps/limit-caller.js'
import { limitDryRuns, limitRate } from './steps/limit-rate.js'
import { limitSize } from './steps/limit-size.js'
import { readBefore } from './steps/read-before.js'
import { countedCode, type Reached, recordIntent, recordOutcome } from './steps/record.js'
import { resolve } from './steps/resolve.js'
import { run } from './steps/run.js'
import { takeSnapshot } from './steps/take-snapshot.js'
import { undoFromResult } from './steps/undo-from-result.js'
import { validate } from './steps/validate.js'
import { timeOrderedId } from './time-ordered-id.js'
import { Stopwatch } from './traces.js'

const asked = CallPath.begin<Received, Received, Gatehouse>('halt', halt)
  .step('limit-size', limitSize)
  .step('limit-caller', limitCaller)
  .step('resolve', resolve)
  .step('validate', validate)
  .step('authorise', authorise)

const path = asked
  .step('join', join)
  .step('limit-rate', limitRate)
  .step('assess-risk', assessRisk)
  .step('read-before', readBefore)
  .step('approve', approve)
  .step('snapshot', takeSnapshot)
  .step('confirm', confirm)
  .step('record-intent', recordIntent)
  .step('keep-undo', keepUndo)
  .step('run', run)
  .step('clean', (call, gatehouse) => undoFromResult(cleanResult(call), gatehouse))

/** The way of a dry run, on which nothing is asked, nothing runs and nothing is changed. */
const dryPath = asked
  .step('limit-rate', limitDryRuns)
  .step('assess-risk', assessRisk)
  .step('read-before', readBefore)
  .step<Run>('foresee', foresee)

/**
 * Takes a call through the gateway. Never rejects: every end is an outcome, or that of the call it has joined.
 *
 * @param undoing a person's order to undo; no consumer hands one over (invariant 6)
 * @param ordering another order of a person, for which the same holds
 */
export async function invoke(
  request: CallRequest,
  gatehouse: Gatehouse,
  undoing?: Undoing,
  ordering?: Ordering,
): Promise<CallReport<Outcome> | Joined> {
  const { approvals, calls, clock, log, traces } = gatehouse
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
  let reached: Reached = call
  let mayHaveChanged = false
  const walked = await (request.dryRun ? dryPath : path)
    .walk(call, gatehouse, (step, went, further) => {
      watch.mark(step, went)
      reached = further
      if (step === 'record-intent' && went === 'passed') mayHaveChanged = further.manifest?.type !== 'context'
    })
    .then((stopped) => (request.dryRun ? foreseenStop(reached, stopped, gatehouse) : stopped))
    .catch((thrown: unknown) => end({ kind: 'failed', error: asGatewayError(thrown) }))
  calls.remove(call.requestId)
  if ('joined' in walked) {
    approvals.finish(call.requestId, endOf(walked))
    return walked
  }

  const report = (outcome: Outcome): CallReport<Outcome> => ({
    requestId: call.requestId,
    traceId: call.traceId,
    outcome,
    timestamp: clock.now().toISOString(),
    milliseconds: Math.round((clock.elapsed() - began) * 100) / 100,
    ...(reached.link && { serverId: reached.link.server.id }),
    ...(reached.manifest?.deprecated && { deprecated: reached.manifest.deprecated }),
  })
  const ended = report(withSubject('ended' in walked ? walked.ended : outcomeOf(walked), reached))
  gatehouse.undo.end(reached, ended.outcome)
  const counted = mayHaveChanged ? undefined : countedCode(ended.outcome)
  const isOneOfMany = counted !== undefined && !gatehouse.refusals.add(call.caller, counted)
  if (ended.outcome.kind === 'failed' && !isOneOfMany)
    log.warn('a call failed', { ...ended.outcome.error.toContract() })
  const told = isOneOfMany ? ended : recorded()
  // After the outcome is written: a crash in between leaves an approval that the next start can still close.
  approvals.finish(call.requestId, endOf(walked))
  traces.add(reached, told, watch)
  return told

  /** A full disk stops what changes the world, not what reads it. */
  function recorded(): CallReport<Outcome> {
    try {
      recordOutcome(reached, ended, gatehouse)
      watch.mark('record-outcome', 'passed')
      return ended
    } catch (thrown) {
      watch.mark('record-outcome', 'threw')
      log.error('an outcome could not be recorded', { requestId: call.requestId, error: `${thrown}` })
      return mayHaveChanged ? report({ kind: 'failed', error: unrecorded(ended.outcome, thrown) }) : ended
    }
  }
}

/** What was done stays done: a caller who only reads "try again" would do it twice. */
const unrecorded = (outcome: Outcome, cause: unknown): GatewayError =>
  new GatewayError('SYSTEM.INTERNAL_ERROR', {
    message: 'How it ended could not be written into the audit trail.',
    suggestion:
      outcome.kind === 'done'
        ? 'It was done. Do not call again; tell the owner that the audit trail cannot be written.'
        : 'It may or may not have been done: read the state before trying again.',
    cause,
  })

/** What the end of a call is to the approval that it stood for. */
function endOf(walked: Run | Stopped): ApprovalEvent {
  if ('joined' in walked) return { kind: 'superseded' }
  if (!('ended' in walked)) return { kind: 'done' }
  const { ended } = walked
  if (ended.kind === 'withdrawn') return { kind: 'caller-withdrew' }
  const isSurelyNot = ended.kind === 'failed' && ended.error.code.startsWith('BUSINESS.')
  return { kind: 'failed', unknown: !isSurelyNot }
}

function outcomeOf(call: Run): Outcome {
  const snapshotId = call.snapshot?.id ?? call.providerSnapshotId
  return {
    kind: 'done',
    data: call.data,
    ...(snapshotId && { snapshotId }),
    ...(call.snapshot?.undo && { undoable: true }),
    ...(call.ageMs !== undefined && { ageMs: call.ageMs }),
    ...(call.relayed && { relayed: call.relayed }),
  }
}
