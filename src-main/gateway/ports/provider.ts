/** Provider: the interface of every kind of provider, and of the gateway for providers. */
import type { ArgumentProblem, JsonObject } from '@contract/call.js'
import type { ClientChannel } from '@contract/client-channel.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { RelayedLibrary, RelayedResult, RelayedTool } from '@contract/relayed.js'
import type { ResultPicture } from '@contract/result-picture.js'
import type { TraceContext } from '@contract/trace-context.js'
import type { ModelRequest } from '@shared/approvals/input-request.js'
import type { BuildPicture, BuildPreview, Turn } from '@shared/build/build-preview.js'
import type { BuildPart, BuildState } from '@shared/build/build-state.js'
import type { Server } from '@shared/servers/server.js'
import type { CancellationToken } from './cancellation.js'

export type ValidationResult =
  | { readonly ok: true; readonly value: JsonObject }
  | { readonly ok: false; readonly problems: readonly ArgumentProblem[] }

export interface Validator {
  /**
   * Checks arguments against a capability's parameters, on a copy with defaults filled. See
   * docs/protocol.md#calls-arguments.
   */
  checkArguments(manifest: CapabilityManifest, given: unknown): ValidationResult
  /** Checks arguments without changing them. */
  checkUnchanged(manifest: CapabilityManifest, given: unknown): ValidationResult
  /** Checks a provider's result. */
  checkReturns(manifest: CapabilityManifest, data: unknown): ValidationResult
  /** Whether arguments are valid against the JSON Schema of a rule. @throws Error when the schema does not compile */
  isValidFor(schema: JsonObject, given: JsonObject): boolean
}

export interface ProviderRequest {
  readonly requestId: string
  readonly capabilityId: string
  readonly version: string
  readonly arguments: JsonObject
  /** The optional members of the result that are needed; all when omitted. A provider may leave the others out. */
  readonly members?: readonly string[]
  /** A snapshot is asked for: the request that is about to run. */
  readonly snapshotFor?: string
  /** State that the action changes, from its paired context, read just before: it need not be read again. */
  readonly before?: JsonObject
  readonly caller: string
  /** What people call it. */
  readonly callerName?: string
  /** The person at the window does it themselves; no caller can claim this. */
  readonly byOwner?: true
  /** A schedule of the owner does it, and nobody is at the window; no caller can claim this. */
  readonly scheduled?: true
  readonly sessionId?: string
  readonly traceId: string
  readonly traceContext?: TraceContext
  /** For services; absent when there is no client and no person to ask. */
  readonly clientChannel?: ClientChannel
  /** Called whenever the call makes progress; see `ServerLink.idleTimeoutMs`. */
  readonly onAlive?: () => void
}

export interface ProviderResponse {
  readonly data: JsonObject
  readonly snapshotId?: string
  /** The server that ran it, by the agent's name. */
  readonly executedBy?: string
  /** `data` as a service sent it: bounded by its provider, and not cleaned. */
  readonly relayed?: RelayedResult
  /** Drawn by Gatehouse for this result. */
  readonly pictures?: readonly ResultPicture[]
}

/** Waits for numbers of one player. */
export interface NumberWatch {
  readonly player: string
  /** Of the only account that counts; any account under this name when undefined. */
  readonly uuid: string | undefined
  /** @param player the name exactly as in the game. @param uuid of the account that set it */
  onNumber(number: number, player: string, uuid: string): void
  /** The server takes no numbers of this player any more: nothing is watched now. */
  onEnd(): void
}

/** Numbers that players set with a command of which the server itself says who ran it. No text of theirs is read. */
export interface PlayerNumbers {
  /** What a player types before the number. */
  readonly command: string
  /** @returns stops it. @throws GatewayError when the server does not let players set numbers */
  watch(watch: NumberWatch): Promise<() => void>
}

/** Builds of one server that run, wait or have ended lately. */
export interface ServerBuilds {
  list(): readonly BuildState[]
  onDidChange(listener: () => void): () => void
  // Each resolves when the build follows. @throws GatewayError when there is no such build, or it is over

  pause(id: string): Promise<void>
  resume(id: string): Promise<void>
  /** Keeps what is there. */
  stop(id: string): Promise<void>
  /** What was approved, as it was drawn then; undefined when it is no longer kept. */
  picture(id: string): Promise<BuildPicture | undefined>
  /** The parts that can be undone alone. @throws GatewayError when none can */
  parts(id: string): Promise<readonly BuildPart[]>
}

