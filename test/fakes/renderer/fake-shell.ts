/** Fake shell: the state of the simulated program. A fake bridge reads it at each request and changes it. */
import type { CallInFlight } from '@contract/call.js'
import type { OpenApproval } from '@shared/approvals/approval.js'
import type { AskingPause } from '@shared/approvals/asking-pause.js'
import type { Attempt, AttemptReport } from '@shared/approvals/attempt.js'
import { type DiscordView, noDiscord } from '@shared/approvals/discord.js'
import { type GameApproval, noGameApproval } from '@shared/approvals/game-approval.js'
import type { OpenInputRequest } from '@shared/approvals/input-request.js'
import type { PanicState } from '@shared/approvals/panic.js'
import type { Rule } from '@shared/approvals/rule.js'
import type { BuildFacts } from '@shared/build/build-preview.js'
import type { BuildState } from '@shared/build/build-state.js'
import type { StructureFile } from '@shared/build/structure-file.js'
import { type BridgeClient, bridge, type Client, normalRights } from '@shared/clients/client.js'
import type { OpenConsent } from '@shared/clients/consent.js'
import type { KeylessView } from '@shared/clients/keyless.js'
import type { PeopleView } from '@shared/clients/people.js'
import type { ListedPerson } from '@shared/clients/person.js'
import type { ChatState } from '@shared/features/chat.js'
import type { NeuroState } from '@shared/features/neuro.js'
import type { OverlayState } from '@shared/features/overlay.js'
import type { XiaozhiState } from '@shared/features/xiaozhi.js'
import type { CrashState } from '@shared/program/crash-state.js'
import { defaultSettings, type Settings, type SettingsProblem } from '@shared/program/settings.js'
import type { TelemetryState } from '@shared/program/telemetry.js'
import type { UpdateState } from '@shared/program/update.js'
import { defaultRemote, type RemoteView } from '@shared/remote/door-state.js'
import type { GatewayIdentity, ListedGateway } from '@shared/remote/gateway.js'
import type { BuildArea } from '@shared/servers/added-server.js'
import type { BackupsView } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import type { ConnectionEvent, ServerTrialResult } from '@shared/servers/server-care.js'
import type { ServicesView } from '@shared/servers/service.js'
import type { ImportSource } from '@shared/servers/service-import.js'
import type { AudienceState } from '@shared/streaming/audience.js'
import type { ObsState } from '@shared/streaming/obs.js'
import { noVotes, type VotesState } from '@shared/streaming/votes.js'
import type { AuditRow, AuditState } from '@shared/trail/audit.js'
import type { Absence, CallTrace, EventReader, LiveEntry } from '@shared/trail/live.js'
import type { UndoEntry, UndoPreview } from '@shared/trail/undo.js'
import type { DesktopState, Result } from '../../../src-main/owner/table/shapes.js'
import type { PageOrder } from '../../../src-main/owner/table/table.js'
import { exampleAttempt } from './capability-data.js'
import { fakeChat } from './chat-data.js'
import { type Connecting, connecting } from './connect-data.js'
import { noAudience } from './fake-audience.js'
import { noServices } from './fake-services.js'

export interface FakeShell {
  firstRun: boolean
  /** History by id of the server; what the trial of a connection comes to. */
  moments: Readonly<Record<string, readonly ConnectionEvent[]>>
  trial: ServerTrialResult

