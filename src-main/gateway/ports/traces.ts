/** Traces: the steps of a call with their times, for the caller. See docs/protocol.md#traces. */
import type { Caller, CallStep, ServerReference } from '@contract/call.js'
import type { GatewayError } from '@contract/gateway-error.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { CallOutcome } from './calls.js'

export type TracedStep = CallStep

export interface Trace {
  readonly traceId: string
  readonly requestId: string
  readonly capabilityId: string
  readonly caller: Pick<Caller, 'type' | 'id' | 'name'>
  readonly server?: ServerReference
  /** ISO 8601. */
  readonly startedAt: string
  readonly milliseconds: number
  readonly success: boolean
  readonly outcome: CallOutcome['kind']
  /** Of the error catalogue; absent on success. */
  readonly errorCode?: string
  /** The person's rule that allowed or denied it. */
  readonly ruleId?: string
  /** Absent when the call ended before its risk was assessed. */
  readonly risk?: RiskLevel
  /** The rules that raised the risk; absent when none did. */
  readonly raisedBy?: readonly string[]
  /** The caller had read text that a player wrote. */
  readonly tainted?: true
  /** W3C Trace Context of the client. */
  readonly traceparent?: string
  readonly steps: readonly TracedStep[]
}

/** The trace of a call that just ended, for what the owner connects; never for callers. */
export interface EndedTrace extends Trace {
  /** Milliseconds until a person approved it; absent when nobody was asked. */
  readonly answeredAfterMs?: number
}

/** A call of a built-in tool: it reaches no server and needs no decision. */
export interface OwnCall {
  readonly capabilityId: string
  readonly caller: Caller
  readonly startedAt: string
  readonly traceId: string
  readonly requestId: string
  readonly milliseconds: number
  /** Why it was not done. */
  readonly error?: GatewayError
}
