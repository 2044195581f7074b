/** Pushes: messages to pages without a request. Their receivers are in `channels.ts`. */

import type { ApprovalId, OpenApproval } from '../contract/approval.js'
import type { AskingPause } from '../contract/asking-pause.js'
import type { AuditState } from '../contract/audit.js'
import type { BedrockSetup } from '../contract/bedrock.js'
import type { CallInFlight } from '../contract/call.js'
import type { ChatPage } from '../contract/chat.js'
import type { KnownClients } from '../contract/client.js'
import type { Guest } from '../contract/connection.js'
import type { OpenConsent } from '../contract/consent.js'
import type { GameApproval } from '../contract/game-approval.js'
import type { OpenInputRequest } from '../contract/input-request.js'
import type { SetupState } from '../contract/java-server.js'
import type { LeavingQuestion } from '../contract/leaving.js'
import type { OverlayState } from '../contract/overlay.js'
import type { PanicState } from '../contract/panic.js'
import type { People } from '../contract/people.js'
import type { ServicesView } from '../contract/service.js'
import type { Settings, SettingsProblem } from '../contract/settings.js'
import type { Trouble } from '../contract/trouble.js'
import type { UpdateState } from '../contract/update.js'
import type { XiaozhiState } from '../contract/xiaozhi.js'
import type {
  DesktopState,
  PanicKeys,
  SentPage,
  SentServers,
  ShellPlace,
  SoundToPlay,
  StateOfServer,
} from './shapes.js'

/** Name → payload of the push. */
export interface Pushes {
  'live:arrived': SentPage
  'calls:changed': readonly CallInFlight[]
  'approvals:changed': readonly OpenApproval[]
  /** Those that are others now; what they can do, only where that is another. */
  'servers:changed': SentServers
  'servers:states-changed': readonly StateOfServer[]
  /** Where Bedrock games connect, and which wait for acceptance. */
  'bedrock:changed': BedrockSetup
  'java:setups-changed': readonly SetupState[]
  /** Id of the server whose backups changed, or how far one of them is. */
  'backups:changed': { readonly id: string }
  'services:changed': ServicesView
  'settings:problem-changed': SettingsProblem | null
  'updates:changed': UpdateState
  'trouble:changed': Trouble
  'clients:changed': KnownClients
  'connect:guests-changed': readonly Guest[]
  /** The trail was checked, is broken, cannot be written or can be again. */
  'audit:changed': AuditState
  'inputs:changed': readonly OpenInputRequest[]
  'consents:changed': readonly OpenConsent[]
  'people:changed': People
  /** How many rules there are now, and whether some cannot be read. */
  'rules:changed': { readonly count: number; readonly damaged: boolean }
  'asking:changed': readonly AskingPause[]
  'panic:changed': PanicState & { readonly keys: PanicKeys }
  'xiaozhi:changed': readonly XiaozhiState[]
  'chat:changed': ChatPage
  'game-approval:changed': GameApproval
  'overlay:changed': OverlayState
  /** Request id of a call that was done and can be undone, or was undone. */
  'undo:changed': { readonly requestId: string }
  'settings:changed': { readonly settings: Settings; readonly language: 'en' | 'zh' }
  /** This question is to be shown. */
  'pop-up:show': { readonly id: ApprovalId }
  'desktop:changed': DesktopState
  /** The window is to show this. */
  'window:go': ShellPlace
  /** The person leaves, and is asked how. */
  'window:leaving': LeavingQuestion
  'sound:play': SoundToPlay
}