  settings: Settings
  settingsProblem: SettingsProblem | null
  servers: readonly Server[]
  approvals: readonly OpenApproval[]
  calls: readonly CallInFlight[]
  live: readonly LiveEntry[]
  /** Id of the request → its way. */
  ways: Readonly<Record<string, CallTrace>>
  /** Id of the entry → who received it. */
  readings: Readonly<Record<string, readonly EventReader[]>>
  backups: BackupsView | null
  services: ServicesView
  importSources: readonly ImportSource[]
  absence: Absence | null
  builds: readonly BuildState[]
  /** Of the requested build, when it is another than the usual one. */
  buildFacts: BuildFacts | undefined
  areas: readonly BuildArea[]
  structures: readonly StructureFile[]
  clients: readonly Client[]
  keyless: KeylessView
  bridge: BridgeClient
  consents: readonly OpenConsent[]
  inputs: readonly OpenInputRequest[]
  panic: PanicState
  askingPauses: readonly AskingPause[]
  desktop: DesktopState
  canHideFromCapture: boolean
  chat: ChatState
  xiaozhi: readonly XiaozhiState[]
  gateways: readonly ListedGateway[]
  /** The gateway that the window belongs to, when it is on another computer. */
  gateway: GatewayIdentity | undefined
  audience: AudienceState
  neuro: NeuroState | null
  gameApproval: GameApproval
  discord: DiscordView
  overlay: OverlayState
  votes: VotesState
  obs: ObsState
  telemetry: TelemetryState
  /** The unredacted request, shown while a button is held down. */
  unredacted: readonly OpenApproval[]
  people: PeopleView
  remote: RemoteView
  rules: readonly Rule[]
  rulesDamaged: boolean
  trail: readonly AuditRow[]
  trailState: AuditState
  undos: readonly UndoEntry[]
  preview: UndoPreview | undefined
  attempt: (attempt: Attempt) => AttemptReport
  connecting: Connecting
  portTaken: number | undefined
  crash: CrashState
  updates: UpdateState
  /** Channels that fail, with their errors. */
  failing: Partial<Record<PageOrder, Extract<Result<never>, { ok: false }>>>
}

const here: ListedPerson = {
  id: 'desktop',
  name: 'desktop',
  role: 'owner',
  addedAt: '2026-01-19T20:00:00.000Z',
  ways: [],
  present: [],
}

const emptyTrail: AuditState = {
  rows: 0,
  head: { sequence: 0, hash: '' },
  bytes: 0,
  verified: { until: 0, whole: true },
  signed: true,
}

const connectedObs: ObsState = {
  connection: {
    kind: 'connected',
    version: '31.0.3',
    streaming: true,
    recording: false,
    replay: 'running',
    chapters: 'unknown',
  },
  turned: { by: 'stream', at: '2026-01-19T20:01:00.000Z', result: 'switched' },
  hasPassword: true,
}

const goodTrial: ServerTrialResult = {
  ok: true,
  secure: false,
  name: 'Survival',
  software: 'Paper 1.21.4',
  agent: '1.0.0',
  older: false,
  capabilities: 42,
  refused: 1,
  registrationMs: 31.4,
  latencyMs: 1.8,
}

export const createFakeShell = (part: Partial<FakeShell>): FakeShell => ({
  firstRun: false,
  moments: {},
  trial: goodTrial,
  settings: defaultSettings,
  settingsProblem: null,
  chat: fakeChat,
  xiaozhi: [],
  gateways: [],
  gateway: undefined,
  audience: noAudience,
  neuro: null,
  gameApproval: noGameApproval,
  discord: noDiscord,
  votes: noVotes,
  overlay: { kind: 'on', address: 'http://127.0.0.1:8798/overlay', hasKey: true, watching: 1 },
  obs: connectedObs,
  telemetry: { kind: 'on', endpoint: 'http://127.0.0.1:4318', hasHeader: false, sent: 1_284, dropped: 0 },
  unredacted: [],
  servers: [],
  approvals: [],
  calls: [],
  live: [],
  ways: {},
  readings: {},
  backups: null,
  services: noServices,
  importSources: [],
  absence: null,
  builds: [],
  buildFacts: undefined,
  areas: [],
  structures: [],
  clients: [],
  keyless: { others: 'ask', programs: [], isPaused: false },
  bridge: { ...bridge, ...normalRights },
  consents: [],
  inputs: [],
  panic: { on: false },
  askingPauses: [],
  desktop: {
    questionKeys: { accelerator: defaultSettings.questionShortcut, works: true },
    startsAtLogin: false,
    log: '/home/mia/.local/share/gatehouse/gatehouse.log',
    documents: '/opt/Gatehouse/resources/docs',
  },
  canHideFromCapture: true,
  people: { lan: { kind: 'off' }, networks: [], people: [here], pairing: null },
  remote: { settings: defaultRemote, door: { kind: 'off' }, invitation: null },
  rules: [],
  rulesDamaged: false,
  trail: [],
  trailState: emptyTrail,
  undos: [],
  preview: undefined,
  attempt: exampleAttempt,
  connecting,
  portTaken: undefined,
  crash: { last: null, safeMode: false },
  updates: { kind: 'idle' },
  failing: {},
  ...part,
})
