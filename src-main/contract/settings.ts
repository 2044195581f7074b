/** Settings: what a person chose. Secrets are never among them (invariant 8). */

export interface AgentServer {
  readonly id: string
  readonly name: string
  /** `ws://host:port` or `wss://host:port`. */
  readonly address: string
}

export interface Settings {
  readonly language: 'system' | 'en' | 'zh'
  readonly theme: 'system' | 'light' | 'dark'
  readonly servers: readonly AgentServer[]
  /** The built-in demo world is among the servers. */
  readonly demoWorld: boolean
}

export const defaultSettings: Settings = { language: 'system', theme: 'system', servers: [], demoWorld: false }
