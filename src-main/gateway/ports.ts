/**
 * Ports: what the gateway needs from the outside, and the shape of everything that can be plugged into it.
 *
 * A provider knows no consumer, a consumer touches no provider: both know only these.
 */

import type { ApprovalId } from '../contract/approval.js'
import type { ArgumentProblem, Caller, JsonObject, ServerReference } from '../contract/call.js'
import type { CallBack } from '../contract/call-back.js'
import type { ClientIdentity } from '../contract/client.js'
import type { AuditEvent } from '../contract/generated/audit-event.js'
import type { CapabilityManifest, RiskLevel } from '../contract/generated/capability-manifest.js'
import type { ModelRequest } from '../contract/input-request.js'
import type { OwnWords } from '../contract/own-words.js'
import type { PanicState } from '../contract/panic.js'
import type { AcceptedManifest, EarlierManifest, Rejection } from '../contract/quarantine.js'
import type { RelayedLibrary, RelayedResult, RelayedTool } from '../contract/relayed.js'
import type { Rule, RuleId, Rules } from '../contract/rule.js'
import type { Server } from '../contract/server.js'
import type { ServerMoment } from '../contract/server-care.js'
import type { UndoEntry, UndoPage, UndoQuery } from '../contract/undo.js'
import type { ApprovalState } from '../policy/approval.js'
import type { GameAnswer } from '../policy/game-answer.js'
import type { CancellationToken } from './cancellation.js'
import type { Subscribe } from './emitter.js'

export type { ArgumentProblem } from '../contract/call.js'
export type { CancellationToken } from './cancellation.js'

export interface Clock {
  now(): Date
  /** Milliseconds that never jump; for durations. */
  elapsed(): number
  /** Calls back once after `milliseconds`; returns the function that cancels it. */
  after(milliseconds: number, callback: () => void): () => void
}

/** Messages are our own words; what comes from outside is a detail, which the log escapes and bounds where it is written. */
export interface Log {
  info<Words extends string>(message: OwnWords<Words>, details?: JsonObject): void
  warn<Words extends string>(message: OwnWords<Words>, details?: JsonObject): void
  error<Words extends string>(message: OwnWords<Words>, details?: JsonObject): void
}

/**
 * When something must be on disk: `now`, before the call returns; or `soon`. In the audit trail `soon` waits for others a
 * few milliseconds, which a crash of the program loses; it outlives a power cut only after the next `now`. Reads are
 * written `soon`, everything else `now`.
 */
export type Durability = 'now' | 'soon'

/** The audit trail. `append` throws when an event could not be written `now`; those `soon` are on disk before it. */
export interface AuditLog {
  append(event: AuditEvent, durability?: Durability): void
  /** Newest first. */
  recent(limit: number): AuditEvent[]
  /** Intents without an outcome, oldest first. */
  openIntents(): AuditEvent[]
  /** How a request ended, where that is written. */
  outcomeOf(requestId: string): AuditEvent | undefined
  close(): void
}

/** Somebody at the door whose key is known. */
export interface AuthenticatedClient {
  readonly client: ClientIdentity
  /** Aborts when the key is taken away: everything of the client's ends then. */
  readonly revoked: AbortSignal
  /** IP address it comes from; absent on the local line of the bridge. */
  readonly clientIp?: string
}

export type Admission =
  | { readonly ok: true; readonly authenticated: AuthenticatedClient }
  | {
      readonly ok: false
      readonly why: 'unknown' | 'revoked' | 'expired'
      /** Whom the token names; it proves nothing. */
      readonly clientId?: string
    }

/** Who has a key to the door. */
export interface Authenticator {
  /** Whose a token is; when that cannot be found out, nobody's. Never throws. */
  authenticate(token: string): Admission
}

/** Where secrets lie: the operating system's store (invariant 8). */
export interface SecretStore {
  get(name: string): string | undefined
  /** False when the system offers no safe place; then the secret lives only as long as the program. */
  set(name: string, secret: string): boolean
  delete(name: string): void
}

