/**
 * Channels: every call the window may make and everything it is told. The only place a channel is named.
 *
 * Guards invariant 7: the preload bridge and the handlers take their lists from here, so that no other name passes.
 */

import type { ApprovalId, Decision, OpenApproval, Scope } from '../contract/approval.js'
import type { Attempt, AttemptReport, CapabilityPast } from '../contract/attempt.js'
import type { AuditFilter, AuditFormat, AuditPage, AuditQuery, AuditState, AuditStory } from '../contract/audit.js'
import type { CallInFlight, JsonObject } from '../contract/call.js'
import type { Bridge, Client, ClientChange, HeldRole, KnownClients, NewClient, NewKey } from '../contract/client.js'
import type { ConfigPreview, Finding, Guest, Guide, ProgramId } from '../contract/connection.js'
import type { ConsentDecision, OpenConsent } from '../contract/consent.js'
import type { CallWay, LastHour } from '../contract/live.js'
import type { OverlayState } from '../contract/overlay.js'
import type { PanicState } from '../contract/panic.js'
import type { OpenPairing, PairedPerson, People } from '../contract/people.js'
import type { Played } from '../contract/practice.js'
import type { SeenCapability } from '../contract/quarantine.js'
import type { Rule, RuleChange, RuleId } from '../contract/rule.js'
import type { SandboxTrial } from '../contract/sandbox.js'
import type { Server } from '../contract/server.js'
import type {
  CapabilityAccess,
  ClientAccess,
  ServerChange,
  ServerMoment,
  ServerTrial,
  ServerTrialResult,
} from '../contract/server-care.js'
import type { Settings, SettingsProblem } from '../contract/settings.js'
import type { Trouble, WindowProblem } from '../contract/trouble.js'
import type { UndoLastResult, UndoPage, UndoPreview, UndoQuery, UndoResult } from '../contract/undo.js'
import type { UpdateState } from '../contract/update.js'
import type {
  AnsweredOne,
  AppInfo,
  DeskState,
  NewRule,
  NewServer,
  PanicKeys,
  Result,
  RulePage,
  SentPage,
  ShellPlace,
  SoundToPlay,
} from './shapes.js'

