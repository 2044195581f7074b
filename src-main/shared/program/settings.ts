/** Settings: the choices of a person, without secrets (invariant 8). Their format is `schemas/config-v1.json`. */

import type { ContractError } from '@contract/generated/error.js'
import { type AnswerMinutes, type AnswerPlaces, everyAnswerPlace } from '../approvals/answer-places.js'
import type { PostureSettings } from '../approvals/built-in-rule.js'
import { type DiscordSettings, defaultDiscord } from '../approvals/discord.js'
import type { GameApprover } from '../approvals/game-approval.js'
import type { OtherClients } from '../clients/keyless.js'
import type { PhoneNetwork } from '../clients/people.js'
import { type ChatSettings, defaultChat } from '../features/chat.js'
import type { NeuroSettings } from '../features/neuro.js'
import { defaultOverlay, type OverlaySettings } from '../features/overlay.js'
import type { XiaozhiEndpoint } from '../features/xiaozhi.js'
import { defaultRemote, type RemoteSettings } from '../remote/door-state.js'
import type { AddedGateway } from '../remote/gateway.js'
import type { AddedServer, BuildArea } from '../servers/added-server.js'
import { type BedrockSettings, defaultBedrock } from '../servers/bedrock.js'
import type { BackupSchedule } from '../servers/java-server.js'
import { type AudienceSettings, defaultAudience } from '../streaming/audience.js'
import { type DeckSettings, defaultDeck } from '../streaming/deck.js'
import { defaultObs, type ObsSettings } from '../streaming/obs.js'
import { defaultVotes, type VoteSettings } from '../streaming/votes.js'
import { type DigestSettings, defaultDigest } from './digest.js'
import { defaultTelemetry, type TelemetrySettings } from './telemetry.js'

/** SHA-256, in upper-case hexadecimal, colon-separated. */
export const fingerprintPattern = '^([0-9A-F]{2}:){31}[0-9A-F]{2}$'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/**
 * Times without notifications. They cross midnight when `until` is not after `from`; a night belongs to its first day.
 */
export interface QuietHours {
  readonly enabled: boolean
  /** `HH:MM`, local time. */
  readonly from: string
  readonly until: string
  readonly days: readonly Weekday[]
}

/** The enabled system notifications. */
export interface NotificationChoice {
  readonly enabled: boolean
  readonly questions: boolean
  /** Servers that disconnect or reconnect, and their new capabilities. */
  readonly servers: boolean
  /** Actions that a rule allowed. */
  readonly rules: boolean
  /** All calls are stopped; the audit trail is damaged. */
  readonly safety: boolean
}

/**
 * When a request shows its pop-up. `count`: never; it is only counted in the tray. `unless-full-screen` waits until no
 * program is full-screen.
 */
export const popUpModes = ['always', 'unless-full-screen', 'count'] as const
export type PopUpMode = (typeof popUpModes)[number]

