/**
 * Channels: every call the window may make and everything it is told. The only place a channel is named.
 *
 * Guards invariant 7: the preload bridge and the handlers take their lists from here, so that no other name passes.
 */

import type { ApprovalId, Decision, OpenApproval, Scope } from '../contract/approval.js'
import type { AuditFilter, AuditFormat, AuditPage, AuditQuery, AuditState, AuditStory } from '../contract/audit.js'
import type { CallInFlight } from '../contract/call.js'
import type { Bridge, Client, ClientChange, HeldRole, KnownClients, NewClient, NewKey } from '../contract/client.js'
import type { ConsentDecision, OpenConsent } from '../contract/consent.js'
import type { ContractError } from '../contract/generated/error.js'
import type { LiveEntry } from '../contract/live.js'
import type { OverlayState } from '../contract/overlay.js'
import type { PanicState } from '../contract/panic.js'
import type { OpenPairing, PairedPerson, People } from '../contract/people.js'
import type { SeenCapability } from '../contract/quarantine.js'
import type { Rule, RuleChange, RuleId, RuleTerms } from '../contract/rule.js'
import type { Server } from '../contract/server.js'
import type { Settings, SettingsProblem } from '../contract/settings.js'
import type { UndoLastResult, UndoPage, UndoPreview, UndoQuery, UndoResult } from '../contract/undo.js'

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ContractError }

export interface NewServer {
  readonly name: string
  /** `ws://host:port` or `wss://host:port`. */
  readonly address: string
  readonly token: string
}

/** What became of one answer among many. */
export interface AnsweredOne {
  readonly id: ApprovalId
  /** Why it does not count; absent when it does. */
  readonly error?: ContractError
}

/** A rule that a person makes by hand: it asks or denies. What is allowed grows out of a question that was read. */
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
  readonly language: 'en' | 'zh'
  /** Address of the MCP door, for example `http://127.0.0.1:51234/mcp`. */
  readonly endpoint: string
  /** What an MCP client must run: the `mcpServers` entry, pretty-printed. */
  readonly clientConfiguration: string
}

/** Keys that stop everything. */
export interface PanicKeys {
  /** In Electron's words; empty when there are none. */
  readonly accelerator: string
  /** False when another program has them, or they are no keys. */
  readonly works: boolean
}

