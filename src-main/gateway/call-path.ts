/**
 * Call path: the shape of the one way every call takes.
 *
 * A step is a function of the call so far that hands on an enriched call or ends it with an outcome. Steps are chained
 * by type: one that needs what another finds out cannot be placed before it.
 */
import type { ApprovalId, OpenApproval } from '../contract/approval.js'
import type { Caller, JsonObject } from '../contract/call.js'
import type { CallBack } from '../contract/call-back.js'
import type { Forecast } from '../contract/forecast.js'
import type { GatewayError } from '../contract/gateway-error.js'
import type { DeprecationInfo } from '../contract/generated/capability-manifest.js'
import type { Refusal } from '../contract/live.js'
import type { RelayedResult } from '../contract/relayed.js'
import type { ApprovalSubject } from './approval-subject.js'

export type { Forecast } from '../contract/forecast.js'

/** What a consumer asks for. */
export interface CallRequest {
  readonly capabilityId: string
  /** Semantic version the caller was written for; any when left out. */
  readonly version?: string
  /** Id or name of the server; may be left out where only one offers the capability. */
  readonly server?: string
  readonly arguments: unknown
  readonly caller: Caller
  /** Aborts when the caller no longer wants the answer. */
  readonly signal: AbortSignal
  /** The caller waits for the end, however long a person takes: it is never told to come back. */
  readonly waitsForEnd?: true
  /** Milliseconds that the caller waits for a person, at most; as long as clients usually do when left out. */
  readonly holdMs?: number
  /** Finds out what would happen, and does none of it. */
  readonly dryRun?: boolean
  /** Told once when the call begins to wait for a person. */
  readonly onWaiting?: (approval: OpenApproval, traceId: string) => void
  /** For services: the way back to the client while the call runs. */
  readonly callBack?: CallBack
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
      /** What a service sent, for consumers of its protocol; `data` is the same, cleaned. */
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
  /** `refused` is for people alone: who asked is told by the error. */
  | { readonly kind: 'failed'; readonly error: GatewayError; readonly refused?: Refusal }
  | { readonly kind: 'foreseen'; readonly forecast: Forecast }

/** A call that goes on, whose caller waits no longer. */
export interface Pending {
  readonly kind: 'pending'
  readonly approvalId: ApprovalId
  readonly stage: 'waiting-for-person' | 'running'
  readonly about?: ApprovalSubject
  /** ISO 8601; when nobody has answered by then, the answer is no. */
  readonly until: string
}

export interface CallReport<Told extends Outcome | Pending = Outcome | Pending> {
  readonly requestId: string
  readonly traceId: string
  readonly outcome: Told
  /** ISO 8601, when the call ended or its caller was told to come back. */
  readonly timestamp: string
  readonly milliseconds: number
  readonly serverId?: string
  /** Present when the capability that was called is on its way out. */
  readonly deprecated?: DeprecationInfo
}

export interface Ended {
  readonly ended: Outcome
}

/** The same was asked before and has not come to its end: that call is the one that counts. */
export interface Joined {
  readonly joined: ApprovalId
}

export type Stopped = Ended | Joined

/** Ends the call here. */
export const end = (outcome: Outcome): Ended => ({ ended: outcome })

const hasStopped = (value: object): value is Stopped => 'ended' in value || 'joined' in value

export type Step<In extends object, Out extends object, Context> = (
  call: In,
  context: Context,
) => Promise<Out | Stopped> | Out | Stopped

/** How a step went: the call was handed on, stopped there, or the step broke. */
export type Went = 'passed' | 'stopped' | 'threw'

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
   * Walks the path; between steps that return no promise nothing else happens. `follow` is told of each step how it went, and
   * of the call as it is after it.
   */
  async walk(
    call: In,
    context: Context,
    follow: (step: string, went: Went, call: Partial<Out> & In) => void,
  ): Promise<Out | Stopped> {
    let current: object = call
    const tell = (step: string, went: Went) => follow(step, went, current as Partial<Out> & In)
    for (const { name, take } of this.#steps) {
      try {
        const taken = take(current, context)
        const next: object = taken instanceof Promise ? await taken : taken
        if (hasStopped(next)) {
          tell(name, 'stopped')
          return next
        }
        current = next
      } catch (thrown) {
        tell(name, 'threw')
        throw thrown
      }
      tell(name, 'passed')
    }
    return current as Out
  }
}
