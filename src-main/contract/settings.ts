/** Settings: what a person chose. Secrets are never among them (invariant 8). Their format is `schemas/config-v1.json`. */
import type { ContractError } from './generated/error.js'
import { defaultOverlay, type OverlaySettings } from './overlay.js'

export interface AgentServer {
  readonly id: string
  readonly name: string
  /** `ws://host:port` or `wss://host:port`. */
  readonly address: string
  /** SHA-256 fingerprint of the certificate that a person trusted, as `AB:CD:…`; the only one that will do. */
  readonly certificate?: string
}

/** SHA-256, in upper-case hexadecimal, colon-separated. */
export const fingerprintPattern = '^([0-9A-F]{2}:){31}[0-9A-F]{2}$'

export interface Settings {
  readonly language: 'system' | 'en' | 'zh'
  readonly theme: 'system' | 'light' | 'dark'
  readonly servers: readonly AgentServer[]
  /** The built-in demo world is among the servers. */
  readonly demoWorld: boolean
  /** Days that the audit trail keeps its rows. */
  readonly auditDays: number
  /** Mebibytes that the audit trail may take up; beyond them the oldest rows go first. */
  readonly auditMebibytes: number
  /** IP addresses are not written into the audit trail. */
  readonly redactAddresses: boolean
  /** Distinct people who must agree to what is critical; 1 for a lone owner, who types what they approve. */
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
  /** A second person may approve on a phone in the same network; the port is this computer's. */
  readonly lanApprovals: { readonly enabled: boolean; readonly port: number }
  /** What a stream must not show is covered, wherever something is shown. */
  readonly streamSafe: boolean
  /** Names that a stream does not show. */
  readonly streamNames: readonly string[]
  /** A page for the stream that shows what the AI is doing. */
  readonly overlay: OverlaySettings
}

/** What of the settings decides about calls. */
export type Governance = Pick<Settings, 'riskRules' | 'taintedMediumAsks' | 'panicStopsReading'>

/** What holds until a person chooses something else: nothing that is asked less, or kept shorter, than it could be. */
export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  servers: [],
  demoWorld: false,
  auditDays: 400,
  auditMebibytes: 2_048,
  redactAddresses: true,
  criticalQuorum: 2,
  quorums: {},
  riskRules: [],
  taintedMediumAsks: true,
  panicStopsReading: false,
  panicShortcut: 'CommandOrControl+Alt+Shift+P',
  lanApprovals: { enabled: false, port: 8_799 },
  streamSafe: false,
  streamNames: [],
  overlay: defaultOverlay,
}

/** Something is wrong with the file behind the settings. */
export interface SettingsProblem {
  readonly error: ContractError
  /** Absolute path of what a person should look at. */
  readonly file: string
}
