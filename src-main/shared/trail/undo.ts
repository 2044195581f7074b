/**
 * Undo: what can be undone and what undoing it would do, as screens, the command line and the headless program see it.
 * See docs/protocol.md#undo.
 */
import type { Caller, JsonObject, ServerReference } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'

/** By a snapshot that the server took, or by the opposite action. */
export type UndoHow = 'snapshot' | 'inverse'

/**
 * Why an action cannot be undone: what it did is past (`lasting`), a provider's own action without snapshots (`foreign`),
 * so harmless that nothing is taken (`not-taken`), the state before is not known (`unread`), the server has no action that
 * does the opposite (`not-offered`), what would be kept holds a secret (`secret`) or is too much (`too-large`).
 */
export type NoUndo = 'lasting' | 'foreign' | 'not-taken' | 'unread' | 'not-offered' | 'secret' | 'too-large'

/** Whether an action could be undone if it were done now. */
export type Undoability =
  | {
      readonly possible: true
      readonly how: UndoHow
      /** What does not come back: what a block held. */
      readonly loses?: 'contents'
    }
  | { readonly possible: false; readonly why: NoUndo }

/** The call that undoes. */
export interface UndoCall {
  readonly how: UndoHow
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly loses?: 'contents'
  /** What others changed since stays as it is. */
  readonly keepsLater?: true
}

/** `uncertain`: nobody knows whether it was done; the program or the server went away, or did not answer. */
export type UndoState = 'done' | 'uncertain' | 'undone'

/** An action that can be undone, or was. */
export interface UndoEntry {
  /** Of the call that did it. */
  readonly requestId: string
  /** Later ones are greater; pages are cut by it. */
  readonly sequence: number
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly caller: Caller
  readonly server: ServerReference
  readonly risk: RiskLevel
  readonly snapshotId: string
  readonly undo: UndoCall
  /** What the paired context showed before. */
  readonly before?: JsonObject
  /** The state right after the action; absent when other actions ran at the same time, or it could not be read. */
  readonly after?: JsonObject
  readonly state: UndoState
  /** ISO 8601; when it was done, or was about to be. */
  readonly at: string
  /** The call that this one has undone. */
  readonly undoes?: string
  /** ISO 8601. */
  readonly undoneAt?: string
  readonly undoneBy?: string
}

export interface UndoQuery {
  /** Id of a caller. */
  readonly client?: string
  readonly server?: string
  /** Only what is older than this sequence. */
  readonly before?: number
  /** 1 to 200. */
  readonly limit?: number
}

export interface UndoPage {
  /** Newest first. */
  readonly entries: readonly UndoEntry[]
  /** `before` of the next page; absent on the last. */
  readonly next?: number
}

export interface StateDifference {
  /** Member of the state, for example `location`. */
  readonly path: string
  /** As the action left it. */
  readonly expected: unknown
  readonly now: unknown
}

/** What undoing would do. */
export interface UndoPreview {
  readonly entry: UndoEntry
  /** What the paired context shows now; absent when there is none, or it could not be read. */
  readonly now?: JsonObject
  /** Whether the world is as the action left it; `unknown` where it cannot be compared. */
  readonly world: 'as-left' | 'changed' | 'unknown'
  readonly differences: readonly StateDifference[]
  /** What a person must type to undo it, because it is critical and they are alone. */
  readonly mustType?: string
  /** SHA-256 of all this: an order to undo that names it is about what was seen. */
  readonly hash: string
}

export interface UndoRequest {
  /** Hash of the preview that the person saw. */
  readonly expected?: string
  /** Also when the world is not, or not known to be, as the action left it. */
  readonly force?: boolean
  /** What the person typed. */
  readonly typed?: string
}

export type UndoResult =
  | {
      readonly kind: 'undone'
      readonly requestId: string
      /** Request id of the call that undid it, which can be undone in turn where `redoable`. */
      readonly undoneBy: string
      readonly redoable: boolean
      /** Blocks that were changed since, and left as they are; absent when there are none, or the server does not say. */
      readonly left?: number
    }
  | { readonly kind: 'failed'; readonly requestId: string; readonly error: ContractError }

/** How undoing the last actions of a client went; what is `left` was not tried. */
export interface UndoLastResult {
  readonly undone: readonly string[]
  readonly failed?: { readonly requestId: string; readonly error: ContractError }
  readonly left: readonly string[]
}
