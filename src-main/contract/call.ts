/** Call: the caller, the server, and calls in progress. */
import type { RiskLevel } from './generated/capability-manifest.js'

export type JsonObject = Readonly<Record<string, unknown>>

/** Who asks. Decisions bind to `id`, which comes from the key and never from what the caller says. */
export interface Caller {
  readonly type: 'model' | 'user' | 'system'
  readonly id: string
  /** What the caller says of itself, shown and never trusted, unless `namedByOwner`. */
  readonly name: string
  /** A person gave it the name, together with its key. */
  readonly namedByOwner?: true
  /** The name that the client declares for itself, when the owner gave it another one. Shown, never trusted. */
  readonly says?: string
  readonly sessionId?: string
  /** IP address it calls from; absent where it does not come over a network. */
  readonly clientIp?: string
}

/** One thing that is wrong with arguments. */
export interface ArgumentProblem {
  /** JSON pointer; empty for the whole. */
  readonly path: string
  readonly expected: string
  /** Short rendering of what was given. */
  readonly given: string
}

export interface ServerReference {
  readonly id: string
  readonly name: string
  /** Software and version, for example `Paper 1.20.4`. */
  readonly software?: string
}

export type CallStage = 'checking' | 'waiting-for-person' | 'running'

/** How one step of a call went: it was handed on, stopped there, or the step broke. */
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
  /** The steps it has behind it, with their times. */
  readonly steps?: readonly CallStep[]
}
