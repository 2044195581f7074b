/** Bedrock worlds, as the window and the headless program see them. See docs/protocol.md#bedrock-connection. */

export const defaultBedrockPort = 8_080

export interface BedrockSettings {
  /** Games can connect. */
  readonly enabled: boolean
  readonly port: number
  /** Games on other devices of the network can connect too. */
  readonly network: boolean
  /** Connections are encrypted where the game can. */
  readonly encryption: boolean
}

export const defaultBedrock: BedrockSettings = {
  enabled: false,
  port: defaultBedrockPort,
  network: false,
  encryption: true,
}

/** Whether games can connect. `free`: a port that nobody uses now. */
export type BedrockListenerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'listening'; readonly host: string; readonly port: number }
  | { readonly kind: 'port-taken'; readonly port: number; readonly free?: number }
  | { readonly kind: 'failed'; readonly reason: string }

/** A game that connected and is not accepted yet. */
export interface WaitingGame {
  /** Of this one connection, at random: whoever connects next under the same name has another. */
  readonly id: string
  /** Id that its server gets. */
  readonly server: string
  /** What the game says is the name of its player: a claim, cleaned. */
  readonly player?: string
  /** Network address it comes from. */
  readonly from: string
  readonly encrypted: boolean
  /** ISO 8601. */
  readonly since: string
}

export interface BedrockState {
  readonly listener: BedrockListenerState
  readonly waiting: readonly WaitingGame[]
}

/** What the window shows when a Bedrock world is added. */
export interface BedrockSetup extends BedrockState {
  readonly settings: BedrockSettings
  /** Addresses of this computer that a game can type, the likeliest first. */
  readonly addresses: readonly string[]
}

/** What a player types. */
export const connectCommand = (address: string, port: number): string =>
  `/connect ${address.includes(':') ? `[${address}]` : address}:${port}`

/** The likeliest command to type; undefined while nobody can connect. */
export function likelyCommand({ listener, addresses }: BedrockSetup): string | undefined {
  if (listener.kind !== 'listening') return undefined
  const isEverywhere = listener.host === '0.0.0.0'
  return connectCommand(isEverywhere ? (addresses[0] ?? '127.0.0.1') : listener.host, listener.port)
}

/** Windows keeps older games from connecting to the same computer until this ran once in a terminal. */
export const windowsLoopbackCommand = 'CheckNetIsolation LoopbackExempt -a -n="Microsoft.MinecraftUWP_8wekyb3d8bbwe"'

/** `details.reason` of a Bedrock world whose game is not connected. */
export const bedrockOffline = 'bedrock-away'

/** Id of a Bedrock world. */
export const isBedrockId = (serverId: string): boolean => serverId.startsWith('bedrock:')