/** One line of a server's log. */
export interface LogTailLine {
  /** ISO 8601; when it was read. Absent for lines that were there before. */
  readonly at?: string
  /** The time of day that the line itself gives, as `HH:MM:SS`. */
  readonly clock?: string
  readonly level?: 'warning' | 'error'
  /** Without its header. */
  readonly text: string
}

/** One server of a provider. */
export interface ServerLink {
  readonly server: Server
  /**
   * Runs a capability on the server.
   *
   * @throws GatewayError for every failure that the caller can handle
   */
  invoke(request: ProviderRequest, cancellation: CancellationToken): Promise<ProviderResponse>
  /**
   * Checks the arguments of an action beyond its schema, before anybody is asked: quickly, and without a change.
   *
   * @throws GatewayError as the action itself would
   */
  checkAction?(capabilityId: string, given: JsonObject): Promise<void>
  /** Timeout in milliseconds of a capability, when longer than usual; a backup copies gigabytes. */
  timeoutMsOf?(capabilityId: string): number | undefined
  /** Inactivity timeout in milliseconds of a capability; its total timeout when omitted. */
  idleTimeoutMs?(capabilityId: string): number | undefined
  /**
   * Shows lines to one player only. For the owner's own player, never for a caller, because it is not recorded.
   *
   * @param uuid of the account that must be online under this name
   * @throws GatewayError for every failure that the caller can handle, such as a missing player
   */
  whisper?(player: string, lines: readonly string[], signal: AbortSignal, uuid?: string): Promise<void>
  /**
   * What a build would change, and a picture of it; for the owner, never for a caller, because it is not recorded.
   *
   * @throws GatewayError as the call itself would
   */
  previewBuild?(capabilityId: string, given: JsonObject, turn: Turn, signal: AbortSignal): Promise<BuildPreview>
  readonly builds?: ServerBuilds
  /** The newest lines of its log, oldest first; unfiltered text of the server and its players. */
  logTail?(): readonly LogTailLine[]
  /** UUID of the account that is online under exactly this name; only where `server.accounts` is present. */
  accountOf?(player: string): string | undefined
  /** Where present, answers of players are numbers, and their chat answers nothing. */
  readonly numbers?: PlayerNumbers
  /**
   * Present for another MCP server: its tools by capability id. Arguments are sent unchanged, and its results are not
   * cached.
   */
  readonly relays?: ReadonlyMap<string, RelayedTool>
  /** Prompts and resources of that server. */
  readonly library?: RelayedLibrary
  /**
   * Subscribes to a resource of that server; the listener receives changed addresses. @returns the function that
   * unsubscribes
   */
  follow?(uri: string, follower: (uri: string) => void): () => void
}

export interface ProviderEvent {
  /** Unique per server; a repeated one is dropped. */
  readonly id: string
  readonly eventId: string
  /** ISO 8601. */
  readonly at: string
  readonly data: JsonObject
  readonly identity?: PlayerIdentity
  /** It happened a while ago: for the log, and no request any more. */
  readonly isLate?: true
}

/**
 * Why `playerName` of an event does not fully prove who acted; omitted when it is the exact name of an account.
 *
 * - `display`: a text that was shown. A command, a chat plugin or a nickname may have put the name there. Nothing may be
 *   done in its name.
 * - `untyped`: the exact name of an account, but the game does not report whether a command wrote the message. Enough to
 *   ask the AI or to log in with the key, never to answer a request.
 * - `name-only`: the player typed it, but nothing proves which account has the name. Enough to ask the AI as anybody.
 */
export type PlayerIdentity = 'display' | 'untyped' | 'name-only'

/** The interface of the gateway for a provider. */
export interface ProviderHost {
  /** Compares a server's next offer in slices, so that presenting it is fast. Never rejects. */
  prepare?(serverId: string, capabilities: readonly CapabilityManifest[]): Promise<void>
  /** A server was added or changed. */
  present(link: ServerLink): void
  /** A server was removed. */
  withdraw(serverId: string): void
  event(serverId: string, event: ProviderEvent): void
}

export interface Provider {
  start(host: ProviderHost): void
  stop(): Promise<void>
}

/** The model of the chat, for service requests that a person approved. */
export interface OwnerModel {
  readonly name: string
  /** Maximum cost in dollars; undefined when the model is free. */
  costOf(characters: number, maxTokens: number): number | undefined
  /** Remaining budget of today in dollars; undefined when the model is free. */
  readonly left: number | undefined
  /** @throws GatewayError when the model does not respond */
  complete(
    request: Pick<ModelRequest, 'messages' | 'systemPrompt' | 'maxTokens'>,
    service: string,
    signal: AbortSignal,
  ): Promise<{ readonly text: string; readonly isCut: boolean }>
}
