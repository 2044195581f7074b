/** Calls: the request of a consumer, and the outcome of a call. */
import type { Caller, JsonObject, ServerReference } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { DeprecationInfo } from '@contract/generated/capability-manifest.js'
import type { RelayedResult } from '@contract/relayed.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { TraceContext } from '@contract/trace-context.js'
import type { ApprovalId, OpenApproval } from '@shared/approvals/approval.js'
import type { DryRunForecast } from '@shared/approvals/forecast.js'
import type { RefusalReason } from '@shared/trail/live.js'
import type { CallSignal } from './cancellation.js'

/** The subject of a call, for the errors of an approval. */
export interface ApprovalSubject {
  readonly capabilityId: string
  /** Absent when the call ended before its risk was known. */
  readonly riskLevel?: string
}

/** How far a long call is, in words that may be shown to its caller. */
export interface CallProgress {
  readonly done: number
  readonly total: number
  readonly message: string
}

/** The request of a consumer. */
export interface CallRequest {
  readonly capabilityId: string
  /** Semantic version the caller was written for; any when omitted. */
  readonly version?: string
  /** Id or name of the server; optional when only one offers the capability. */
  readonly server?: string
  readonly arguments: unknown
  readonly caller: Caller
  /** Aborts when the caller no longer wants the response. */
  readonly signal: CallSignal
  /** Whether the caller waits for the end, however long a person takes, and never receives "pending". */
  readonly waitsForEnd?: true
  /**
   * Whether its client may give it up without a word: its connection carries other calls and stays open, so nothing shows
   * whether the response was read.
   */
  readonly mayGiveUpSilently?: boolean
  /** The place of the call in the trace of its client. Shown and passed on, never trusted. */
  readonly traceContext?: TraceContext
  /** Maximum milliseconds that the caller waits for a person; the default when omitted. */
  readonly maxWaitMs?: number
  /** Whether to report the decision without running the call. */
  readonly dryRun?: boolean
  /** Called once when the call starts to wait for a person. */
  readonly onWaiting?: (approval: OpenApproval, traceId: string) => void
  /** Called when a long call got further, as often as it does. */
  readonly onProgress?: (progress: CallProgress) => void
  /** For services: the channel to the client during the call. */
  readonly clientChannel?: ClientChannel
}

/** How a call ended. */
export type CallOutcome =
  | {
      readonly kind: 'done'
      readonly data: JsonObject
      readonly snapshotId?: string
      /** Whether a person can undo it. */
      readonly undoable?: true
      /** Milliseconds since another call read it; absent when this call did. */
      readonly ageMs?: number
      /** The unchanged result of a service, for consumers of its protocol; `data` is the same, cleaned. */
      readonly relayed?: RelayedResult
      /** For models that see, and for programs; never in the audit trail. */
      readonly pictures?: readonly ResultPicture[]
    }
  | {
      readonly kind: 'denied'
      readonly approvalId: ApprovalId
      readonly by: readonly string[]
      readonly refused?: RefusalReason
      readonly about?: ApprovalSubject
    }
  | { readonly kind: 'expired'; readonly approvalId: ApprovalId; readonly about?: ApprovalSubject }
  | { readonly kind: 'withdrawn'; readonly approvalId?: ApprovalId; readonly about?: ApprovalSubject }
  /** `refused` is for people only; the caller receives the error. */
  | { readonly kind: 'failed'; readonly error: GatewayError; readonly refused?: RefusalReason }
  | { readonly kind: 'foreseen'; readonly forecast: DryRunForecast }

/** A call that continues although its caller no longer waits. */
export interface PendingOutcome {
  readonly kind: 'pending'
  readonly approvalId: ApprovalId
  readonly stage: 'waiting-for-person' | 'running'
  readonly about?: ApprovalSubject
  /** ISO 8601; the request is denied then. */
  readonly until: string
}

export interface CallReport<Reported extends CallOutcome | PendingOutcome = CallOutcome | PendingOutcome> {
  readonly requestId: string
  readonly traceId: string
  readonly outcome: Reported
  /** ISO 8601, when the call ended or its caller received "pending". */
  readonly timestamp: string
  readonly milliseconds: number
  readonly serverId?: string
  /** Present when the capability is deprecated. */
  readonly deprecated?: DeprecationInfo
  /** Whether an equal call of the client had this report a moment before. Nothing ran for this one. */
  readonly isRepeated?: true
}

export interface CallDone {
  readonly capabilityId: string
  readonly server: ServerReference
  readonly arguments: JsonObject
}
