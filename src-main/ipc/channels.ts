/**
 * Channels: every call the window may make and everything it is told. The only place a channel is named.
 *
 * Guards invariant 7: the preload bridge and the handlers take their lists from here, so that no other name passes.
 */
import type { ApprovalId, Decision, OpenApproval } from '../contract/approval.js'
import type { CallInFlight } from '../contract/call.js'
import type { Client, NewClient, NewKey } from '../contract/client.js'
import type { ContractError } from '../contract/generated/error.js'
import type { LiveEntry } from '../contract/live.js'
import type { SeenCapability } from '../contract/quarantine.js'
import type { Server } from '../contract/server.js'
import type { Settings } from '../contract/settings.js'
import type { UndoLastResult, UndoPage, UndoPreview, UndoQuery, UndoResult } from '../contract/undo.js'

export type Result<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly error: ContractError }

export interface NewServer {
  readonly name: string
  /** `ws://host:port` or `wss://host:port`. */
  readonly address: string
  readonly token: string
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

/** Name → what the window sends, what it gets. */
export interface Requests {
  'app:info': { send: undefined; get: AppInfo }
  'app:copy-client-configuration': { send: undefined; get: Result<null> }
  'live:recent': { send: undefined; get: readonly LiveEntry[] }
  'calls:list': { send: undefined; get: readonly CallInFlight[] }
  'approvals:list': { send: undefined; get: readonly OpenApproval[] }
  'approvals:decide': { send: { id: ApprovalId; decision: Decision }; get: Result<null> }
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
  /** Who has a key; these four answer the main window alone. */
  'clients:list': { send: undefined; get: readonly Client[] }
  'clients:add': { send: NewClient; get: Result<NewKey> }
  /** Copies the key that was made last, if it is this client's. */
  'clients:copy-token': { send: { id: string }; get: Result<null> }
  'clients:revoke': { send: { id: string }; get: Result<null> }
  /** What can be undone, and was; these four answer the main window alone. */
  'undo:list': { send: UndoQuery; get: Result<UndoPage> }
  'undo:preview': { send: { requestId: string }; get: Result<UndoPreview> }
  /** `expected` is the hash of the preview that the person saw. */
  'undo:run': { send: { requestId: string; expected: string; force?: boolean }; get: Result<UndoResult> }
  'undo:runLast': {
    send: { client: string; server?: string; count: number; force?: boolean }
    get: Result<UndoLastResult>
  }
  'settings:get': { send: undefined; get: Settings }
  'settings:change': { send: Partial<Settings>; get: Result<Settings> }
  /** The pop-up tells which question stands before the person's eyes. */
  'pop-up:shown': { send: { id: ApprovalId }; get: Result<null> }
  /** The pop-up tells how high its content is, in CSS pixels. */
  'pop-up:resize': { send: { height: number }; get: Result<null> }
}

/** Everything the window is told without asking. */
export interface Pushes {
  'live:arrived': readonly LiveEntry[]
  'calls:changed': readonly CallInFlight[]
  'approvals:changed': readonly OpenApproval[]
  'servers:changed': readonly Server[]
  'clients:changed': readonly Client[]
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
  'approvals:show': true,
  'servers:list': true,
  'servers:add': true,
  'servers:add-demo': true,
  'servers:accept': true,
  'servers:remove': true,
  'servers:trust-certificate': true,
  'clients:list': true,
  'clients:add': true,
  'clients:copy-token': true,
  'clients:revoke': true,
  'undo:list': true,
  'undo:preview': true,
  'undo:run': true,
  'undo:runLast': true,
  'settings:get': true,
  'settings:change': true,
  'pop-up:shown': true,
  'pop-up:resize': true,
}

const pushes: Readonly<Record<PushChannel, true>> = {
  'live:arrived': true,
  'calls:changed': true,
  'approvals:changed': true,
  'servers:changed': true,
  'clients:changed': true,
  'undo:changed': true,
  'settings:changed': true,
  'pop-up:show': true,
}

export const isRequestChannel = (name: string): name is RequestChannel => Object.hasOwn(requests, name)
export const isPushChannel = (name: string): name is PushChannel => Object.hasOwn(pushes, name)

/** What the preload bridge puts on `window.gatehouse`. */
export interface GatehouseApi {
  request<C extends RequestChannel>(channel: C, payload: Requests[C]['send']): Promise<Requests[C]['get']>
  /** Returns the function that ends the subscription. */
  subscribe<C extends PushChannel>(channel: C, listener: (message: Pushes[C]) => void): () => void
}
