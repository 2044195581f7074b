/** Live: one line of what is happening, in the game and at the gateway, and the last hour in figures. */

import type { Caller, CallStep, JsonObject, ServerReference } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { AnswerScope, ApprovalOutcome } from '../approvals/approval.js'
import type { ServerState } from '../servers/server.js'

export type CallResult = 'done' | 'failed' | Exclude<ApprovalOutcome, 'approved' | 'superseded'>

/**
 * Why a call was refused without a person having said no to it. `too-few`: more people must agree than can be asked, so
 * nobody was.
 */
export type RefusalReason =
  | { readonly why: 'stopped' | 'paused' }
  | { readonly why: 'too-few'; readonly needed: number; readonly present: number }

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
  /** A command said it in the player's name; the player may not have typed it. */
  readonly isFromCommand?: true
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
  /** In all, with the time that people took to answer. */
  readonly milliseconds: number
  /** That time; absent where nobody was asked. */
  readonly answeredAfterMs?: number
  readonly refused?: RefusalReason
  /** Present when `result` is `failed`. */
  readonly error?: { readonly code: string; readonly message: string; readonly suggestion?: string }
}

/** A call began to wait for a person. */
export interface RequestedEntry extends LiveBase {
  readonly kind: 'asked'
  readonly approvalId: string
  readonly requestId: string
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

export type LiveEntry = GameEntry | CallEntry | RequestedEntry | ServerEntry

/** Entries that are kept; the window holds as many. */
export const maxLiveEntries = 100_000

/** Entries that follow each other without a gap, oldest first. */
export interface LivePage {
  /** Number of the first of them. Entries count from 0 since the program began. */
  readonly from: number
  readonly entries: readonly LiveEntry[]
  /** Number of the oldest entry that is kept. */
  readonly oldest: number
}

const refusalCodes: ReadonlySet<string> = new Set([
  'PERMISSION.DENIED',
  'PERMISSION.ROLE_REQUIRED',
  'PERMISSION.APPROVAL_REQUIRED',
  'RISK.OPERATION_BLOCKED',
  'RISK.APPROVAL_REJECTED',
])

/** Whether an error means that a person, a rule or the rights denied the call. */
export const isRefusalCode = (code: unknown): boolean => typeof code === 'string' && refusalCodes.has(code)

/** Whether a person, a rule or the rights denied it, or nobody approved it in time. */
export const isRefused = ({ result, error }: Pick<CallEntry, 'result' | 'error'>): boolean =>
  result === 'denied' || result === 'expired' || isRefusalCode(error?.code)

/** The way that a call took, as long as it is remembered. */
export interface CallTrace {
  readonly steps: readonly CallStep[]
  readonly milliseconds: number
  /** What the person's answer covers and how long; absent when nobody was asked. */
  readonly scope?: AnswerScope
  /** Rules that raised its risk. */
  readonly raisedBy?: readonly string[]
  /** The caller had read text that somebody in the game wrote. */
  readonly tainted?: true
}

/** An AI client was notified of an event; what it asked after that may come of it. */
export interface EventReader {
  readonly caller: Caller
  /** ISO 8601: when first. */
  readonly at: string
  /** Calls that it began afterwards, oldest first: a few, of the next minutes. */
  readonly calls: readonly CallEntry[]
}

export const hourMinutes = 60

/** What one minute was like on the servers that were asked for. */
export interface MinuteFigures {
  /** Most at once; absent when no server that says so was online. */
  readonly players?: number
  /** The lowest reported value. */
  readonly tps?: number
  readonly calls: number
  readonly refused: number
  readonly events: number
}

export interface LastHour {
  /** When the last minute began, ISO 8601. */
  readonly until: string
  /** `hourMinutes` of them, oldest first; the last one is not over yet. */
  readonly minutes: readonly MinuteFigures[]
  /** Minutes at the beginning in which the program did not run. */
  readonly unknown: number
}