/** Name → what the window sends, what it gets. */
export interface Requests {
  'app:info': { send: undefined; get: AppInfo }
  /** The entries before a number, the newest when it is left out; these three answer the main window alone. */
  'live:page': { send: { before?: number }; get: Result<SentPage> }
  /** The way that a call took; null when it is not remembered any more. */
  'live:way': { send: { requestId: string }; get: Result<CallWay | null> }
  /** Of these servers; of all, with what reached none, when left out. */
  'live:last-hour': { send: { servers?: readonly string[] }; get: Result<LastHour> }
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
  /** Remembered for a minute, so that a person can think better of it. */
  'servers:remove': { send: { id: string }; get: Result<null> }
  /** Takes the certificate whose fingerprint the person saw, and no other; from the main window alone. */
  'servers:trust-certificate': { send: { id: string; fingerprint: string }; get: Result<Server> }
  /** What was removed within the last minute comes back, with its token; like the seven that follow, for the main window alone. */
  'servers:restore': { send: { id: string }; get: Result<Server> }
  'servers:edit': { send: { id: string } & ServerChange; get: Result<Server> }
  /** From now on an authority must vouch for it, or the person again. */
  'servers:forget-certificate': { send: { id: string }; get: Result<Server> }
  'servers:reconnect': { send: { id: string }; get: Result<null> }
  /** Dials once and tells how far it came. */
  'servers:test': { send: ServerTrial; get: Result<ServerTrialResult> }
  /** The newest first. */
  'servers:history': { send: { id: string }; get: Result<readonly ServerMoment[]> }
  /** Who may do what there, the bridge first. */
  'servers:access': { send: { id: string }; get: Result<readonly ClientAccess[]> }
  'servers:access-of': { send: { id: string; client: string }; get: Result<readonly CapabilityAccess[]> }
  /** Rejects what the person saw, all of it or nothing, or takes such a no back; from the main window alone. */
  'servers:reject': { send: { id: string; capabilities: readonly SeenCapability[] }; get: Result<null> }
  'servers:reconsider': { send: { id: string; capabilities: readonly SeenCapability[] }; get: Result<null> }
  /** What can be done; these five answer the main window alone. `id` is the capability's. */
  'capabilities:past': { send: { id: string }; get: Result<CapabilityPast> }
  /** Copies the parameters of one of its examples. */
  'capabilities:copy-example': { send: { id: string; server: string; at: number }; get: Result<null> }
  /** The person tries it, on the way of any call; answers when the call has ended, asked or not. */
  'capabilities:attempt': { send: Attempt; get: Result<AttemptReport> }
  /** Takes an attempt back. */
  'capabilities:withdraw': { send: { id: string }; get: Result<null> }
  /** Where it can do no harm. */
  'capabilities:sandbox': {
    send: { capabilityId: string; server: string; arguments: JsonObject }
    get: Result<SandboxTrial>
  }
  /** Who may ask; these five answer the main window alone. */
  'clients:list': { send: undefined; get: Result<KnownClients> }
  'clients:add': { send: NewClient; get: Result<NewKey> }
  /** Changes what a client, or the bridge, may do; what is left out stays. */
  'clients:edit': { send: { id: string } & ClientChange; get: Result<Client | Bridge> }
  /** Copies the key that was made last, if it is this client's. */
  'clients:copy-token': { send: { id: string }; get: Result<null> }
  'clients:revoke': { send: { id: string }; get: Result<null> }
  /** How AI clients are connected, and who is there; these ten answer the main window alone. */
  'connect:guide': { send: { program: ProgramId }; get: Result<Guide> }
  /** Copies a recipe of the guide, by its place there; `key` as the window was just shown it. */
  /** With the key of this client in its place, as long as that can be copied. */
  'connect:copy': { send: { program: ProgramId; recipe: number; client?: string }; get: Result<null> }
  /** What would be written into a configuration of Claude Desktop, or with `back` put back; `file` is one of the guide. */
  'connect:preview': { send: { file: string; back?: true }; get: Result<ConfigPreview> }
  /** `expected` of the preview that the person saw. */
  'connect:write': { send: { file: string; expected: string }; get: Result<null> }
  'connect:take-back': { send: { file: string }; get: Result<null> }
  /** Makes the extension for Claude Desktop and opens it. */
  'connect:open-bundle': { send: undefined; get: Result<{ readonly file: string }> }
  'connect:show-bundle': { send: undefined; get: Result<null> }
  'connect:guests': { send: undefined; get: Result<readonly Guest[]> }
  /** Why a program, or a client with a key, does not come through. */
  'connect:findings': { send: { program: ProgramId } | { client: string }; get: Result<readonly Finding[]> }
  'connect:mend-endpoint': { send: undefined; get: Result<null> }
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
  /** Standing answers; these five answer the main window alone. `cursor`: `next` of the page before. */
  'rules:list': { send: { limit?: number; cursor?: RuleId }; get: Result<RulePage> }
  'rules:create': { send: NewRule; get: Result<Rule> }
  'rules:edit': { send: { id: RuleId; change: RuleChange }; get: Result<Rule> }
  'rules:remove': { send: { id: RuleId }; get: Result<null> }
  /** What was removed within the last minute comes back as it was. */
  'rules:restore': { send: { id: RuleId }; get: Result<Rule> }
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
  /** Plays an AI client in the demo world, from the main window alone; answers when the question was. */
  'practice:play': { send: undefined; get: Result<Played> }
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
  /** Stops everything for so many minutes, or until a person ends it; from the main window alone. */
  'panic:pause': { send: { minutes?: number }; get: Result<null> }
  /** Ends a pause, and nothing that is more than one; from the main window alone. */
  'panic:end-pause': { send: undefined; get: Result<null> }
  /** These two answer the main window alone. */
  'desk:state': { send: undefined; get: Result<DeskState> }
  'desk:start-at-login': { send: { on: boolean }; get: Result<DeskState> }
  /** Newer versions of the program; the next three answer the main window alone. */
  'updates:state': { send: undefined; get: UpdateState }
  'updates:check': { send: undefined; get: Result<null> }
  /** Restarts into the version that is ready, as soon as no question is open and no call is on its way. */
  'updates:restart': { send: undefined; get: Result<null> }
  /** Opens the page of releases in the person's browser. */
  'updates:open-releases': { send: undefined; get: Result<null> }
  /** How the last run ended; the next four answer the main window alone. */
  'trouble:state': { send: undefined; get: Trouble }
  /** The person has seen it. */
  'trouble:put-away': { send: undefined; get: Result<null> }
  /** Connects to the servers after a careful start. */
  'trouble:connect': { send: undefined; get: Result<null> }
  /** Copies a report without anything of a game in it. */
  'trouble:copy-report': { send: undefined; get: Result<null> }
  'trouble:show-log': { send: undefined; get: Result<null> }
  /** Something failed in the page; main keeps it in the log. */
  'trouble:tell': { send: WindowProblem; get: Result<null> }
  /** How the overlay stands; these three answer the main window alone. */
  'overlay:state': { send: undefined; get: OverlayState }
  /** Copies the address for OBS with its key, which no page sees; makes the first key. */
  'overlay:copy': { send: undefined; get: Result<null> }
  /** A new key in place of the old one, whose pages end; copies the address. */
  'overlay:renew': { send: undefined; get: Result<null> }
  /** The question as it is, while a person holds a button down; to the pop-up alone. The one answer that is never covered. */
  'approvals:reveal': { send: { id: ApprovalId }; get: Result<OpenApproval> }
  /**
   * The main window has let go of all it had drawn, because stream-safe mode was switched: what it keeps, as it may be
   * shown now; null where nobody knows what a mark in it stood for.
   */
  'stream:anew': { send: { texts: readonly string[] }; get: Result<readonly { readonly text: string | null }[]> }
  /** The pop-up tells how high its content is, in CSS pixels. */
  'pop-up:resize': { send: { height: number }; get: Result<null> }
}