/** What a server offered when it was last there. */
export interface StoredOffer {
  readonly name: string
  readonly identity?: string
  readonly software?: string
  readonly capabilities: readonly CapabilityManifest[]
}

/** A no to what was shown under this fingerprint. */
export interface StoredRejection extends Rejection {
  readonly capabilityId: string
  readonly fingerprint: string
}

export interface StoredManifests {
  readonly accepted: readonly AcceptedManifest[]
  /** One a capability at most: the last. */
  readonly rejected: readonly StoredRejection[]
  readonly offer?: StoredOffer
  /** It has registered before, even if it offered nothing. */
  readonly met: boolean
  /** Something there could not be read: more may have been accepted than `accepted` says. */
  readonly damaged: boolean
}

/** Earlier manifests of one capability that are kept. */
export const mostEarlier = 8

/** What people accepted of each server, over a restart (invariant 4). What cannot be read is not accepted. */
export interface ManifestStore {
  /** Never throws. */
  read(serverId: string): StoredManifests
  /**
   * What they take the place of is kept as an earlier one, and what was rejected under their ids is not any more.
   *
   * @param at ISO 8601
   * @throws Error when it could not be written; then it is not accepted
   */
  accept(serverId: string, manifests: readonly AcceptedManifest[], at?: string): void
  /** @throws Error when it could not be written; then it is not rejected */
  reject(serverId: string, rejections: readonly StoredRejection[]): void
  /** @throws Error when it could not be written; then they stay rejected */
  reconsider(serverId: string, capabilityIds: readonly string[]): void
  /** What was accepted before, the last first; at most `mostEarlier`. Never throws. */
  earlier(serverId: string, capabilityId: string): readonly EarlierManifest[]
  /** From here on it has been met. @throws Error when it could not be written */
  keepOffer(serverId: string, offer: StoredOffer): void
  /** @throws Error when it could not be written */
  forget(serverId: string): void
  close(): void
}

/** One question and what became of it, as it is written down. */
export interface ApprovalRecord {
  readonly id: ApprovalId
  readonly requestId: string
  readonly capabilityId: string
  readonly capabilityVersion: string
  readonly server: ServerReference
  readonly caller: Caller
  /** Redacted. */
  readonly arguments: JsonObject
  /** Fingerprint of what the answer is about. */
  readonly bound: string
  readonly risk: RiskLevel
  /** ISO 8601. */
  readonly askedAt: string
  /** ISO 8601. */
  readonly expiresAt: string
  /** ISO 8601, when it came to this state. */
  readonly changedAt: string
  readonly state: ApprovalState
}

/** Every question, over a restart (invariant 3). */
export interface ApprovalStore {
  /** On disk when it returns. @throws Error when it could not be written; then it has not come to this state */
  write(record: ApprovalRecord): void
  /** Those that nothing can happen to any more left out. Never throws. */
  unfinished(): ApprovalRecord[]
  close(): void
}

/** The standing answers of people, over a restart. */
export interface RuleStore {
  /** Never throws; `damaged` where more may have been asked for or denied than it says. */
  read(): Rules
  /** @param durability on the disk when it returns, if left out @throws Error when it could not be written; then there is no such rule */
  write(rule: Rule, durability?: Durability): void
  /** @throws Error when it could not be written; then it is still there */
  remove(id: RuleId): void
  close(): void
}

/** The history of each server's connection, over a restart. */
export interface ConnectionStore {
  /** Keeps the newest `most` of this server. @throws Error when it could not be written */
  add(serverId: string, moment: ServerMoment, most: number): void
  /** The newest first. @throws Error when it cannot be read */
  read(serverId: string, most: number): readonly ServerMoment[]
  close(): void
}

