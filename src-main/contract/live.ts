/** Live: one line of what is happening, in the game and at the gateway. */
import type { ApprovalOutcome } from './approval.js'
import type { Caller, JsonObject, ServerReference } from './call.js'
import type { RiskLevel } from './generated/capability-manifest.js'
import type { ServerState } from './server.js'

export type CallResult = 'done' | 'failed' | Exclude<ApprovalOutcome, 'approved' | 'superseded'>

interface LiveBase {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
}

/** Something happened in the game. Its texts are untrusted; control and bidi characters are already gone. */
export interface GameEntry extends LiveBase {
  readonly kind: 'game'
  readonly server: ServerReference
  /** For example `player.join`. */
  readonly eventId: string
  readonly data: JsonObject
}

/** A call ended. */
export interface CallEntry extends LiveBase {
  readonly kind: 'call'
  readonly requestId: string
  readonly capabilityId: string
  readonly caller: Caller
  readonly server?: ServerReference
  readonly arguments: JsonObject
  readonly risk?: RiskLevel
  readonly result: CallResult
  /** The rule of a person that let it pass; absent where a person did, or nobody had to. */
  readonly ruleId?: string
  readonly milliseconds: number
  /** Present when `result` is `failed`. */
  readonly error?: { readonly code: string; readonly message: string; readonly suggestion?: string }
}

/** A call began to wait for a person. */
export interface AskedEntry extends LiveBase {
  readonly kind: 'asked'
  readonly approvalId: string
  readonly capabilityId: string
  readonly caller: Caller
  readonly server: ServerReference
  readonly arguments: JsonObject
  readonly risk: RiskLevel
}

/** A server came, went or fell ill. */
export interface ServerEntry extends LiveBase {
  readonly kind: 'server'
  readonly server: ServerReference
  readonly state: ServerState
}

export type LiveEntry = GameEntry | CallEntry | AskedEntry | ServerEntry