/** Everything the window is told without asking. */
export interface Pushes {
  'live:arrived': SentPage
  'calls:changed': readonly CallInFlight[]
  'approvals:changed': readonly OpenApproval[]
  'servers:changed': readonly Server[]
  'settings:problem-changed': SettingsProblem | null
  'updates:changed': UpdateState
  'trouble:changed': Trouble
  'clients:changed': KnownClients
  'connect:guests-changed': readonly Guest[]
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
  'desk:changed': DeskState
  /** The window is to show this. */
  'window:go': ShellPlace
  /** To the pop-up, which is always there. */
  'sound:play': SoundToPlay
}

export type RequestChannel = keyof Requests
export type PushChannel = keyof Pushes

const requests: Readonly<Record<RequestChannel, true>> = {
  'app:info': true,
  'live:page': true,
  'live:way': true,
  'live:last-hour': true,
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
  'servers:reject': true,
  'servers:reconsider': true,
  'servers:remove': true,
  'servers:trust-certificate': true,
  'servers:restore': true,
  'servers:edit': true,
  'servers:forget-certificate': true,
  'servers:reconnect': true,
  'servers:test': true,
  'servers:history': true,
  'servers:access': true,
  'servers:access-of': true,
  'capabilities:past': true,
  'capabilities:copy-example': true,
  'capabilities:attempt': true,
  'capabilities:withdraw': true,
  'capabilities:sandbox': true,
  'clients:list': true,
  'clients:add': true,
  'clients:edit': true,
  'clients:copy-token': true,
  'clients:revoke': true,
  'connect:guide': true,
  'connect:copy': true,
  'connect:preview': true,
  'connect:write': true,
  'connect:take-back': true,
  'connect:open-bundle': true,
  'connect:show-bundle': true,
  'connect:guests': true,
  'connect:findings': true,
  'connect:mend-endpoint': true,
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
  'rules:restore': true,
  'undo:list': true,
  'undo:preview': true,
  'undo:run': true,
  'undo:runLast': true,
  'practice:play': true,
  'settings:get': true,
  'settings:change': true,
  'settings:problem': true,
  'settings:show-file': true,
  'panic:state': true,
  'panic:on': true,
  'panic:off': true,
  'panic:pause': true,
  'panic:end-pause': true,
  'desk:state': true,
  'desk:start-at-login': true,
  'updates:state': true,
  'updates:check': true,
  'updates:restart': true,
  'updates:open-releases': true,
  'trouble:state': true,
  'trouble:put-away': true,
  'trouble:connect': true,
  'trouble:copy-report': true,
  'trouble:show-log': true,
  'trouble:tell': true,
  'pop-up:shown': true,
  'overlay:state': true,
  'overlay:copy': true,
  'overlay:renew': true,
  'approvals:reveal': true,
  'stream:anew': true,
  'pop-up:resize': true,
}

const pushes: Readonly<Record<PushChannel, true>> = {
  'live:arrived': true,
  'calls:changed': true,
  'approvals:changed': true,
  'servers:changed': true,
  'clients:changed': true,
  'connect:guests-changed': true,
  'audit:changed': true,
  'consents:changed': true,
  'people:changed': true,
  'rules:changed': true,
  'panic:changed': true,
  'overlay:changed': true,
  'undo:changed': true,
  'settings:changed': true,
  'settings:problem-changed': true,
  'updates:changed': true,
  'trouble:changed': true,
  'pop-up:show': true,
  'desk:changed': true,
  'window:go': true,
  'sound:play': true,
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
