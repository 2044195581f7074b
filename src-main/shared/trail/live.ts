/** Live: the entries of the activity feed, from the game and the gateway, and what happened while nobody looked. */

import type { Caller, CallStep, JsonObject, ServerReference } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'
import type { AnswerScope, ApprovalOutcome } from '../approvals/approval.js'
import type { ServerState } from '../servers/server.js'

export type CallResult = 'done' | 'failed' | Exclude<ApprovalOutcome, 'approved' | 'superseded'>

/**
 * Why a call was refused without a denial by a person. `too-few`: more people must agree than are available, so no
 * request was sent.
 */
export type RefusalReason =
  | { readonly why: 'stopped' | 'paused' }
  | { readonly why: 'too-few'; readonly needed: number; readonly present: number }

interface LiveBase {
  readonly id: string
  /** ISO 8601. */
  readonly at: string
}

/** An event in the game. Its texts are untrusted; control and bidi characters are already removed. */
export interface GameEntry extends LiveBase {
  readonly kind: 'game'
  readonly server: ServerReference
  /** For example `player.join`. */
  readonly eventId: string
  readonly data: JsonObject
  /** How many such events, one after the other, this stands for. Set by the window. */
  readonly count?: number
  /** The name in `playerName` is not proved to be an account's, or the message not to be typed by it. */
  readonly identity?: 'display' | 'untyped' | 'name-only'
  /** It was read a while after it happened: no request any more. */
  readonly isLate?: true
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
  /** The rule that allowed the call; absent when a person approved it, or no approval was needed. */
  readonly ruleId?: string
  /** Total milliseconds, including the time until the approval. */
  readonly milliseconds: number
  /** Milliseconds until the approval; absent when none was needed. */
  readonly answeredAfterMs?: number
  readonly refused?: RefusalReason
  /** Whether a rule or the rights denied it; `result` is `failed` then. */
  readonly denied?: boolean
  /** Present when `result` is `failed`. */
  readonly error?: Pick<ContractError, 'code' | 'message' | 'suggestion' | 'details'>
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

/** A server connected, disconnected or became degraded. */
export interface ServerEntry extends LiveBase {
  readonly kind: 'server'
  readonly server: ServerReference
  readonly state: ServerState
}

export type LiveEntry = GameEntry | CallEntry | RequestedEntry | ServerEntry

/** Maximum number of stored entries; the window stores the same number. */
export const maxLiveEntries = 5_000

/** Consecutive entries, oldest first. */
export interface LivePage {
  /** Number of the first entry. Entries are numbered from 0 since the program started. */
  readonly from: number
  readonly entries: readonly LiveEntry[]
  /** Number of the oldest stored entry. */
  readonly oldest: number
}

/** Whether a person, a rule or the rights denied it, or nobody approved it in time. */
export const isRefused = ({ result, denied = false }: Pick<CallEntry, 'result' | 'denied'>): boolean =>
  result === 'denied' || result === 'expired' || denied

/** Whether it failed without evidence that nothing was done. */
export const mayHaveBeenDone = ({ error }: Pick<CallEntry, 'error'>): boolean => error?.details?.mayHaveRun === true

/** The trace of a call, while it is stored. */
export interface CallTrace {
  readonly steps: readonly CallStep[]
  readonly milliseconds: number
  /** The coverage and the duration of the answer; absent when no approval was needed. */
  readonly scope?: AnswerScope
  /** Rules that raised its risk. */
  readonly raisedBy?: readonly string[]
  /** The caller had read text from players. */
  readonly tainted?: true
  /** W3C Trace Context of the client. */
  readonly traceparent?: string
}

/** An AI client that was notified of an event, with the calls that may result from it. */
export interface EventReader {
  readonly caller: Caller
  /** ISO 8601 of the first notification. */
  readonly at: string
  /** Some of its calls in the next minutes, oldest first. */
  readonly calls: readonly CallEntry[]
}

/** What AI did since the window was last looked at. Only what changes something counts as done. */
export interface Absence {
  /** ISO 8601. */
  readonly since: string
  readonly done: number
  readonly failed: number
  readonly denied: number
  readonly expired: number
  readonly undoable: number
}
