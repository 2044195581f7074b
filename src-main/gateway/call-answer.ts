/**
 * Call answer: how a call ended, in the words of the contract that every consumer builds its answer from.
 *
 * A refusal reads the same over every route: there is one mapping, and it tells nobody who said no. Specification 1,
 * sections 4.3 and 5.
 */
import { assertNever } from '../contract/assert-never.js'
import { GatewayError } from '../contract/gateway-error.js'
import type { DeprecationInfo } from '../contract/generated/capability-manifest.js'
import type { CallReport, Outcome } from './call-path.js'

/** Why a call was not done. */
export function errorOf(outcome: Exclude<Outcome, { kind: 'done' }>): GatewayError {
  switch (outcome.kind) {
    case 'failed':
      return outcome.error
    case 'denied':
      return new GatewayError('RISK.APPROVAL_REJECTED', { details: { approvalId: outcome.approvalId } })
    case 'expired':
      return new GatewayError('RISK.APPROVAL_EXPIRED', { details: { approvalId: outcome.approvalId } })
    case 'withdrawn':
      return new GatewayError(
        'RISK.APPROVAL_WITHDRAWN',
        outcome.approvalId ? { details: { approvalId: outcome.approvalId } } : {},
      )
    default:
      return assertNever(outcome)
  }
}

/** What the envelope of an answer says of the call, whether it was done or not. */
export interface CallEnvelope {
  readonly requestId: string
  /** ISO 8601, when the call ended. */
  readonly timestamp: string
  readonly metadata: {
    /** Milliseconds. */
    readonly executionTime: number
    readonly traceId: string
    readonly serverId?: string
    readonly snapshotId?: string
    readonly deprecated?: DeprecationInfo
    /** Another call read it, `age` milliseconds before this one ended. */
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
  outcome,
}: CallReport): CallEnvelope => ({
  requestId,
  timestamp,
  metadata: {
    executionTime: Math.round(milliseconds),
    traceId,
    ...(serverId && { serverId }),
    ...(outcome.kind === 'done' && outcome.snapshotId && { snapshotId: outcome.snapshotId }),
    ...(deprecated && { deprecated }),
    ...(outcome.kind === 'done' && outcome.ageMs !== undefined && { cached: true, age: Math.round(outcome.ageMs) }),
  },
})
