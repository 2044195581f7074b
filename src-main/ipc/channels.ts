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
import type { PanicState } from '../contract/panic.js'
import type { SeenCapability } from '../contract/quarantine.js'
import type { Server } from '../contract/server.js'
import type { Settings } from '../contract/settings.js'

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
  'settings:get': { send: undefined; get: Settings }
  'settings:change': { send: Partial<Settings>; get: Result<Settings> }
  'panic:state': { send: undefined; get: PanicState & { readonly keys: PanicKeys } }
  /** Stops everything. */
  'panic:on': { send: undefined; get: Result<null> }
  /** Lets actions run again; from the main window alone, once the person has confirmed it. */
  'panic:off': { send: { confirmed: true }; get: Result<null> }
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
  'panic:changed': PanicState & { readonly keys: PanicKeys }
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
  'settings:get': true,
  'settings:change': true,
  'panic:state': true,
  'panic:on': true,
  'panic:off': true,
  'pop-up:shown': true,
  'pop-up:resize': true,
}

const pushes: Readonly<Record<PushChannel, true>> = {
  'live:arrived': true,
  'calls:changed': true,
  'approvals:changed': true,
  'servers:changed': true,
  'clients:changed': true,
  'panic:changed': true,
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
