/**
 * Call response: the outcome of a call in contract terms, used by every consumer for its response.
 *
 * A refusal reads the same over every route, and does not reveal who denied it. See docs/protocol.md#calls-envelope and
 * docs/protocol.md#errors.
 */

import { assertNever } from '@contract/assert-never.js'
import type { ServerReference } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { DeprecationInfo } from '@contract/generated/capability-manifest.js'
import type { ApprovalId } from '@shared/approvals/approval.js'
import type { CallOutcome, CallProgress, CallReport, PendingOutcome } from './calls.js'

/** The outcome of a call that did not run, or not yet. */
export type CallRefusal = Exclude<CallOutcome, { kind: 'done' | 'foreseen' }> | PendingOutcome

export const isRefusal = (outcome: CallOutcome | PendingOutcome): outcome is CallRefusal =>
  outcome.kind !== 'done' && outcome.kind !== 'foreseen'

/** A clause about checking the status over the caller's own route; empty when there is no way. */
export type StatusHint = (id: ApprovalId) => string

/** The error of a call that did not run, or not yet. */
export function errorOf(outcome: CallRefusal, statusHint: StatusHint = () => ''): GatewayError {
  switch (outcome.kind) {
    case 'pending':
      return pendingError(outcome, statusHint(outcome.approvalId))
    case 'failed':
      return outcome.error
    case 'denied':
      return new GatewayError('RISK.APPROVAL_REJECTED', {
        details: { ...outcome.about, approvalId: outcome.approvalId },
      })
    case 'expired':
      return new GatewayError('RISK.APPROVAL_EXPIRED', {
        details: { ...outcome.about, approvalId: outcome.approvalId },
      })
    case 'withdrawn':
      return new GatewayError(
        'RISK.APPROVAL_WITHDRAWN',
        outcome.approvalId ? { details: { ...outcome.about, approvalId: outcome.approvalId } } : {},
      )
    default:
      return assertNever(outcome)
  }
}

function pendingError({ approvalId, stage, until, about }: PendingOutcome, statusHint: string): GatewayError {
  const asks = stage === 'waiting-for-person'
  return new GatewayError('RISK.PENDING_APPROVAL', {
    ...(!asks && { message: 'A person approved it, and it is running.' }),
    suggestion: [
      `Later, ${statusHint && `${statusHint}, or `}call again with the same arguments. Nobody is asked twice.`,
      ...(asks ? [`The person can decide until ${until}. Tell them that it is waiting.`] : []),
    ].join(' '),
    details: { ...about, approvalId, stage, until },
  })
}

/** Status of a request, as far as its caller may know. */
export type ApprovalStatus = {
  readonly approvalId: ApprovalId
  readonly capabilityId: string
  readonly server: ServerReference
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601. */
  readonly expiresAt: string
} & (
  | { readonly state: PendingOutcome['stage'] /** Of a call that runs for long. */; readonly progress?: CallProgress }
  | { readonly state: 'ended'; readonly report: CallReport<CallOutcome> }
)

/** Envelope members that describe the call, whether it was done or not. */
export interface CallEnvelope {
  readonly requestId: string
  /** ISO 8601, when the call ended or its caller received "pending". */
  readonly timestamp: string
  readonly metadata: {
    /** Milliseconds. */
    readonly executionTime: number
    readonly traceId: string
    readonly serverId?: string
    readonly snapshotId?: string
    /** Whether a person can undo it. */
    readonly undoable?: true
    readonly deprecated?: DeprecationInfo
    /** Whether it is the result of the client's equal call a moment before: nothing ran for this one. */
    readonly repeated?: true
    /** Whether another call read it, `age` milliseconds before this one ended. */
    readonly cached?: true
    readonly age?: number
  }
}

export const envelopeOf = ({
  requestId,
  traceId,
  timestamp,
  milliseconds,
  serverId,
  deprecated,
  isRepeated,
  outcome,
}: CallReport): CallEnvelope => ({
  requestId,
  timestamp,
  metadata: {
    executionTime: Math.round(milliseconds),
    traceId,
    ...(serverId && { serverId }),
    ...(outcome.kind === 'done' && outcome.snapshotId && { snapshotId: outcome.snapshotId }),
    ...(outcome.kind === 'done' && outcome.undoable && { undoable: true }),
    ...(deprecated && { deprecated }),
    ...(isRepeated && { repeated: true }),
    ...(outcome.kind === 'done' && outcome.ageMs !== undefined && { cached: true, age: Math.round(outcome.ageMs) }),
  },
})