export interface Settings extends PostureSettings {
  readonly language: 'system' | 'en' | 'zh'
  readonly theme: 'system' | 'light' | 'dark'
  /** The first steps were finished or skipped. */
  readonly welcomed: boolean
  readonly servers: readonly AddedServer[]
  /** Whether the built-in demo world is one of the servers. */
  readonly demoWorld: boolean
  /** Days for which the audit trail stores its rows. */
  readonly auditDays: number
  /** Maximum size of the audit trail in mebibytes; beyond it the oldest rows are deleted. */
  readonly auditMebibytes: number
  /** Whether the audit trail omits IP addresses. */
  readonly redactAddresses: boolean
  /**
   * Number of people who must agree to a critical call; 1 for a sole owner, who types the subject. 0 until the owner has
   * chosen: it counts as 1.
   */
  readonly criticalQuorum: number
  /**
   * Programs without a key of their own that nobody decided about. `unset` until the owner has chosen: the desktop
   * program asks, and a headless one allows them.
   */
  readonly otherClients: OtherClients | 'unset'
  /** Capability id or pattern → minimum number of people who must agree. */
  readonly quorums: Readonly<Record<string, number>>
  /** Risk rules of the owner, unparsed; `policy/risk/risk-rule-check.ts` validates them. */
  readonly riskRules: unknown
  /** Whether a stop also stops reads. */
  readonly panicStopsReading: boolean
  /** Electron accelerator that stops all calls; none when empty. */
  readonly panicShortcut: string
  /** HTTP port for AI clients, from the next start on; 0 selects a free one each time. */
  readonly httpPort: number
  /**
   * Whether a second person may approve on a phone in the same network, the port on this computer, and the networks.
   * Without networks the only ordinary one is chosen when it is switched on.
   */
  readonly lanApprovals: {
    readonly enabled: boolean
    readonly port: number
    readonly networks?: readonly PhoneNetwork[]
  }
  /** Whether and where windows of other computers connect. */
  readonly remote: RemoteSettings
  /** Which risks can be approved on phones and in the game. */
  readonly answerPlaces: AnswerPlaces
  /** Minutes without an answer after which a request is denied. */
  readonly answerMinutes: AnswerMinutes
  readonly popUp: PopUpMode
  /** Whether the pop-up is hidden from screen recordings, where the system supports it. */
  readonly hideFromCapture: boolean
  /** Electron accelerator that shows the open request; none when empty. */
  readonly questionShortcut: string
  readonly notifications: NotificationChoice
  /** Volume in percent. */
  readonly sounds: { readonly enabled: boolean; readonly volume: number }
  readonly quietHours: QuietHours
  /** Effect of closing the window. */
  readonly closing: 'tray' | 'quit'
  /** A person was informed once that a closed window stays in the tray. */
  readonly closingWasExplained: boolean
  /** Whether updates are downloaded automatically, and from which channel. */
  readonly updates: { readonly automatic: boolean; readonly channel: 'stable' | 'beta' }
  /** Redacts private data everywhere, for people who stream their screen. */
  readonly streamSafe: boolean
  /** Names that stream-safe mode hides. */
  readonly streamNames: readonly string[]
  /** Stream-safe mode also hides the names of players, without a list. */
  readonly streamHidesPlayers: boolean
  /** Page in a stream that shows the actions of the AI. */
  readonly overlay: OverlaySettings
  /** The OBS of a streamer. */
  readonly obs: ObsSettings
  /** Buttons of a Stream Deck. */
  readonly deck: DeckSettings
  /** What viewers may be asked, and how. */
  readonly votes: VoteSettings
  /** Where viewers of a stream are read from, and what they may do. */
  readonly audience: AudienceSettings
  /** Whether and where Bedrock games connect. */
  readonly bedrock: BedrockSettings
  /** Id of a Java server: when a backup of it is made. */
  readonly backupSchedules: Readonly<Record<string, BackupSchedule>>
  /** Id of a server: where AI may build on it. */
  readonly buildAreas: Readonly<Record<string, readonly BuildArea[]>>
  /** Accepted Bedrock games; the last connected one is at the end. */
  readonly bedrockGames: readonly { readonly id: string; readonly name: string }[]
  /** The AI that players talk to in the game. */
  readonly chat: ChatSettings
  /** Endpoints of voice devices; their addresses are in the credential store. */
  readonly xiaozhi: readonly XiaozhiEndpoint[]
  /** The AI VTuber that plays; null until a person adds it. */
  readonly neuro: NeuroSettings | null
  /** Gateways on other computers, whose windows this program opens. */
  readonly gateways: readonly AddedGateway[]
  /** Names of the services that may request the model of the chat, each time with an approval. */
  readonly serviceModels: readonly string[]
  /** The owner's own player, who can answer requests in the game; null unless the owner links one. */
  readonly gameApprover: GameApprover | null
  /** The owner's bot on Discord, whose channel gets requests; its token is in the credential store. */
  readonly discord: DiscordSettings
  /** Where traces, metrics and the log are sent. */
  readonly telemetry: TelemetrySettings
  /** The daily message about what AI did. */
  readonly digest: DigestSettings
}

/** The settings that affect decisions about calls. */
export type Governance = Pick<Settings, 'riskRules' | 'panicStopsReading' | 'posture' | 'builtInRules'>

/** The defaults: the most approvals and the longest storage. */
export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  welcomed: false,
  servers: [],
  demoWorld: false,
  auditDays: 400,
  auditMebibytes: 2_048,
  redactAddresses: true,
  criticalQuorum: 0,
  otherClients: 'unset',
  quorums: {},
  posture: 'balanced',
  builtInRules: {},
  riskRules: [],
  panicStopsReading: false,
  panicShortcut: 'CommandOrControl+Alt+Shift+P',
  httpPort: 0,
  lanApprovals: { enabled: false, port: 8_799 },
  remote: defaultRemote,
  answerPlaces: everyAnswerPlace,
  answerMinutes: 5,
  popUp: 'unless-full-screen',
  hideFromCapture: true,
  questionShortcut: 'CommandOrControl+Alt+Shift+G',
  notifications: { enabled: true, questions: true, servers: true, rules: false, safety: true },
  sounds: { enabled: true, volume: 60 },
  quietHours: { enabled: false, from: '22:00', until: '08:00', days: weekdays },
  closing: 'tray',
  closingWasExplained: false,
  updates: { automatic: true, channel: 'stable' },
  streamSafe: false,
  streamNames: [],
  streamHidesPlayers: true,
  overlay: defaultOverlay,
  obs: defaultObs,
  deck: defaultDeck,
  votes: defaultVotes,
  bedrock: defaultBedrock,
  backupSchedules: {},
  buildAreas: {},
  bedrockGames: [],
  audience: defaultAudience,
  chat: defaultChat,
  xiaozhi: [],
  neuro: null,
  gateways: [],
  serviceModels: [],
  gameApprover: null,
  discord: defaultDiscord,
  telemetry: defaultTelemetry,
  digest: defaultDigest,
}

/** Whether the owner did not choose the critical quorum yet. */
export const isQuorumUnset = ({ criticalQuorum }: Pick<Settings, 'criticalQuorum'>): boolean => criticalQuorum === 0

/** Whether the profile is unused. */
export const isFirstRun = ({ welcomed, servers, demoWorld }: Settings): boolean =>
  !welcomed && servers.length === 0 && !demoWorld

/** A problem with the settings file. */
export interface SettingsProblem {
  readonly error: ContractError
  /** Absolute path of the file. */
  readonly file: string
}
