/** Shapes: data types for the messages between the program and its pages. */

import type { Caller, JsonObject, ServerReference } from '@contract/call.js'
import type { RiskLevel } from '@contract/generated/capability-manifest.js'
import type { ContractError } from '@contract/generated/error.js'
import type { ApprovalId, ApprovalOutcome } from '@shared/approvals/approval.js'
import type { Rule, RuleId, RuleTerms } from '@shared/approvals/rule.js'
import type { ProgramKind } from '@shared/program/program-kind.js'
import type { GatewayIdentity } from '@shared/remote/gateway.js'
import type { Server, ServerState } from '@shared/servers/server.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { LivePage } from '@shared/trail/live.js'

/** The result of a request of a page. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ContractError }

/** The response to an order of the command line, and which program responded. */
export type SocketReply<T = unknown> = Result<T> & { readonly program: ProgramKind }

/** A request for approval as stored. */
export interface RecordedApproval {
  readonly id: string
  readonly requestId: string
  readonly capabilityId: string
  readonly risk: RiskLevel
  readonly caller: Caller
  readonly server: ServerReference
  /** Redacted. */
  readonly arguments: JsonObject
  /** ISO 8601. */
  readonly askedAt: string
  readonly state: {
    readonly phase: string
    readonly agreed?: readonly unknown[]
    readonly needed?: number
    /** It failed, and may have been done. */
    readonly unknown?: boolean
  }
}

/** A server for the command line. */
export interface ListedServer {
  readonly id: string
  readonly name: string
  readonly address?: string
  /** SHA-256 fingerprint of the pinned certificate. */
  readonly certificate?: string
  /** `running`: not in the settings, exists until the program ends. */
  readonly origin: 'settings' | 'running'
  /** Absent in a program that connects to no server. */
  readonly state?: ServerState
  readonly software?: string
  /** Number of capabilities that wait for a person to accept them. */
  readonly unaccepted?: number
}

/** A page of entries as sent: as text, because copying every member of an object takes twenty times as long. */
export interface SentPage extends Omit<LivePage, 'entries'> {
  /** JSON of the entries. */
  readonly entries: string
}

/** Capabilities of a server, accepted and pending. Large, and rarely changes. */
export type ServerOffer = Pick<Server, 'capabilities' | 'refused' | 'findings' | 'quarantined'>

/** The state of a server, which changes with every heartbeat. */
export type SentServer = Omit<Server, keyof ServerOffer> & {
  /** Digest of its capabilities. */
  readonly offer: string
}

/** Servers as sent: all, or those that changed since the previous push. */
export interface SentServers {
  /** Sequence number of the push; for a full list, of the last push it includes. A gap means that a push was lost. */
  readonly sequence: number
  readonly servers: readonly SentServer[]
  /** Ids of removed servers. */
  readonly gone: readonly string[]
  /**
   * Capabilities that are new to the page: each offer once, even when several servers have it, and as text like
   * `SentPage`.
   */
  readonly offers: readonly { readonly digest: string; readonly text: string }[]
}

/** The data of a server for the pop-up. */
export type StateOfServer = Pick<Server, 'id' | 'state'>

/** The result of one of several answers. */
export interface ApprovalResult {
  readonly id: ApprovalId
  /** Why the answer was rejected; absent when it was accepted. */
  readonly error?: ContractError
}

/** How a request ended. */
export interface ClosedApproval {
  readonly id: ApprovalId
  readonly outcome: ApprovalOutcome
  /** Names of the people who decided. */
  readonly by: readonly string[]
}

/** A rule that a person creates directly: ask or deny. Allow rules are only created from a request. */
export type NewRule = Pick<RuleTerms, 'capability' | 'client' | 'server' | 'expiresAt' | 'note'> & {
  readonly effect: 'ask' | 'deny'
}

export interface RulePage {
  /** The newest first. */
  readonly rules: readonly Rule[]
  /** Whether some rules cannot be read, so that every call needs an approval. */
  readonly damaged: boolean
  /** Cursor of the next page; absent on the last. */
  readonly next?: RuleId
}

export interface AppInfo {
  /** The gateway on another computer that the window belongs to; absent in the window of this computer's own. */
  readonly gateway?: GatewayIdentity
  readonly version: string
  /** Language in use, after `system` is resolved. */
  readonly language: AppLanguage
  /** Whether the profile is unused, so that the window shows the first steps. */
  readonly firstRun: boolean
  /** Address of the MCP endpoint, for example `http://127.0.0.1:51234/mcp`. */
  readonly endpoint: string
  /** The port of the endpoint, which cannot be read from the endpoint in stream-safe mode. */
  readonly port: number
  /** The configured port, if another program was using it at the start; the endpoint then has another one. */
  readonly portTaken?: number
  /** Whether the system can hide a window from screen recordings. */
  readonly canHideFromCapture: boolean
  /** Whether the system keeps secrets; otherwise Gatehouse forgets them when it quits. */
  readonly hasKeychain: boolean
}

/** The keyboard shortcut of the emergency stop. */
export interface PanicKeys {
  /** Electron accelerator; empty when there is none. */
  readonly accelerator: string
  /** False when another program uses the shortcut, or it is invalid. */
  readonly works: boolean
}

/** State and options of the desktop. */
export interface DesktopState {
  /** The keyboard shortcut that shows the open request. */
  readonly questionKeys: PanicKeys
  /** Whether the program starts at login, as reported by the system; null when it cannot be configured. */
  readonly startsAtLogin: boolean | null
  /** Path of the log. */
  readonly log: string
  /** Folder of the installed documents. */
  readonly documents: string
}

/** The target of a menu entry or a notification. The page validates it. */
export interface NavigationTarget {
  readonly screen: 'home' | 'approvals' | 'servers' | 'audit' | 'settings'
  /** Id of the item to open. */
  readonly about?: string
}

/** A built-in sound, which the page generates. */
export interface SoundToPlay {
  readonly sound: 'calm' | 'urgent'
  /** Percent. */
  readonly volume: number
}
