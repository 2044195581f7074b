/** Settings: what a person chose. Secrets are never among them (invariant 8). */

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
  /** Rules of the owner that raise risk, as they wrote them; `policy/risk-rule-check.ts` says whether they are any. */
  readonly riskRules: unknown
  /** Who has read text from the game is asked about medium actions too. */
  readonly taintedMediumAsks: boolean
  /** While everything is stopped, nothing is read either. */
  readonly panicStopsReading: boolean
  /** Keys that stop everything, in Electron's words; none when empty. */
  readonly panicShortcut: string
}

/** What of the settings decides about calls. */
export type Governance = Pick<Settings, 'riskRules' | 'taintedMediumAsks' | 'panicStopsReading'>

export const defaultSettings: Settings = {
  language: 'system',
  theme: 'system',
  servers: [],
  demoWorld: false,
  riskRules: [],
  taintedMediumAsks: true,
  panicStopsReading: false,
  panicShortcut: 'CommandOrControl+Alt+Shift+P',
}
