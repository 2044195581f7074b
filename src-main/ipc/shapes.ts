/** Shapes: data types exchanged between the program and its pages only. */

import type { ContractError } from '@contract/generated/error.js'
import type { ApprovalId } from '@shared/approvals/approval.js'
import type { Rule, RuleId, RuleTerms } from '@shared/approvals/rule.js'
import type { Server } from '@shared/servers/server.js'
import type { AppLanguage } from '@shared/text/language.js'
import type { LivePage } from '@shared/trail/live.js'

/** How a request of a page ends. */
export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ContractError }

/** A page as sent: as text, because the bridge copies every member of an object by itself, which takes twenty times as long. */
export interface SentPage extends Omit<LivePage, 'entries'> {
  /** JSON of the entries. */
  readonly entries: string
}

/** Capabilities of a server, accepted and pending. Large, and rarely changes. */
export type ServerOffer = Pick<Server, 'capabilities' | 'refused' | 'findings' | 'quarantined'>

/** How a server is, which changes with every heartbeat. */
export type SentServer = Omit<Server, keyof ServerOffer> & {
  /** Digest of what it can do. */
  readonly offer: string
}

/** Servers as sent: all, or those that changed since the previous push. */
export interface SentServers {
  /** Sequence number of the push; for a full list, of the push it is as new as. A gap means that a push was lost. */
  readonly sequence: number
  readonly servers: readonly SentServer[]
  /** Ids of those that were removed. */
  readonly gone: readonly string[]
  /** What they can do, where it is new to the page: each once, however many servers can do it, and as text, as `SentPage`. */
  readonly offers: readonly { readonly digest: string; readonly text: string }[]
}

/** The data of a server for the pop-up. */
export type StateOfServer = Pick<Server, 'id' | 'state'>

export interface NewAgentServer {
  readonly name: string
  /** `ws://host:port` or `wss://host:port`. */
  readonly address: string
  readonly token: string
  /** SHA-256 fingerprint that the person saw when they tried it, and trusts: the only certificate that will do. */
  readonly certificate?: string
}

/** What became of one answer among many. */
export interface ApprovalResult {
  readonly id: ApprovalId
  /** Why it does not count; absent when it does. */
  readonly error?: ContractError
}

/** A rule that a person creates directly: it asks or denies. Allow rules come only from a request that was read. */
export type NewRule = Pick<RuleTerms, 'capability' | 'client' | 'server' | 'expiresAt' | 'note'> & {
  readonly effect: 'ask' | 'deny'
}

export interface RulePage {
  /** The newest first. */
  readonly rules: readonly Rule[]
  /** Some cannot be read, so that everything is asked. */
  readonly damaged: boolean
  /** What asks for the next page; absent on the last. */
  readonly next?: RuleId
}

export interface AppInfo {
  readonly version: string
  /** Language in use, after `system` is resolved. */
  readonly language: AppLanguage
  /** The profile has not been used yet: the window shows the first steps. */
  readonly firstRun: boolean
  /** Address of the MCP endpoint, for example `http://127.0.0.1:51234/mcp`. */
  readonly endpoint: string
  /** The port of the endpoint: in stream-safe mode the endpoint is redacted, and has no port to read. */
  readonly port: number
  /** The port of the settings, where another program had it at the start; the endpoint then has another. */
  readonly portTaken?: number
  /** The system can keep a window out of what is recorded and shared. */
  readonly canHideFromCapture: boolean
}

/** Keys that stop everything. */
export interface PanicKeys {
  /** In Electron's words; empty when there are none. */
  readonly accelerator: string
  /** False when another program has them, or they are no keys. */
  readonly works: boolean
}

/** State of the desktop around the window, and what can be configured. */
export interface DesktopState {
  /** Keys that bring the open question up. */
  readonly questionKeys: PanicKeys
  /** Whether the program starts at login, as the system has it; null where that cannot be chosen. */
  readonly startsAtLogin: boolean | null
  /** Path of the log. */
  readonly log: string
  /** Folder of the documents that came with this copy. */
  readonly documents: string
}

/** Where a menu or a notification sends a person. The page checks it before it goes there. */
export interface ShellPlace {
  readonly screen: 'live' | 'approvals' | 'servers' | 'audit' | 'settings'
  /** Id of what is to be open there. */
  readonly about?: string
}

/** A sound of ours, made by the page itself. */
export interface SoundToPlay {
  readonly sound: 'calm' | 'urgent'
  /** Percent. */
  readonly volume: number
}
