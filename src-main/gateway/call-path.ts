/**
 * Call path: the shape of the one way every call takes.
 *
 * A step is a function of the call so far that hands on an enriched call or ends it with an outcome. Steps are chained
 * by type: one that needs what another finds out cannot be placed before it.
 */
import type { ApprovalId, OpenApproval } from '../contract/approval.js'
import type { Caller, JsonObject } from '../contract/call.js'
import type { GatewayError } from '../contract/gateway-error.js'
import type { DeprecationInfo } from '../contract/generated/capability-manifest.js'

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
  /** Told once when the call begins to wait for a person. */
  readonly onWaiting?: (approval: OpenApproval) => void
}

export type Outcome =
  | {
      readonly kind: 'done'
      readonly data: JsonObject
      readonly snapshotId?: string
      /** Milliseconds since another call read it; absent when this call did. */
      readonly ageMs?: number
    }
  | { readonly kind: 'denied'; readonly approvalId: ApprovalId; readonly by: readonly string[] }
  | { readonly kind: 'expired'; readonly approvalId: ApprovalId }
  | { readonly kind: 'withdrawn'; readonly approvalId?: ApprovalId }
  | { readonly kind: 'failed'; readonly error: GatewayError }

export interface CallReport {
  readonly requestId: string
  readonly traceId: string
  readonly outcome: Outcome
  /** ISO 8601, when the call ended. */
  readonly timestamp: string
  readonly milliseconds: number
  readonly serverId?: string
  /** Present when the capability that was called is on its way out. */
  readonly deprecated?: DeprecationInfo
}

export interface Ended {
  readonly ended: Outcome
}

/** Ends the call here. */
export const end = (outcome: Outcome): Ended => ({ ended: outcome })

const hasEnded = (value: object): value is Ended => 'ended' in value

export type Step<In extends object, Out extends object, Context> = (
  call: In,
  context: Context,
) => Promise<Out | Ended> | Out | Ended

// biome-ignore lint/suspicious/noExplicitAny: `step` below proves the types of neighbours; here they only stand in a row.
type AnyStep<Context> = Step<any, any, Context>

export class CallPath<In extends object, Out extends object, Context> {
  readonly #steps: readonly AnyStep<Context>[]

  private constructor(steps: readonly AnyStep<Context>[]) {
    this.#steps = steps
  }

  static begin<In extends object, Out extends object, Context>(
    step: Step<In, Out, Context>,
  ): CallPath<In, Out, Context> {
    return new CallPath<In, Out, Context>([step])
  }

  step<Next extends object>(step: Step<Out, Next, Context>): CallPath<In, Next, Context> {
    return new CallPath<In, Next, Context>([...this.#steps, step])
  }

  /** Walks the path; `reached` is told the call after each step. */
  async walk(call: In, context: Context, reached: (call: Partial<Out> & In) => void): Promise<Out | Ended> {
    let current: object = call
    for (const step of this.#steps) {
      const next: object = await step(current, context)
      if (hasEnded(next)) return next
      current = next
      reached(current as Partial<Out> & In)
    }
    return current as Out
  }
}
