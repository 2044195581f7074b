/** Call: the caller, the server, and calls in progress. */
import type { RiskLevel } from './generated/capability-manifest.js'

export type JsonObject = Readonly<Record<string, unknown>>

/** The sender of a call. Decisions are bound to `id`, which comes from the key and never from the caller itself. */
export interface Caller {
  readonly type: 'model' | 'user' | 'system'
  readonly id: string
  /** The name that the caller declares. Shown, never trusted, unless `namedByOwner`. */
  readonly name: string
  /** The owner assigned the name, together with the key. */
  readonly namedByOwner?: true
  /** The name that the client declares for itself, when the owner gave it another one. Shown, never trusted. */
  readonly says?: string
  readonly sessionId?: string
  /** IP address of the caller; absent when it does not use a network. */
  readonly clientIp?: string
}

/** One problem with the arguments of a call. */
export interface ArgumentProblem {
  /** JSON pointer; empty for all arguments. */
  readonly path: string
  readonly expected: string
  /** Short rendering of the given value. */
  readonly given: string
}

export interface ServerReference {
  readonly id: string
  readonly name: string
  /** Software and version, for example `Paper 1.20.4`. */
  readonly software?: string
}

export type CallStage = 'checking' | 'waiting-for-person' | 'running'

/** The outcome of one step of a call: passed on, stopped, or failed. */
export interface CallStep {
  /** Name of a step of the path, for example `assess-risk`. */
  readonly name: string
  readonly milliseconds: number
  readonly outcome: 'passed' | 'stopped' | 'threw'
}

export interface CallInFlight {
  readonly requestId: string
  readonly capabilityId: string
  readonly caller: Caller
  readonly arguments: JsonObject
  readonly server?: ServerReference
  readonly risk?: RiskLevel
  readonly approvalId?: string
  readonly stage: CallStage
  /** ISO 8601. */
  readonly startedAt: string
  /** The finished steps, with their times. */
  readonly steps?: readonly CallStep[]
}
