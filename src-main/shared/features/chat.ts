/**
 * Chat: what the owner sets about the AI that players talk to in the game, and what the window shows of it. See
 * docs/protocol.md#chat-commands.
 *
 * Guards invariant 8: the key of a model is in none of these shapes.
 */
import type { Role } from '../clients/client.js'

export const modelProviders = ['openai-compatible', 'anthropic'] as const
export type ModelProvider = (typeof modelProviders)[number]

/** Which model answers. */
export interface ModelChoice {
  readonly provider: ModelProvider
  /** For example `https://api.openai.com/v1`; empty until the owner chose one. */
  readonly baseUrl: string
  readonly name: string
}

/** Who may talk to the AI on a server. */
export const chatAudiences = ['nobody', 'logged-in', 'all'] as const
export type ChatAudience = (typeof chatAudiences)[number]

/** Dollars for a million tokens. */
export interface ModelPrices {
  readonly input: number
  readonly output: number
}

/** High enough that the daily limit holds for expensive models too. */
export const assumedPrices: ModelPrices = { input: 5, output: 25 }

export interface ChatSettings {
  /** The AI answers players. */
  readonly enabled: boolean
  readonly model: ModelChoice
  /** Dollars for a million tokens; null: `assumedPrices`, and nothing for a model on this computer. */
  readonly prices: ModelPrices | null
  /** Dollars a day, of all players and of one. */
  readonly dailyLimit: number
  readonly playerDailyLimit: number
  /** What players write after the `@`. */
  readonly name: string
  /** On every server that `servers` does not name. */
  readonly audience: ChatAudience
  /** Id of a server → who may talk there. */
  readonly servers: Readonly<Record<string, ChatAudience>>
  /** Players who get no answer. */
  readonly muted: readonly { readonly server: string; readonly player: string }[]
  /** Who reads an answer. */
  readonly answers: 'player' | 'everybody'
  /** Lines of an answer before the player has to ask for more. */
  readonly lines: number
  /** Players see the model's thinking. */
  readonly thinking: boolean
  /** What the AI may do for players who are logged in, and for others. */
  readonly roles: { readonly loggedIn: Role; readonly others: Role }
}

export const chatLimits = {
  /** Characters. */
  baseUrl: 256,
  modelName: 128,
  name: 16,
  lines: { least: 1, most: 20 },
  dollars: 10_000,
  servers: 1_000,
  muted: 1_000,
} as const

/** Nobody talks to the AI until the owner turns it on and chooses a model. */
export const defaultChat: ChatSettings = {
  enabled: false,
  model: { provider: 'openai-compatible', baseUrl: '', name: '' },
  prices: null,
  dailyLimit: 2,
  playerDailyLimit: 0.5,
  name: 'ai',
  audience: 'logged-in',
  servers: {},
  muted: [],
  answers: 'player',
  lines: 6,
  thinking: false,
  roles: { loggedIn: 'admin', others: 'viewer' },
}

export const audienceOn = ({ audience, servers }: ChatSettings, serverId: string): ChatAudience =>
  (Object.hasOwn(servers, serverId) ? servers[serverId] : undefined) ?? audience

export const isModelChosen = ({ baseUrl, name }: ModelChoice): boolean => baseUrl !== '' && name !== ''

/** What can be wrong with a model; the window and the command line have words for each. */
export const modelProblems = [
  'not-chosen',
  'bad-address',
  'unreachable',
  'not-an-api',
  'key',
  'money',
  'rate',
  'model',
  'tools',
  'too-long',
  'broken-off',
  'too-large',
  'slow',
  'server',
  'other',
] as const
export type ModelProblemKind = (typeof modelProblems)[number]

export interface ModelProblem {
  readonly kind: ModelProblemKind
  /** The endpoint's own words, cleaned and short: untrusted. */
  readonly says?: string
}

/** What a test of a model found. */
export type ModelTest =
  | { readonly ok: true; readonly milliseconds: number; readonly usesTools: boolean }
  | { readonly ok: false; readonly problem: ModelProblem }

/** A program on this computer that serves models. */
export interface LocalModels {
  readonly program: 'Ollama' | 'LM Studio'
  readonly baseUrl: string
  readonly models: readonly string[]
}

/** One piece of an answer on the wire. See docs/protocol.md#chat-pieces. */
export interface ChatPiece {
  readonly type: 'content' | 'reasoning' | 'error'
  readonly content: string
}

export const thinkMarks = { start: '|think-start|', end: '|think-end|' } as const

/** A player as the AI's caller; no key leads to such an id. */
const playerPrefix = 'chat:'
/** Follows the chat of all servers. */
export const chatListenerId = 'chat-listener'
/** Writes the answers; the digest of a player follows. */
const senderPrefix = 'chat-sender:'

export const chatSenderId = (digest: string): string => `${senderPrefix}${digest}`

export const isChatSender = ({ id }: { readonly id: string }): boolean => id.startsWith(senderPrefix)

/** The id of a caller that is a player who asks by chat. @param digest of the server and the player */
export const chatPlayerId = (digest: string): string => `${playerPrefix}${digest}`

export const isChatPlayer = ({ id }: { readonly id: string }): boolean => id.startsWith(playerPrefix)

/** How a tool call of an answer stands. */
export type ChatToolState = 'running' | 'waiting' | 'done' | 'denied' | 'expired' | 'failed' | 'stopped'

export interface ChatToolUse {
  /** Of the call, once it is known. */
  readonly requestId?: string
  readonly approvalId?: string
  readonly capabilityId: string
  readonly arguments: Readonly<Record<string, unknown>>
  readonly state: ChatToolState
}

export interface ChatEntry {
  readonly id: number
  /** ISO 8601. */
  readonly at: string
  readonly from: 'player' | 'ai'
  /** Untrusted. */
  readonly text: string
  readonly tools: readonly ChatToolUse[]
  /** Dollars; absent while it is written. */
  readonly cost?: number
  readonly problem?: ModelProblem
}

export interface ChatConversation {
  readonly id: string
  readonly server: { readonly id: string; readonly name: string }
  readonly player: string
  readonly muted: boolean
  readonly state: 'idle' | 'answering' | 'waiting'
  /** Of today. */
  readonly questions: number
  /** Dollars, of today. */
  readonly cost: number
  /** The newest last. */
  readonly entries: readonly ChatEntry[]
}

/** A conversation without its entries. */
export interface ChatSummary extends Omit<ChatConversation, 'entries'> {
  /** The newest question, cut. */
  readonly last?: { readonly at: string; readonly text: string }
}

/** What the Chat tab looks at. */
export interface ChatViewed {
  /** Id of a conversation; the newest when left out or gone. */
  readonly open?: string
  /** Only conversations that hold these words. */
  readonly words?: string
}

/** What the Chat tab is sent. */
export interface ChatPage extends Omit<ChatState, 'conversations'> {
  /** Conversations, whatever words are looked for. */
  readonly total: number
  readonly conversations: readonly ChatSummary[]
  readonly open: ChatConversation | null
}

/** Everything that is known of the chat. */
export interface ChatState {
  readonly enabled: boolean
  readonly name: string
  readonly isModelChosen: boolean
  readonly costToday: number
  readonly dailyLimit: number
  /** The one with the newest entry first. */
  readonly conversations: readonly ChatConversation[]
}