/** Whether everything is stopped, over a restart. */
export interface PanicStore {
  /** @throws Error when it cannot be read; then it is on */
  read(): PanicState
  /** @throws Error when it could not be written */
  write(state: PanicState): void
}

/** A pause of a program that was denied several times, over a restart. Times are milliseconds since 1970. */
export interface KeptAskingPause {
  readonly caller: Pick<Caller, 'type' | 'id' | 'name' | 'namedByOwner'>
  readonly denials: number
  /** Pauses of the row so far: the next one is longer. */
  readonly pauses: number
  readonly firstAt: number
  readonly lastAt: number
  readonly until: number
}

export interface AskingPauseStore {
  /** @throws Error when it cannot be read */
  read(): readonly KeptAskingPause[]
  /** All that last now. @throws Error when it could not be written */
  write(pauses: readonly KeptAskingPause[]): void
}

/** What is kept of an action before it is done. */
export type NewUndoEntry = Omit<UndoEntry, 'sequence' | 'state' | 'after' | 'undoneAt' | 'undoneBy'>

/** What can be undone, over a restart. */
export interface UndoStore {
  /** Keeps an action that is about to be done; until `finish` nobody knows whether it was. @throws Error when it could not be written */
  add(entry: NewUndoEntry): void
  /** It was done; once more, when it is known what it left. @param after what its paired context showed then. @throws Error when it could not be written */
  finish(requestId: string, at: Date, after: JsonObject | undefined): void
  /** It was not done. @throws Error when it could not be written */
  drop(requestId: string): void
  get(requestId: string): UndoEntry | undefined
  /** Newest first, the undone ones too. */
  page(query: UndoQuery): UndoPage
  /** Takes it for who undoes it: true once, until it is released. @throws Error when it could not be written */
  claim(requestId: string): boolean
  /** It was not undone, or nobody knows. @throws Error when it could not be written */
  release(requestId: string, state: 'done' | 'uncertain'): void
  /** @throws Error when it could not be written */
  markUndone(requestId: string, at: Date, by: string): void
  close(): void
}

export type Checked =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] }

export interface Validator {
  /**
   * Checks arguments against a capability's parameters, on a copy with defaults filled. See
   * docs/protocol.md#calls-arguments.
   */
  checkArguments(manifest: CapabilityManifest, given: unknown): Checked
  /** Checks arguments, and leaves them as they are. */
  checkUnchanged(manifest: CapabilityManifest, given: unknown): Checked
  /** Checks what a provider returned. */
  checkReturns(manifest: CapabilityManifest, data: unknown): Checked
  /** Whether arguments are valid against the JSON Schema of a rule. @throws Error when the schema does not compile */
  isValidFor(schema: JsonObject, given: JsonObject): boolean
}

export interface ProviderRequest {
  readonly requestId: string
  readonly capabilityId: string
  readonly version: string
  readonly arguments: JsonObject
  readonly caller: string
  readonly sessionId?: string
  readonly traceId: string
  /** For services; absent where nobody can be asked anything. */
  readonly callBack?: CallBack
  /** Said whenever the call shows that it is still being worked on; see `ServerLink.silenceMs`. */
  readonly onAlive?: () => void
}

export interface ProviderAnswer {
  readonly data: JsonObject
  readonly snapshotId?: string
  /** The server that ran it, as its agent calls it. */
  readonly executedBy?: string
  /** The same as `data`, as a service sent it: bounded by its provider, and not cleaned. */
  readonly relayed?: RelayedResult
}