/** Name → what the window sends, what it gets. */
export interface Requests {
  'app:info': { send: undefined; get: AppInfo }
  'app:copy-client-configuration': { send: undefined; get: Result<null> }
  'live:recent': { send: undefined; get: readonly LiveEntry[] }
  'calls:list': { send: undefined; get: readonly CallInFlight[] }
  'approvals:list': { send: undefined; get: readonly OpenApproval[] }
  /** `typed` where the question says what must be. */
  'approvals:decide': {
    send: { id: ApprovalId; decision: Decision; scope?: Scope; typed?: string }
    get: Result<null>
  }
  /** The same answer to several; nothing critical is approved so, and each counts by itself. */
  'approvals:decideMany': {
    send: { ids: readonly ApprovalId[]; decision: Decision; scope?: Scope }
    get: readonly AnsweredOne[]
  }
  /** A person reads it: the countdown stands still, within bounds. */
  'approvals:hold': { send: { id: ApprovalId }; get: Result<null> }
  'approvals:release': { send: { id: ApprovalId }; get: Result<null> }
  /** Brings the pop-up with this question to the front. */
  'approvals:show': { send: { id: ApprovalId }; get: Result<null> }
  'servers:list': { send: undefined; get: readonly Server[] }
  'servers:add': { send: NewServer; get: Result<Server> }
  'servers:add-demo': { send: undefined; get: Result<Server> }
  /** Accepts what the person saw, all of it or nothing. */
  'servers:accept': { send: { id: string; capabilities: readonly SeenCapability[] }; get: Result<null> }
  'servers:remove': { send: { id: string }; get: Result<null> }
  /** Takes the certificate whose fingerprint the person saw, and no other; from the main window alone. */
  'servers:trust-certificate': { send: { id: string; fingerprint: string }; get: Result<Server> }
  /** Who may ask; these five answer the main window alone. */
  'clients:list': { send: undefined; get: Result<KnownClients> }
  'clients:add': { send: NewClient; get: Result<NewKey> }
  /** Changes what a client, or the bridge, may do; what is left out stays. */
  'clients:edit': { send: { id: string } & ClientChange; get: Result<Client | Bridge> }
  /** Copies the key that was made last, if it is this client's. */
  'clients:copy-token': { send: { id: string }; get: Result<null> }
  'clients:revoke': { send: { id: string }; get: Result<null> }
  /** The audit trail; these four answer the main window alone. */
  'audit:search': { send: AuditQuery; get: Result<AuditPage> }
  /** One event with everything of its request; null when there is none. */
  'audit:get': { send: { id: string }; get: Result<AuditStory | null> }
  'audit:state': { send: undefined; get: Result<AuditState> }
  /** Asks the person for a file and writes it; null when they chose none. */
  'audit:export': {
    send: { format: AuditFormat; filter: AuditFilter }
    get: Result<{ readonly file: string; readonly rows: number } | null>
  }
  /** Standing answers; these four answer the main window alone. `cursor`: `next` of the page before. */
  'rules:list': { send: { limit?: number; cursor?: RuleId }; get: Result<RulePage> }
  'rules:create': { send: NewRule; get: Result<Rule> }
  'rules:edit': { send: { id: RuleId; change: RuleChange }; get: Result<Rule> }
  'rules:remove': { send: { id: RuleId }; get: Result<null> }
  /** Programs that came by OAuth and wait to be let in; these two answer the main window alone. */
  'consents:list': { send: undefined; get: readonly OpenConsent[] }
  /** `role` is the normal one when left out. */
  'consents:decide': { send: { id: string; decision: ConsentDecision; role?: HeldRole }; get: Result<null> }
  /** What can be undone, and was; these four answer the main window alone. */
  'undo:list': { send: UndoQuery; get: Result<UndoPage> }
  'undo:preview': { send: { requestId: string }; get: Result<UndoPreview> }
  /** `expected` is the hash of the preview that the person saw; `typed` where it says what must be. */
  'undo:run': {
    send: { requestId: string; expected: string; force?: boolean; typed?: string }
    get: Result<UndoResult>
  }
  'undo:runLast': {
    send: { client: string; server?: string; count: number; force?: boolean }
    get: Result<UndoLastResult>
  }
  /** Those who approve on a phone; these five answer the main window alone. */
  'people:list': { send: undefined; get: Result<People> }
  /** Offers to pair one more; an earlier offer ends. Where phones cannot reach this computer there is none. */
  'people:pair': { send: undefined; get: Result<OpenPairing> }
  /** `check`: the characters that stood there when the person compared. */
  'people:confirm': { send: { id: string; check: string }; get: Result<PairedPerson> }
  'people:cancel': { send: undefined; get: Result<null> }
  'people:revoke': { send: { id: string }; get: Result<null> }
  'settings:get': { send: undefined; get: Settings }
  /** From the main window alone. */
  'settings:change': { send: Partial<Settings>; get: Result<Settings> }
  /** What is wrong with the file behind the settings; null when nothing is. */
  'settings:problem': { send: undefined; get: SettingsProblem | null }
  /** Shows the file behind the settings, or the one that a problem is about, where the system keeps files. */
  'settings:show-file': { send: undefined; get: Result<null> }
  /** The pop-up tells which question stands before the person's eyes, and which others with it. */
  'pop-up:shown': { send: { id: ApprovalId; others?: readonly ApprovalId[] }; get: Result<null> }
  'panic:state': { send: undefined; get: PanicState & { readonly keys: PanicKeys } }
  /** Stops everything. */
  'panic:on': { send: undefined; get: Result<null> }
  /** Lets actions run again; from the main window alone, once the person has confirmed it. */
  'panic:off': { send: { confirmed: true }; get: Result<null> }
  /** How the overlay stands; these three answer the main window alone. */
  'overlay:state': { send: undefined; get: OverlayState }
  /** Copies the address for OBS with its key, which no page sees; makes the first key. */
  'overlay:copy': { send: undefined; get: Result<null> }
  /** A new key in place of the old one, whose pages end; copies the address. */
  'overlay:renew': { send: undefined; get: Result<null> }
  /** The question as it is, while a person holds a button down; to the pop-up alone. The one answer that is never covered. */
  'approvals:reveal': { send: { id: ApprovalId }; get: Result<OpenApproval> }
  /** The pop-up tells how high its content is, in CSS pixels. */
  'pop-up:resize': { send: { height: number }; get: Result<null> }
}

