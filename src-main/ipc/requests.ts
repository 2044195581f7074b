/**
 * Requests: what each of them carries, and what its answer does.
 *
 * Who may ask stands in `channels.ts`, what a payload must look like in `payloads.ts`. What goes wrong comes back as the
 * error of a `Result`, of every request.
 */

import type { AnswerScope, ApprovalId, Decision, OpenApproval } from '../contract/approval.js'
import type { AskingPause } from '../contract/asking-pause.js'
import type { Attempt, AttemptReport, CapabilityPast } from '../contract/attempt.js'
import type { AuditFilter, AuditFormat, AuditPage, AuditQuery, AuditState, AuditStory } from '../contract/audit.js'
import type { BedrockSetup } from '../contract/bedrock.js'
import type { CallInFlight, JsonObject } from '../contract/call.js'
import type { ChatPage, ChatViewed, LocalModels, ModelChoice, ModelTest } from '../contract/chat.js'
import type { Bridge, Client, ClientChange, HeldRole, KnownClients, NewClient, NewKey } from '../contract/client.js'
import type { ConfigPreview, Finding, Guest, Guide, ProgramId } from '../contract/connection.js'
import type { ConsentDecision, OpenConsent } from '../contract/consent.js'
import type { GameApproval } from '../contract/game-approval.js'
import type { InputAnswer, OpenInputRequest } from '../contract/input-request.js'
import type { JavaFinding } from '../contract/java-finding.js'
import type {
  BackupsView,
  FoundServers,
  NewJavaServer,
  SetupPlan,
  SetupState,
  WrittenSetup,
} from '../contract/java-server.js'
import type { LeavingAnswer } from '../contract/leaving.js'
import type { CallWay, LastHour, Reading } from '../contract/live.js'
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
import type { ServiceDraft, ServicesView } from '../contract/service.js'
import type { ImportPreview, ImportSource } from '../contract/service-import.js'
import type { Settings, SettingsProblem } from '../contract/settings.js'
import type { Trouble, WindowProblem } from '../contract/trouble.js'
import type { UndoLastResult, UndoPage, UndoPreview, UndoQuery, UndoResult } from '../contract/undo.js'
import type { UpdateState } from '../contract/update.js'
import type { NewXiaozhi, XiaozhiChange, XiaozhiState, XiaozhiTest } from '../contract/xiaozhi.js'
import type {
  AnsweredOne,
  AppInfo,
  DesktopState,
  NewRule,
  NewServer,
  PanicKeys,
  RulePage,
  SentPage,
  SentServers,
  StateOfServer,
} from './shapes.js'