/** One server that a provider reaches. */
export interface ServerLink {
  readonly server: Server
  /**
   * Runs a capability on the server.
   *
   * @throws GatewayError for every failure a caller can understand
   */
  invoke(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderAnswer>
  /** Milliseconds that a capability may take, where that is more than usual; a backup copies gigabytes. */
  longestMs?(capabilityId: string): number | undefined
  /** Milliseconds that a capability may be silent; as many as it may take when left out. */
  silenceMs?(capabilityId: string): number | undefined
  /**
   * Shows lines to one player alone. For the owner's own player, never for a caller: nothing of it is recorded.
   *
   * @throws GatewayError for every failure a caller can understand, such as a player who is not there
   */
  whisper?(player: string, lines: readonly string[], signal: AbortSignal): Promise<void>
  /**
   * Present where another MCP server is behind it: its tools by capability id. Arguments go there as they were given, and
   * nothing it answers is cached.
   */
  readonly relays?: ReadonlyMap<string, RelayedTool>
  /** Prompts and resources of that server. */
  readonly library?: RelayedLibrary
  /** Follows a resource of that server; the follower gets addresses that changed. @returns the function that ends it */
  follow?(uri: string, follower: (uri: string) => void): () => void
}

export interface ProviderEvent {
  /** Unique for the server; a repeated one is dropped. */
  readonly id: string
  readonly eventId: string
  /** ISO 8601. */
  readonly at: string
  readonly data: JsonObject
  /** A command said it in the player's name, and anybody who may run commands can be behind it. */
  readonly isFromCommand?: true
}

/** What a provider may tell the gateway. */
export interface ProviderHost {
  /** Compares in slices what a server will offer next; presenting it is cheap afterwards. Never rejects. */
  prepare?(serverId: string, capabilities: readonly CapabilityManifest[]): Promise<void>
  /** A server came, or something about it changed. */
  present(link: ServerLink): void
  /** A server is gone for good. */
  withdraw(serverId: string): void
  event(serverId: string, event: ProviderEvent): void
}

export interface Provider {
  start(host: ProviderHost): void
  stop(): Promise<void>
}

export interface LoginChange {
  readonly serverId: string
  readonly player: string
  readonly isLoggedIn: boolean
}

/** Players who proved the chat key in the game. */
export interface LoggedIn {
  isLoggedIn(serverId: string, player: string): boolean
  readonly onDidChange: Subscribe<LoginChange>
}

export interface LoginAttempt {
  readonly serverId: string
  readonly player: string
  readonly message: string
  /** Who the limit applies to, for example a network address; the player on this server when left out. */
  readonly source?: string
}

export type LoginResult =
  | { readonly kind: 'accepted'; readonly token: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'paused'; readonly retryMs: number }

export interface ConnectionAttempt extends LoginAttempt {
  /** The player whose game it is, as the game says; left out when it does not. */
  readonly owner?: string
}

/** Checks logins in messages of a game that is not accepted yet. */
export interface GameLogins {
  /** Undefined when the message is no login. */
  attemptConnection(attempt: ConnectionAttempt): LoginResult | undefined
}

/** What a player wrote to answer a request, or to prove who they are. */
export interface GameAnswerLine {
  readonly serverId: string
  readonly player: string
  readonly answer: GameAnswer
}

/** Answers of players in the chat of the game, which nobody else reads. For approvers alone (invariant 6). */
export interface AnswersInGame {
  readonly onDidReceive: Subscribe<GameAnswerLine>
  /** Keeps a code out of every event; returns the function that ends it. */
  protect(code: string): () => void
}

/** Keeps the hash of the one key that opens the overlay. */
export interface OverlayKeys {
  isThere(): boolean
  isKey(key: string): boolean
  /** In place of the one before. @throws Error when it cannot be kept */
  keep(key: string): void
}

/** The model of the chat, for requests of services that a person approved. */
export interface OwnerModel {
  readonly name: string
  /** Dollars that this may cost at most; undefined where the model costs nothing. */
  costOf(characters: number, maxTokens: number): number | undefined
  /** Dollars left today; undefined where the model costs nothing. */
  readonly left: number | undefined
  /** @throws GatewayError when the model does not answer */
  complete(
    request: Pick<ModelRequest, 'messages' | 'systemPrompt' | 'maxTokens'>,
    service: string,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly isCut: boolean }>
}
