/**
 * Call path: the structure of the path that every call takes.
 *
 * A step is a function that returns an enriched call or ends it with an outcome. Steps are chained by type: a step that
 * needs the result of another cannot be placed before it.
 */

import type { Caller, JsonObject } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { DeprecationInfo } from '@contract/generated/capability-manifest.js'
import type { RelayedResult } from '@contract/relayed.js'
import type { ApprovalId, OpenApproval } from '@shared/approvals/approval.js'
import type { DryRunForecast } from '@shared/approvals/forecast.js'
import type { Refusal } from '@shared/trail/live.js'
import type { CallSignal } from './cancellation.js'

/** What a call was about, for the errors of an approval. */
export interface ApprovalSubject {
  readonly capabilityId: string
  /** Absent when the call ended before its risk was known. */
  readonly riskLevel?: string
}

export type { DryRunForecast } from '@shared/approvals/forecast.js'

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
  /** The caller waits for the end, however long a person takes, and never receives "pending". */
  readonly waitsForEnd?: true
  /** Maximum milliseconds that the caller waits for a person; the default when omitted. */
  readonly holdMs?: number
  /** Reports what would happen without doing it. */
  readonly dryRun?: boolean
  /** Called once when the call starts to wait for a person. */
  readonly onWaiting?: (approval: OpenApproval, traceId: string) => void
  /**
   * Called right before a successful read is recorded that nobody was asked about: its caller need not wait for that.
   * The report is the one that `invoke` returns. What it throws is logged only.
   */
  readonly onRead?: (report: CallReport<Outcome>) => void
  /** For services: the channel to the client during the call. */
  readonly clientChannel?: ClientChannel
}

/** How a call ended. */
export type Outcome =
  | {
      readonly kind: 'done'
      readonly data: JsonObject
      readonly snapshotId?: string
      /** A person can undo it. */
      readonly undoable?: true
      /** Milliseconds since another call read it; absent when this call did. */
      readonly ageMs?: number
      /** The unchanged result of a service, for consumers of its protocol; `data` is the same, cleaned. */
      readonly relayed?: RelayedResult
    }
  | {
      readonly kind: 'denied'
      readonly approvalId: ApprovalId
      readonly by: readonly string[]
      readonly refused?: Refusal
      readonly about?: ApprovalSubject
    }
  | { readonly kind: 'expired'; readonly approvalId: ApprovalId; readonly about?: ApprovalSubject }
  | { readonly kind: 'withdrawn'; readonly approvalId?: ApprovalId; readonly about?: ApprovalSubject }
  /** `refused` is for people only; the caller receives the error. */
  | { readonly kind: 'failed'; readonly error: GatewayError; readonly refused?: Refusal }
  | { readonly kind: 'foreseen'; readonly forecast: DryRunForecast }

/** A call that continues although its caller no longer waits. */
export interface Pending {
  readonly kind: 'pending'
  readonly approvalId: ApprovalId
  readonly stage: 'waiting-for-person' | 'running'
  readonly about?: ApprovalSubject
  /** ISO 8601; the request is denied when nobody has answered by then. */
  readonly until: string
}

export interface CallReport<Reported extends Outcome | Pending = Outcome | Pending> {
  readonly requestId: string
  readonly traceId: string
  readonly outcome: Reported
  /** ISO 8601, when the call ended or its caller received "pending". */
  readonly timestamp: string
  readonly milliseconds: number
  readonly serverId?: string
  /** Present when the capability is deprecated. */
  readonly deprecated?: DeprecationInfo
}

export interface Ended {
  readonly ended: Outcome
}

/** A duplicate of a call in progress: that call counts. */
export interface DuplicateCall {
  readonly joined: ApprovalId
}

export type Stopped = Ended | DuplicateCall

/** Ends the call here. */
export const end = (outcome: Outcome): Ended => ({ ended: outcome })

const hasStopped = (value: object): value is Stopped => 'ended' in value || 'joined' in value

export type Step<In extends object, Out extends object, Context> = (
  call: In,
  context: Context,
) => Promise<Out | Stopped> | Out | Stopped

/** The result of a step: the call was passed on, ended there, or the step failed. */
export type StepOutcome = 'passed' | 'stopped' | 'threw'

// biome-ignore lint/suspicious/noExplicitAny: `step` below proves the types of neighbours; here they only stand in a row.
type AnyStep<Context> = { readonly name: string; readonly take: Step<any, any, Context> }

export class CallPath<In extends object, Out extends object, Context> {
  readonly #steps: readonly AnyStep<Context>[]

  private constructor(steps: readonly AnyStep<Context>[]) {
    this.#steps = steps
  }

  static begin<In extends object, Out extends object, Context>(
    name: string,
    take: Step<In, Out, Context>,
  ): CallPath<In, Out, Context> {
    return new CallPath<In, Out, Context>([{ name, take }])
  }

  step<Next extends object>(name: string, take: Step<Out, Next, Context>): CallPath<In, Next, Context> {
    return new CallPath<In, Next, Context>([...this.#steps, { name, take }])
  }

  /**
   * Runs the steps; between synchronous steps nothing else runs. `follow` receives the result of each step, and the
   * call after it.
   */
  async walk(
    call: In,
    context: Context,
    follow: (step: string, result: StepOutcome, call: Partial<Out> & In) => void,
  ): Promise<Out | Stopped> {
    let current: object = call
    const report = (step: string, result: StepOutcome) => follow(step, result, current as Partial<Out> & In)
    for (const { name, take } of this.#steps) {
      try {
        const taken = take(current, context)
        const next: object = taken instanceof Promise ? await taken : taken
        if (hasStopped(next)) {
          report(name, 'stopped')
          return next
        }
        current = next
      } catch (thrown) {
        report(name, 'threw')
        throw thrown
      }
      report(name, 'passed')
    }
    return current as Out
  }
}