/** Name → what a page sends, and what it gets when nothing goes wrong. */
export interface Requests {
  'app:info': { send: undefined; get: AppInfo }
  /** The entries before a number, the newest when it is left out. */
  'live:page': { send: { before?: number }; get: SentPage }
  /** The way that a call took; null when it is not remembered any more. */
  'live:way': { send: { requestId: string }; get: CallWay | null }
  /** Who was notified of an event of the game, and what they asked after that; `id` is the entry's. */
  'live:readings': { send: { id: string }; get: readonly Reading[] }
  /** Of these servers; of all, with what reached none, when left out. */
  'live:last-hour': { send: { servers?: readonly string[] }; get: LastHour }
  'calls:list': { send: undefined; get: readonly CallInFlight[] }
  'approvals:list': { send: undefined; get: readonly OpenApproval[] }
  /** `once` and `exactly` when left out; `typed` where the request says what must be. */
  'approvals:decide': {
    send: { id: ApprovalId; decision: Decision; typed?: string } & Partial<AnswerScope>
    get: null
  }
  /** The same answer to several; nothing critical is approved so, and each counts by itself. */
  'approvals:decideMany': {
    send: { ids: readonly ApprovalId[]; decision: Decision } & Partial<AnswerScope>
    get: readonly AnsweredOne[]
  }
  /** A person reads it: the countdown stands still, within bounds. */
  'approvals:hold': { send: { id: ApprovalId }; get: null }
  'approvals:release': { send: { id: ApprovalId }; get: null }
  /** Brings the pop-up with this question to the front. */
  'approvals:show': { send: { id: ApprovalId }; get: null }
  /** All of them; what changes afterwards is pushed. */
  'servers:list': { send: undefined; get: SentServers }
  /** How each of them is, and nothing else. */
  'servers:states': { send: undefined; get: readonly StateOfServer[] }
  'servers:add': { send: NewServer; get: Server }
  'servers:add-java': { send: NewJavaServer; get: Server }
  'servers:add-demo': { send: undefined; get: Server }
  /** Opens the guide for authors of agents; answers where it is. */
  'servers:agent-guide': { send: undefined; get: { readonly at: string } }
  /** Accepts what the person saw, all of it or nothing. */
  'servers:accept': { send: { id: string; capabilities: readonly SeenCapability[] }; get: null }
  /** Remembered for a minute, so that a person can think better of it. */
  'servers:remove': { send: { id: string }; get: null }
  /** Takes the certificate whose fingerprint the person saw, and no other. */
  'servers:trust-certificate': { send: { id: string; fingerprint: string }; get: Server }
  /** What was removed within the last minute comes back, with its token. */
  'servers:restore': { send: { id: string }; get: Server }
  'servers:edit': { send: { id: string } & ServerChange; get: Server }
  /** From now on an authority must vouch for it, or the person again. */
  'servers:forget-certificate': { send: { id: string }; get: Server }
  'servers:reconnect': { send: { id: string }; get: null }
  /** Dials once and tells how far it came. */
  'servers:test': { send: ServerTrial; get: ServerTrialResult }
  /** The newest first. */
  'servers:history': { send: { id: string }; get: readonly ServerMoment[] }
  /** Who may do what there, the bridge first. */
  'servers:access': { send: { id: string }; get: readonly ClientAccess[] }
  'servers:access-of': { send: { id: string; client: string }; get: readonly CapabilityAccess[] }
  /** What each new capability will do once accepted, for a client without rights of its own. */
  'servers:waiting-access': { send: { id: string }; get: readonly CapabilityAccess[] }
  'services:list': { send: undefined; get: ServicesView }
  /** `remembered`: its keys outlive the program. */
  'services:add': {
    send: { readonly name: string; readonly draft: ServiceDraft }
    get: { readonly remembered: boolean }
  }
  'services:edit': {
    send: { readonly name: string; readonly draft: ServiceDraft }
    get: { readonly remembered: boolean }
  }
  'services:remove': { send: { readonly name: string }; get: null }
  'services:start': { send: { readonly name: string }; get: null }
  'services:stop': { send: { readonly name: string }; get: null }
  'services:restart': { send: { readonly name: string }; get: null }
  /** Opens the sign-in page of a service in the person's browser. */
  'services:sign-in': { send: { readonly name: string }; get: null }
  /** Ends a sign-in that waits, and gives up access. */
  'services:sign-out': { send: { readonly name: string }; get: null }
  /** Its last lines, the oldest first. */
  'services:log': { send: { readonly name: string }; get: readonly string[] }
  /** Files of clients in which there is something to move. */
  'services:sources': { send: undefined; get: readonly ImportSource[] }
  /** Null when the person chose none. */
  'services:choose-file': { send: undefined; get: ImportSource | null }
  /** Path of a JavaScript module that the person chose in a dialog of the system. */
  'services:choose-module': { send: undefined; get: string | null }
  'services:preview-import': {
    send: { readonly file: string; readonly names: readonly string[] }
    get: ImportPreview
  }
  /** `expected` is of the preview. Answers with the names of the services. */
  'services:import': {
    send: { readonly file: string; readonly names: readonly string[]; readonly expected: string }
    get: { readonly services: readonly string[] }
  }
  'services:undo-import': { send: { readonly file: string }; get: null }
  /** Rejects what the person saw, all of it or nothing, or takes such a no back. */
  'servers:reject': { send: { id: string; capabilities: readonly SeenCapability[] }; get: null }
  'servers:reconsider': { send: { id: string; capabilities: readonly SeenCapability[] }; get: null }
  'bedrock:setup': { send: undefined; get: BedrockSetup }
  /** Accepts a game that waits. */
  'bedrock:accept': { send: { id: string }; get: Server }
  'bedrock:reject': { send: { id: string }; get: null }
  /** The key that accepts one connection. */
  'bedrock:show-key': { send: undefined; get: { readonly key: string } }
  'bedrock:renew-key': { send: undefined; get: { readonly key: string } }
  /** `wasOpened`: false when no program of this computer opens it; its folder is shown then. */
  'bedrock:install-pack': { send: undefined; get: { readonly file: string; readonly wasOpened: boolean } }
  'bedrock:copy': { send: { what: 'connect' | 'login' | 'windows' }; get: null }
  /** What was found so far; the search goes on while somebody asks. */
  'java:search': { send: undefined; get: FoundServers }
  /** Opens the system's dialog; null when the person cancelled it. */
  'java:choose-folder': { send: undefined; get: { readonly folder: string } | null }
  /** Reads the folder and writes nothing. */
  'java:plan': { send: { folder: string }; get: SetupPlan }
  /** The password that a plan would write. */
  'java:show-password': { send: { id: string }; get: { readonly password: string } }
  /** Writes what a plan says, adds the server, and follows it until it is connected. */
  'java:apply': { send: { id: string }; get: SetupState }
  'java:setups': { send: undefined; get: readonly SetupState[] }
  /** Looks and connects now. `id` is the server's, as in the next two. */
  'java:check-now': { send: { id: string }; get: null }
  /** Puts `server.properties` back and removes the server. */
  'java:restore-file': { send: { id: string }; get: null }
  /** What Gatehouse wrote into the server's folder; null when nothing. */
  'java:written': { send: { id: string }; get: WrittenSetup | null }
  /** Tries the connection once; empty when everything works. */
  'java:check': { send: { id: string }; get: readonly JavaFinding[] }
  /** `id` is the server's; null where its folder is not on this computer. */
  'backups:state': { send: { id: string }; get: BackupsView | null }
  /** Answers when it is made. */
  'backups:make': { send: { id: string; name?: string }; get: null }
  /** Puts a backup in the place of the worlds; answers when it is done. `confirmedStopped`: a person says that the server is stopped. */
  'backups:restore': { send: { id: string; backup: string; confirmedStopped: boolean; typed?: string }; get: null }
  'backups:remove': { send: { id: string; backup: string }; get: null }
  /** Ends the backup that runs. */
  'backups:cancel': { send: { id: string }; get: null }
  /** What happens when an AI client without rights of its own asks, by id of the capability. */
  'capabilities:outlook': { send: undefined; get: Readonly<Record<string, CapabilityAccess>> }
  /** What can be done. `id` is the capability's. */
  'capabilities:past': { send: { id: string }; get: CapabilityPast }
  /** Copies the parameters of one of its examples. */
  'capabilities:copy-example': { send: { id: string; server: string; at: number }; get: null }
  /** The person tries it, on the way of any call; answers when the call has ended, asked or not. */
  'capabilities:attempt': { send: Attempt; get: AttemptReport }
  /** Takes an attempt back. */
  'capabilities:withdraw': { send: { id: string }; get: null }
  /** Where it can do no harm. */
  'capabilities:sandbox': {
    send: { capabilityId: string; server: string; arguments: JsonObject }
    get: SandboxTrial
  }
  /** Who may ask. */
  'clients:list': { send: undefined; get: KnownClients }
  'clients:add': { send: NewClient; get: NewKey }
  /** Changes what a client, or the bridge, may do; what is left out stays. */
  'clients:edit': { send: { id: string } & ClientChange; get: Client | Bridge }
  /** Copies the key that was made last, if it is this client's. */
  'clients:copy-token': { send: { id: string }; get: null }
  'clients:revoke': { send: { id: string }; get: null }
  /** How AI clients are connected, and who is there. */
  /** `name`: what the owner calls a program that we do not know. */
  'connect:guide': { send: { program: ProgramId; name?: string }; get: Guide }
  /**
   * Copies a recipe of the guide, by its place there; with the key of this client in it, as long as that can be copied.
   * One that starts the bridge names a key file, which is made when it is not there.
   */
  'connect:copy': { send: { program: ProgramId; name?: string; recipe: number; client?: string }; get: null }
  /** Makes the key file that a recipe names, for who copies its text by hand. */
  'connect:ensure-key': { send: { program: ProgramId; name?: string }; get: null }
  /** What would be written into a configuration of Claude Desktop, or with `back` put back; `file` is one of the guide. */
  'connect:preview': { send: { file: string; back?: true }; get: ConfigPreview }
  /** `expected` of the preview that the person saw. */
  'connect:write': { send: { file: string; expected: string }; get: null }
  'connect:take-back': { send: { file: string }; get: null }
  /** Makes the extension for Claude Desktop and opens it. */
  'connect:open-bundle': { send: undefined; get: { readonly file: string } }
  /** Answers where it lies: not every desktop has something that shows it. */
  'connect:show-bundle': { send: undefined; get: { readonly file: string } }
  /** Copies where it lies. */
  'connect:copy-bundle-path': { send: undefined; get: null }
  'connect:guests': { send: undefined; get: readonly Guest[] }
  /** Why a program, or a client with a key, does not come through. */
  'connect:findings': { send: { program: ProgramId } | { client: string }; get: readonly Finding[] }
  'connect:mend-endpoint': { send: undefined; get: null }
  /** Writes the key of a client again, where the bridge looks for it. */
  'connect:mend-key': { send: { client: string }; get: null }
  /** The audit trail. */
  'audit:search': { send: AuditQuery; get: AuditPage }
  /** One event with everything of its request; null when there is none. */
  'audit:get': { send: { id: string }; get: AuditStory | null }
  'audit:state': { send: undefined; get: AuditState }
  /** Asks the person for a file and writes it; null when they chose none. */
  'audit:export': {
    send: { format: AuditFormat; filter: AuditFilter }
    get: { readonly file: string; readonly rows: number } | null
  }
  /** Standing answers. `cursor`: `next` of the page before. */
  'rules:list': { send: { limit?: number; cursor?: RuleId }; get: RulePage }
  'rules:create': { send: NewRule; get: Rule }
  'rules:edit': { send: { id: RuleId; change: RuleChange }; get: Rule }
  'rules:remove': { send: { id: RuleId }; get: null }
  /** What was removed within the last minute comes back as it was. */
  'rules:restore': { send: { id: RuleId }; get: Rule }
  /** The owner has read that rules of an earlier version cover any arguments. */
  'rules:acknowledge': { send: undefined; get: null }
  /** Programs that came by OAuth and wait to be let in. */
  /** What services ask a person for. */
  'inputs:list': { send: undefined; get: readonly OpenInputRequest[] }
  /** Brings the pop-up with this one to the front. */
  'inputs:show': { send: { id: string }; get: null }
  'inputs:answer': { send: { id: string; answer: InputAnswer }; get: null }
  'consents:list': { send: undefined; get: readonly OpenConsent[] }
  /** `role` is the normal one when left out. */
  'consents:decide': { send: { id: string; decision: ConsentDecision; role?: HeldRole }; get: null }
  /** What can be undone, and was. */
  'undo:list': { send: UndoQuery; get: UndoPage }
  'undo:preview': { send: { requestId: string }; get: UndoPreview }
  /** `expected` is the hash of the preview that the person saw; `typed` where it says what must be. */
  'undo:run': {
    send: { requestId: string; expected: string; force?: boolean; typed?: string }
    get: UndoResult
  }
  'undo:runLast': {
    send: { client: string; server?: string; count: number; force?: boolean }
    get: UndoLastResult
  }
  /** Those who approve on a phone. */
  'people:list': { send: undefined; get: People }
  /** Offers to pair one more; an earlier offer ends. Where phones cannot reach this computer there is none. */
  'people:pair': { send: undefined; get: OpenPairing }
  /** `check`: the characters that stood there when the person compared. */
  'people:confirm': { send: { id: string; check: string }; get: PairedPerson }
  'people:cancel': { send: undefined; get: null }
  'people:revoke': { send: { id: string }; get: null }
  /** Plays an AI client in the demo world; answers when the question was. */
  'practice:play': { send: undefined; get: Played }
  'settings:get': { send: undefined; get: Settings }
  'settings:change': { send: Partial<Settings>; get: Settings }
  /** What is wrong with the file behind the settings; null when nothing is. */
  'settings:problem': { send: undefined; get: SettingsProblem | null }
  /** Shows the file behind the settings, or the one that a problem is about, where the system keeps files. */
  'settings:show-file': { send: undefined; get: null }
  /** The pop-up tells which question stands before the person's eyes, and which others with it. */
  'pop-up:shown': { send: { id: ApprovalId; others?: readonly ApprovalId[] }; get: null }
  /** Programs that were denied several times and ask nothing for a while, the newest first. */
  'asking:pauses': { send: undefined; get: readonly AskingPause[] }
  /** Ends the pause of one; `client` is the id of its key, or of the group without one. */
  'asking:let': { send: { client: string }; get: null }
  'panic:state': { send: undefined; get: PanicState & { readonly keys: PanicKeys } }
  /** Stops everything. */
  'panic:on': { send: undefined; get: null }
  /** Lets actions run again, once the person has confirmed it. */
  'panic:off': { send: { confirmed: true }; get: null }
  /** Stops everything for so many minutes, or until a person ends it. */
  'panic:pause': { send: { minutes?: number }; get: null }
  /** Ends a pause, and nothing that is more than one. */
  'panic:end-pause': { send: undefined; get: null }
  'desktop:state': { send: undefined; get: DesktopState }
  'desktop:start-at-login': { send: { on: boolean }; get: DesktopState }
  /** Quits; where that matters a person is asked first (`window:leaving`). */
  'desktop:quit': { send: undefined; get: null }
  /** What a person answered when they were asked about leaving. */
  'desktop:leave': { send: { answer: LeavingAnswer }; get: null }
  /** Shows the documents that came with this copy where the system keeps files. */
  'desktop:show-documents': { send: undefined; get: null }
  /** Newer versions of the program. */
  'updates:state': { send: undefined; get: UpdateState }
  'updates:check': { send: undefined; get: null }
  /** Restarts into the version that is ready, as soon as no question is open and no call is on its way. */
  'updates:restart': { send: undefined; get: null }
  /** Opens the page of releases in the person's browser. */
  'updates:open-releases': { send: undefined; get: null }
  /** How the last run ended. */
  'trouble:state': { send: undefined; get: Trouble }
  /** The person has seen it. */
  'trouble:put-away': { send: undefined; get: null }
  /** Connects to the servers after a careful start. */
  'trouble:connect': { send: undefined; get: null }
  /** Copies a report without anything of a game in it. */
  'trouble:copy-report': { send: undefined; get: null }
  'trouble:show-log': { send: undefined; get: null }
  /** Something failed in the page; main keeps it in the log. */
  'trouble:tell': { send: WindowProblem; get: null }
  /** Endpoints of voice devices. */
  'xiaozhi:state': { send: undefined; get: readonly XiaozhiState[] }
  /** Connects once, and says whether the token was accepted. */
  'xiaozhi:test': { send: { address: string }; get: XiaozhiTest }
  'xiaozhi:add': { send: NewXiaozhi; get: { readonly id: string; readonly isKept: boolean } }
  'xiaozhi:change': { send: { id: string; change: XiaozhiChange }; get: null }
  'xiaozhi:readdress': { send: { id: string; address: string }; get: { readonly isKept: boolean } }
  'xiaozhi:remove': { send: { id: string }; get: null }
  'xiaozhi:connect': { send: { id: string }; get: null }
  /** Conversations of players with the AI. */
  'chat:state': { send: undefined; get: ChatPage }
  /** Says what the page looks at; it is pushed. */
  'chat:show': { send: ChatViewed; get: null }
  /** Asks a model one short question. */
  'chat:test': { send: ModelChoice; get: ModelTest }
  /** Programs on this computer that serve models. */
  'chat:local-models': { send: undefined; get: readonly LocalModels[] }
  /** Keeps the key of a model for its address, in the system's store; an empty one is removed. */
  'chat:keep-key': { send: { baseUrl: string; token: string }; get: { readonly isKept: boolean } }
  /** The key that players log in with. */
  'chat:login-key': { send: undefined; get: { readonly text: string } }
  'chat:renew-login-key': { send: undefined; get: { readonly text: string } }
  'chat:copy-login-key': { send: undefined; get: null }
  /** The owner's own player, who answers requests in the game. */
  'game-approval:state': { send: undefined; get: GameApproval }
  /** Begins to link a player; they are linked when they type the code in the game. */
  'game-approval:link': { send: { server: string; player: string }; get: null }
  'game-approval:cancel-link': { send: undefined; get: null }
  'game-approval:unlink': { send: undefined; get: null }
  /** Continues after too many wrong codes. */
  'game-approval:resume': { send: undefined; get: null }
  /** How the overlay stands. */
  'overlay:state': { send: undefined; get: OverlayState }
  /** Copies the address for OBS with its key, which no page sees; makes the first key. */
  'overlay:copy': { send: undefined; get: null }
  /** A new key in place of the old one, whose pages end; copies the address. */
  'overlay:renew': { send: undefined; get: null }
  /** The question as it is, while a person holds a button down. The one answer that is never covered. */
  'approvals:reveal': { send: { id: ApprovalId }; get: OpenApproval }
  /**
   * The main window has let go of all it had drawn, because stream-safe mode was switched: what it keeps, as it may be
   * shown now; null where nobody knows what a mark in it stood for.
   */
  'stream:page-reset': { send: { texts: readonly string[] }; get: readonly { readonly text: string | null }[] }
  /** The pop-up tells how high its content is, in CSS pixels. */
  'pop-up:resize': { send: { height: number }; get: null }
}