/** Everything the window is told without asking. */
export interface Pushes {
  'live:arrived': readonly LiveEntry[]
  'calls:changed': readonly CallInFlight[]
  'approvals:changed': readonly OpenApproval[]
  'servers:changed': readonly Server[]
  'settings:problem-changed': SettingsProblem | null
  'clients:changed': KnownClients
  /** The trail was checked, is broken, cannot be written or can be again. */
  'audit:changed': AuditState
  'consents:changed': readonly OpenConsent[]
  'people:changed': People
  /** How many rules there are now, and whether some cannot be read. */
  'rules:changed': { readonly count: number; readonly damaged: boolean }
  'panic:changed': PanicState & { readonly keys: PanicKeys }
  'overlay:changed': OverlayState
  /** Request id of a call that was done and can be undone, or was undone. */
  'undo:changed': { readonly requestId: string }
  'settings:changed': { readonly settings: Settings; readonly language: 'en' | 'zh' }
  /** The pop-up is to show this question. */
  'pop-up:show': { readonly id: ApprovalId }
}

export type RequestChannel = keyof Requests
export type PushChannel = keyof Pushes

const requests: Readonly<Record<RequestChannel, true>> = {
  'app:info': true,
  'app:copy-client-configuration': true,
  'live:recent': true,
  'calls:list': true,
  'approvals:list': true,
  'approvals:decide': true,
  'approvals:decideMany': true,
  'approvals:hold': true,
  'approvals:release': true,
  'approvals:show': true,
  'servers:list': true,
  'servers:add': true,
  'servers:add-demo': true,
  'servers:accept': true,
  'servers:remove': true,
  'servers:trust-certificate': true,
  'clients:list': true,
  'clients:add': true,
  'clients:edit': true,
  'clients:copy-token': true,
  'clients:revoke': true,
  'audit:search': true,
  'audit:get': true,
  'audit:state': true,
  'audit:export': true,
  'consents:list': true,
  'consents:decide': true,
  'people:list': true,
  'people:pair': true,
  'people:confirm': true,
  'people:cancel': true,
  'people:revoke': true,
  'rules:list': true,
  'rules:create': true,
  'rules:edit': true,
  'rules:remove': true,
  'undo:list': true,
  'undo:preview': true,
  'undo:run': true,
  'undo:runLast': true,
  'settings:get': true,
  'settings:change': true,
  'settings:problem': true,
  'settings:show-file': true,
  'panic:state': true,
  'panic:on': true,
  'panic:off': true,
  'pop-up:shown': true,
  'overlay:state': true,
  'overlay:copy': true,
  'overlay:renew': true,
  'approvals:reveal': true,
  'pop-up:resize': true,
}

const pushes: Readonly<Record<PushChannel, true>> = {
  'live:arrived': true,
  'calls:changed': true,
  'approvals:changed': true,
  'servers:changed': true,
  'clients:changed': true,
  'audit:changed': true,
  'consents:changed': true,
  'people:changed': true,
  'rules:changed': true,
  'panic:changed': true,
  'overlay:changed': true,
  'undo:changed': true,
  'settings:changed': true,
  'settings:problem-changed': true,
  'pop-up:show': true,
}

export const requestChannels = Object.keys(requests) as readonly RequestChannel[]
export const pushChannels = Object.keys(pushes) as readonly PushChannel[]

/** Answered as it is while everything else is covered for a stream: a person asks for it with their finger on a button. */
export const neverCovered: ReadonlySet<RequestChannel> = new Set(['approvals:reveal'])

export const isRequestChannel = (name: string): name is RequestChannel => Object.hasOwn(requests, name)
export const isPushChannel = (name: string): name is PushChannel => Object.hasOwn(pushes, name)

/** What the preload bridge puts on `window.gatehouse`. */
export interface GatehouseApi {
  request<C extends RequestChannel>(channel: C, payload: Requests[C]['send']): Promise<Requests[C]['get']>
  /** Returns the function that ends the subscription. */
  subscribe<C extends PushChannel>(channel: C, listener: (message: Pushes[C]) => void): () => void
}
