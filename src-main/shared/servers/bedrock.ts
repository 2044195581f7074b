/** Bedrock worlds, as the window and the headless program see them. See docs/protocol.md#bedrock-connection. */

export const defaultBedrockPort = 8_080

export interface BedrockSettings {
  /** Whether games can connect. */
  readonly enabled: boolean
  readonly port: number
  /** Whether games on other devices of the network can connect too. */
  readonly network: boolean
  /** Whether connections are encrypted when the game supports it. */
  readonly encryption: boolean
}

export const defaultBedrock: BedrockSettings = {
  enabled: false,
  port: defaultBedrockPort,
  network: false,
  encryption: true,
}

/** Whether games can connect. `free`: an unused port. */
export type BedrockListenerState =
  | { readonly kind: 'off' }
  | { readonly kind: 'listening'; readonly host: string; readonly port: number }
  | { readonly kind: 'port-taken'; readonly port: number; readonly free?: number }
  | { readonly kind: 'failed'; readonly reason: string }

/** A game that connected and is not accepted yet. */
export interface WaitingGame {
  /** Random id of this connection; another connection with the same name has another id. */
  readonly id: string
  /** Id that its server will have. */
  readonly server: string
  /** The unverified name of its player, cleaned. */
  readonly player?: string
  /** Network address of the game. */
  readonly from: string
  readonly encrypted: boolean
  /** ISO 8601. */
  readonly since: string
}

export interface BedrockState {
  readonly listener: BedrockListenerState
  readonly waiting: readonly WaitingGame[]
}

/** Data of the window for adding a Bedrock world. */
export interface BedrockSetup extends BedrockState {
  readonly settings: BedrockSettings
  /** Addresses of this computer for the connect command, the most likely first. */
  readonly addresses: readonly string[]
}

/** The command that a player types. */
export const connectCommand = (address: string, port: number): string =>
  `/connect ${address.includes(':') ? `[${address}]` : address}:${port}`

/** The most likely command; undefined while games cannot connect. */
export function likelyCommand({ listener, addresses }: BedrockSetup): string | undefined {
  if (listener.kind !== 'listening') return undefined
  const isEverywhere = listener.host === '0.0.0.0'
  return connectCommand(isEverywhere ? (addresses[0] ?? '127.0.0.1') : listener.host, listener.port)
}

/** On Windows, older games cannot connect to the same computer until this command was run once in a terminal. */
export const windowsLoopbackCommand = 'CheckNetIsolation LoopbackExempt -a -n="Microsoft.MinecraftUWP_8wekyb3d8bbwe"'

/** `details.reason` of a Bedrock world whose game is not connected. */
export const bedrockOffline = 'bedrock-away'

/** Id of a Bedrock world. */
export const isBedrockId = (serverId: string): boolean => serverId.startsWith('bedrock:')
