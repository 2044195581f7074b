/** Approval shapes: one request as shown to people, as stored, and as a result for its call. */
import type { ApprovalId, ApprovalOutcome, OpenApproval } from '@shared/approvals/approval.js'
import { isBuild } from '@shared/build/build-preview.js'
import type { ApprovalState } from '../../policy/approvals/approval.js'
import { isTyped } from '../../policy/approvals/quorum.js'
import { subjectOf } from '../../policy/approvals/typed-subject.js'
import { runsAnyCommand } from '../../policy/console-command/command-risk.js'
import { offeredFor } from '../../policy/rules/scope.js'
import { argumentsHashOf } from '../path/fingerprint.js'
import type { ApprovalResolution, DecidedScope } from '../ports/open-approvals.js'
import type { ApprovalRecord } from '../ports/stores.js'
import type { ApprovalRequest } from './approval-request.js'

/** @param endsAt milliseconds since 1970 */
export function openApprovalOf(
  id: ApprovalId,
  { bound: _bound, manifest: _manifest, shown: _shown, facts, eachTime, orderedBy, ...question }: ApprovalRequest,
  needed: number,
  askedAt: Date,
  endsAt: number,
): OpenApproval {
  const { risk, caller, capabilityId, server } = question
  return {
    ...question,
    id,
    needed,
    agreed: orderedBy ? [orderedBy.name] : [],
    offered: offeredFor({
      risk,
      needed,
      sessionId: caller.sessionId,
      eachTime,
      facts,
      runsCommands: runsAnyCommand(capabilityId),
      builds: isBuild(capabilityId),
    }),
    ...(isTyped(risk, needed) && { mustType: subjectOf(question) }),
    group: JSON.stringify([caller.id, caller.name, capabilityId]),
    alike: JSON.stringify([server.id, capabilityId, argumentsHashOf(question.arguments)]),
    askedAt: askedAt.toISOString(),
    expiresAt: new Date(endsAt).toISOString(),
  }
}

export const recordOf = (
  { id, requestId, capabilityId, capabilityVersion, server, caller, risk, askedAt, expiresAt }: OpenApproval,
  { bound, shown }: Pick<ApprovalRequest, 'bound' | 'shown'>,
  state: ApprovalState,
  changedAt: Date,
): ApprovalRecord => ({
  id,
  requestId,
  capabilityId,
  capabilityVersion,
  server,
  caller,
  arguments: shown,
  bound,
  risk,
  askedAt,
  expiresAt,
  changedAt: changedAt.toISOString(),
  state,
})

export const resolutionOf = (
  approvalId: ApprovalId,
  state: ApprovalState,
  scope?: DecidedScope,
): ApprovalResolution => ({
  approvalId,
  outcome: outcomeOf(state),
  by: state.phase === 'open' ? [] : state.by.map(({ name }) => name),
  ...(scope && { scope }),
})

function outcomeOf({ phase }: ApprovalState): ApprovalOutcome {
  switch (phase) {
    case 'approved':
    case 'denied':
    case 'expired':
    case 'superseded':
      return phase
    default:
      return 'withdrawn'
  }
}
