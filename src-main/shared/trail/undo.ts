/**
 * Undo: undoable actions and the effects of undoing them, for screens, the command line and the headless program.
 * See docs/protocol.md#undo.
 */
import type { Caller, JsonObject, ServerReference } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'

/** By a snapshot of the server, or by the inverse action. */
export type UndoHow = 'snapshot' | 'inverse'

/**
 * Why an action cannot be undone: its effect is final (`lasting`), a provider's own action without snapshots
 * (`foreign`), so harmless that no snapshot is taken (`not-taken`), the state before is unknown (`unread`), the server
 * has no inverse action (`not-offered`), the undo data contains a secret (`secret`) or is too large (`too-large`).
 */
export type NoUndo = 'lasting' | 'foreign' | 'not-taken' | 'unread' | 'not-offered' | 'secret' | 'too-large'

/** Whether an action could be undone if it ran now. */
export type Undoability =
  | {
      readonly possible: true
      /** `reply`: as soon as the server has said in its reply what there was before. */
      readonly how: UndoHow | 'reply'
      /** Data that is not restored: the contents of a block. */
      readonly loses?: 'contents'
    }
  | { readonly possible: false; readonly why: NoUndo }

/** The call that undoes. */
export interface UndoCall {
  readonly how: UndoHow
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly loses?: 'contents'
  /** Whether later changes of others are preserved. */
  readonly keepsLater?: true
}

/** `uncertain`: it is unknown whether the action ran; the program or the server disconnected, or did not respond. */
export type UndoState = 'done' | 'uncertain' | 'undone'

/** An action that can be undone, or was. */
export interface UndoEntry {
  /** Request id of the call. */
  readonly requestId: string
  /** Increases with each entry; used for paging. */
  readonly sequence: number
  readonly capabilityId: string
  readonly arguments: JsonObject
  readonly caller: Caller
  readonly server: ServerReference
  readonly risk: RiskLevel
  readonly snapshotId: string
  readonly undo: UndoCall
  /** The data of the paired context before the action. */
  readonly before?: JsonObject
  /** The state right after the action; absent when other actions ran at the same time, or it could not be read. */
  readonly after?: JsonObject
  readonly state: UndoState
  /** ISO 8601; when the action ran, or was about to run. */
  readonly at: string
  /** The call that this call undid. */
  readonly undoes?: string
  /** ISO 8601. */
  readonly undoneAt?: string
  readonly undoneBy?: string
}

export interface UndoQuery {
  /** Id of a caller. */
  readonly client?: string
  readonly server?: string
  /** Only entries before this sequence number. */
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
  /** The state after the action. */
  readonly expected: unknown
  readonly now: unknown
}

export interface UndoPreview {
  readonly entry: UndoEntry
  /** The current data of the paired context; absent when there is none, or it could not be read. */
  readonly now?: JsonObject
  /** Whether the world is unchanged since the action; `unknown` when it cannot be compared. */
  readonly world: 'as-left' | 'changed' | 'unknown'
  readonly differences: readonly StateDifference[]
  /** The text that a sole approver must type to undo a critical action. */
  readonly mustType?: string
  /** SHA-256 of the preview, which binds an undo command to the preview that the person saw. */
  readonly hash: string
}

export interface UndoRequest {
  /** Hash of the preview that the person saw. */
  readonly expected?: string
  /** Undo even when the world has changed, or cannot be compared. */
  readonly force?: boolean
  readonly typed?: string
  /** Number of the one part of a build to undo; the rest stays, and can be undone later. */
  readonly part?: number
}

export type UndoResult =
  | {
      readonly kind: 'undone'
      readonly requestId: string
      /** Request id of the call that undid it, which itself can be undone when `redoable`. */
      readonly undoneBy: string
      readonly redoable: boolean
      /**
       * Number of blocks that were changed later and not restored; absent when there are none, or the server does not
       * report it.
       */
      readonly left?: number
      /** Number of blocks of the part that other parts cover, so that they stay. */
      readonly covered?: number
    }
  | { readonly kind: 'failed'; readonly requestId: string; readonly error: ContractError }

/** The result of undoing the last actions of a client; `left` was not tried. */
export interface UndoLastResult {
  readonly undone: readonly string[]
  readonly failed?: { readonly requestId: string; readonly error: ContractError }
  readonly left: readonly string[]
}
