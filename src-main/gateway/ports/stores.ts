/** Stores: data that survives a restart. */
import type { Caller, JsonObject, ServerReference } from '@contract/call.js'
import type { CapabilityManifest, RiskLevel } from '@contract/generated/capability-manifest.js'
import type { ApprovalId } from '@shared/approvals/approval.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { Rule, RuleId, Rules } from '@shared/approvals/rule.js'
import type { KeylessProgram } from '@shared/clients/keyless.js'
import type { AcceptedManifest, EarlierManifest, Rejection } from '@shared/servers/quarantine.js'
import type { ConnectionEvent } from '@shared/servers/server-care.js'
import type { UndoEntry, UndoPage, UndoQuery } from '@shared/trail/undo.js'
import type { ApprovalState } from '../../policy/approvals/approval.js'
import type { Durability } from './audit-log.js'

/** Another program holds the file: the same write may succeed in a moment. */
export class StoreLockedError extends Error {}

/** The last offer of a server. */
export interface StoredOffer {
  readonly name: string
  readonly identity?: string
  readonly software?: string
  readonly capabilities: readonly CapabilityManifest[]
}

/** A rejection of the data with this fingerprint. */
export interface StoredRejection extends Rejection {
  readonly capabilityId: string
  readonly fingerprint: string
}

export interface StoredManifests {
  readonly accepted: readonly AcceptedManifest[]
  /** At most one per capability: the last. */
  readonly rejected: readonly StoredRejection[]
  readonly offer?: StoredOffer
  /** Whether it has registered before, even with an empty offer. */
  readonly met: boolean
  /** Something could not be read: more may have been accepted than `accepted` contains. */
  readonly damaged: boolean
}

/** Maximum earlier manifests per capability. */
export const maxEarlier = 8

/** The accepted manifests of each server (invariant 4). Unreadable data counts as not accepted. */
export interface ManifestStore {
  /** Never throws. */
  read(serverId: string): StoredManifests
  /**
   * Replaced manifests are stored as earlier ones, and rejections of their ids are removed.
   *
   * @param at ISO 8601
   * @throws Error when it could not be written; it is then not accepted
   */
  accept(serverId: string, manifests: readonly AcceptedManifest[], at?: string): void
  /** @throws Error when it could not be written; it is then not rejected */
  reject(serverId: string, rejections: readonly StoredRejection[]): void
  /** The earlier accepted manifests, latest first; at most `maxEarlier`. Never throws. */
  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[]
  /** Marks the server as known. @throws Error when it could not be written */
  storeOffer(serverId: string, offer: StoredOffer): void
  /** @throws Error when it could not be written */
  forget(serverId: string): void
}

/** A request and its result, as stored. */
export interface ApprovalRecord {
  readonly id: ApprovalId
  readonly requestId: string
  readonly capabilityId: string
  readonly capabilityVersion: string
  readonly server: ServerReference
  readonly caller: Caller
  /** Redacted. */
  readonly arguments: JsonObject
  /** Fingerprint of the subject of the answer. */
  readonly bound: string
  readonly risk: RiskLevel
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601. */
  readonly expiresAt: string
  /** When it reached this state, ISO 8601. */
  readonly changedAt: string
  readonly state: ApprovalState
}

/** Every request (invariant 3). */
export interface ApprovalStore {
  /**
   * On disk when it returns, unless it is over and another program holds the file. @throws StoreLockedError when one
   * holds it, Error when it could not be written; the state is then unchanged
   */
  write(record: ApprovalRecord): void
  /** Requests that are not final. Never throws. */
  unfinished(): ApprovalRecord[]
}

/** The rules of people. */
export interface RuleStore {
  /** Never throws; `damaged` when some deny or ask rules may be missing. */
  read(): Rules
  /**
   * @param durability on disk when it returns, if omitted @throws Error when it could not be written; there is no such
   * rule then
   */
  write(rule: Rule, durability?: Durability): void
  /** @throws Error when it could not be written; the rule then still exists */
  remove(id: RuleId): void
}

/** What the gateway itself needs of them. */
export interface GatewayStores {
  readonly manifests: ManifestStore
  readonly approvals: ApprovalStore
  readonly rules: RuleStore
  readonly undo: UndoStore
}

/** The connection history of each server. */
export interface ConnectionStore {
  /** Stores an event, and at most the newest `most` of this server. @throws Error when it could not be written */
  add(serverId: string, moment: ConnectionEvent, most: number): void
  /** Newest first. @throws Error when it cannot be read */
  read(serverId: string, most: number): readonly ConnectionEvent[]
}

/** Stores whether all calls are stopped. */
export interface PanicStore {
  /** @throws Error when it cannot be read; it then counts as on */
  read(): PanicState
  /** @throws Error when it could not be written */
  write(state: PanicState): void
}

/** A pause of a program after several denials. Times are milliseconds since 1970. */
export interface StoredAskingPause {
  readonly caller: Pick<Caller, 'type' | 'id' | 'name' | 'namedByOwner'>
  readonly denials: number
  /** Number of consecutive pauses: the next one is longer. */
  readonly pauses: number
  readonly firstAt: number
  readonly lastAt: number
  readonly until: number
}

/** How long clients with a key of their own wait for a person before they give up, as they have shown. */
export interface LearnedWaits {
  /** Milliseconds; undefined when the client has shown no limit, or its owner edited it since. */
  learnedWaitOf(id: string): number | undefined
  /** Never throws. */
  storeLearnedWait(id: string, milliseconds: number): void
}

export interface AskingPauseStore {
  /** @throws Error when it cannot be read */
  read(): readonly StoredAskingPause[]
  /** Replaces all active pauses. @throws Error when it could not be written */
  write(pauses: readonly StoredAskingPause[]): void
}

/** Decisions of the owner about programs without a key of their own. */
export interface KeylessProgramStore {
  read(): {
    readonly programs: readonly KeylessProgram[]
    /** The file of which some decisions could not be read, so that refusals may be missing. */
    readonly damaged?: string
  }
  /** Replaces all decisions. @throws Error when it could not be written */
  write(programs: readonly KeylessProgram[]): void
}

/** Stored data of an action before it is done. */
export type NewUndoEntry = Omit<UndoEntry, 'sequence' | 'state' | 'after' | 'undoneAt' | 'undoneBy'>

/** Actions that can be undone. */
export interface UndoStore {
  /**
   * Stores an action that is about to run; its outcome is unknown until `finish`. @throws Error when it could not be
   * written
   */
  add(entry: NewUndoEntry): void
  /**
   * Marks it as done; called again when the state after it is known. @param after its paired context after the action.
   * @throws Error when it could not be written
   */
  finish(requestId: string, at: Date, after: JsonObject | undefined): void
  /** Marks it as not done. @throws Error when it could not be written */
  drop(requestId: string): void
  get(requestId: string): UndoEntry | undefined
  /** Newest first, including undone ones. */
  page(query: UndoQuery): UndoPage
  /** Claims it for an undo: true once, until released. @throws Error when it could not be written */
  claim(requestId: string): boolean
  /** It was not undone, or the result is unknown. @throws Error when it could not be written */
  release(requestId: string, state: 'done' | 'uncertain'): void
  /** @throws Error when it could not be written */
  markUndone(requestId: string, at: Date, by: string): void
}
