/** Call: who asks, which server, and what is on its way through the gateway. */
import type { RiskLevel } from './generated/capability-manifest.js'

export type JsonObject = Readonly<Record<string, unknown>>

/** Who asks. `name` is what the caller says of itself: shown, never trusted. */
export interface Caller {
  readonly type: 'model' | 'user' | 'system'
  readonly id: string
  readonly name: string
  readonly sessionId?: string
}

export interface ServerReference {
  readonly id: string
  readonly name: string
  /** Software and version, for example `Paper 1.20.4`. */
  readonly software?: string
}

export type CallStage = 'checking' | 'waiting-for-person' | 'running'

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
}
