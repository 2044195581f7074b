/** Settings: what a person chose. Secrets are never among them (invariant 8). Their format is `schemas/config-v1.json`. */

import type { ContractError } from '@contract/generated/error.js'
import type { PostureSettings } from '../approvals/built-in-rule.js'
import type { GameApprover } from '../approvals/game-approval.js'
import { type ChatSettings, defaultChat } from '../features/chat.js'
import { defaultOverlay, type OverlaySettings } from '../features/overlay.js'
import type { XiaozhiEndpoint } from '../features/xiaozhi.js'
import { type BedrockSettings, defaultBedrock } from '../servers/bedrock.js'

/** A server that a person added: behind an agent, or a Java server without one. */
export interface AddedServerSettings {
  readonly id: string
  readonly name: string
  /** `ws://host:port` or `wss://host:port` of an agent; `rcon://host:port` of a Java server. */
  readonly address: string
  /** Management protocol of a Java server. */
  readonly management?: { readonly address: string; readonly certificate?: string }
  /** Absolute path of a Java server's folder on this computer. */
  readonly folder?: string
  /** A person confirmed that the RCON password may cross the internet as plain text. */
  readonly plainTextConfirmed?: true
  /** SHA-256 fingerprint of the certificate that a person trusted, as `AB:CD:…`; the only one that will do. */
  readonly certificate?: string
}

/** SHA-256, in upper-case hexadecimal, colon-separated. */
export const fingerprintPattern = '^([0-9A-F]{2}:){31}[0-9A-F]{2}$'

export const weekdays = ['mon', 'tue', 'wed', 'thu', 'fri', 'sat', 'sun'] as const
export type Weekday = (typeof weekdays)[number]

/** When nothing makes itself noticed. Over midnight where `until` is not after `from`; a night belongs to the day it begins on. */
export interface QuietHours {
  readonly enabled: boolean
  /** `HH:MM`, of this computer's clock. */
  readonly from: string
  readonly until: string
  readonly days: readonly Weekday[]
}

/** What the system's notifications announce. */
export interface NotificationChoice {
  readonly enabled: boolean
  readonly questions: boolean
  /** Servers that went and came back, and what they newly offer. */
  readonly servers: boolean
  /** Actions that a rule let pass. */
  readonly rules: boolean
  /** Everything is stopped; the audit trail is broken. */
  readonly safety: boolean
}

/**
 * When a question brings its pop-up up by itself. `count`: never; it is only counted in the tray.
 * `unless-full-screen` waits until the screen is free.
 */
export const raisings = ['always', 'unless-full-screen', 'count'] as const
export type WindowRaising = (typeof raisings)[number]

export interface Settings extends PostureSettings {
  readonly language: 'system' | 'en' | 'zh'
  readonly theme: 'system' | 'light' | 'dark'
  /** The first steps were finished or left. */
  readonly welcomed: boolean
  readonly servers: readonly AddedServerSettings[]
  /** The built-in demo world is among the servers. */
  readonly demoWorld: boolean
  /** Days that the audit trail keeps its rows. */
  readonly auditDays: number
  /** Mebibytes that the audit trail may take up; beyond them the oldest rows go first. */
  readonly auditMebibytes: number
  /** IP addresses are not written into the audit trail. */
  readonly redactAddresses: boolean
  /**
   * Distinct people who must agree to what is critical; 1 for a lone owner, who types the name of what it is about.
   * 0 until a person has said who decides: it counts as 1.
   */
  readonly criticalQuorum: number
  /** Capability id or pattern → people who must agree at least. */
  readonly quorums: Readonly<Record<string, number>>
  /** Rules of the owner that raise risk, as they wrote them; `policy/risk-rule-check.ts` says whether they are any. */
  readonly riskRules: unknown
  /** Who has read text from the game is asked about medium actions too. */
  readonly taintedMediumAsks: boolean
  /** While everything is stopped, nothing is read either. */
  readonly panicStopsReading: boolean
  /** Keys that stop everything, in Electron's words; none when empty. */
  readonly panicShortcut: string
  /** Port at which AI clients come in over HTTP, from the next start on; 0 takes a free one each time. */
  readonly httpPort: number
  /** A second person may approve on a phone in the same network; the port is this computer's. */
  readonly lanApprovals: { readonly enabled: boolean; readonly port: number }
  readonly popUp: WindowRaising
  /** Nobody who records or shares the screen gets the pop-up, where the system can do that. */
  readonly hideFromCapture: boolean
  /** Keys that bring the open question up, in Electron's words; none when empty. */
  readonly questionShortcut: string
  readonly notifications: NotificationChoice
  /** Volume in percent. */
  readonly sounds: { readonly enabled: boolean; readonly volume: number }
  readonly quietHours: QuietHours
  /** What closing the window does. */
  readonly closing: 'tray' | 'quit'
  /** A person was informed once that a closed window stays in the tray. */
  readonly closingWasExplained: boolean
  /** Newer versions are looked for and brought here without being asked, and which ones. */
  readonly updates: { readonly automatic: boolean; readonly channel: 'stable' | 'beta' }
  /** Redacts private data everywhere, for people who stream their screen. */
  readonly streamSafe: boolean
  /** Names that a stream does not show. */
  readonly streamNames: readonly string[]
  /** A page for the stream that shows what the AI is doing. */
  readonly overlay: OverlaySettings
  /** Whether and where Bedrock games connect. */
  readonly bedrock: BedrockSettings
  /** Bedrock games that were accepted, the one that was there last at the end. */
  readonly bedrockGames: readonly { readonly id: string; readonly name: string }[]
  /** The AI that players talk to in the game. */
  readonly chat: ChatSettings
  /** Endpoints of voice devices; their addresses lie in the system's store. */
  readonly xiaozhi: readonly XiaozhiEndpoint[]
  /** Names of the services that may ask for the model of the chat, each time with an approval. */
  readonly serviceModels: readonly string[]
  /** The owner's own player, who can answer requests in the game; nobody unless the owner links one. */
  readonly gameApprover: GameApprover | null
}

/** What of the settings decides about calls. */
export type Governance = Pick<
  Settings,
  'riskRules' | 'taintedMediumAsks' | 'panicStopsReading' | 'posture' | 'builtInRules'
>

/** What holds until a person chooses something else: nothing that is asked less, or kept shorter, than it could be. */
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
  quorums: {},
  posture: 'balanced',
  builtInRules: {},
  riskRules: [],
  taintedMediumAsks: true,
  panicStopsReading: false,
  panicShortcut: 'CommandOrControl+Alt+Shift+P',
  httpPort: 0,
  lanApprovals: { enabled: false, port: 8_799 },
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
  overlay: defaultOverlay,
  bedrock: defaultBedrock,
  bedrockGames: [],
  chat: defaultChat,
  xiaozhi: [],
  serviceModels: [],
  gameApprover: null,
}

/** Nobody has said yet who decides about what is critical. */
export const isQuorumUnset = ({ criticalQuorum }: Pick<Settings, 'criticalQuorum'>): boolean => criticalQuorum === 0

/** Nobody has used this profile yet. */
export const isFirstRun = ({ welcomed, servers, demoWorld }: Settings): boolean =>
  !welcomed && servers.length === 0 && !demoWorld

/** Something is wrong with the file behind the settings. */
export interface SettingsProblem {
  readonly error: ContractError
  /** Absolute path of what a person should look at. */
  readonly file: string
}
