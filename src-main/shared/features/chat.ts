/**
 * Chat: the settings of the AI that players talk to in the game, and its state in the window. See
 * docs/protocol.md#chat-commands.
 *
 * Guards invariant 8: none of these types contains the key of a model.
 */
import type { Role } from '../clients/client.js'

export const modelProviders = ['openai-compatible', 'anthropic'] as const
export type ModelProvider = (typeof modelProviders)[number]

export interface ModelChoice {
  readonly provider: ModelProvider
  /** For example `https://api.openai.com/v1`; empty until the owner chose one. */
  readonly baseUrl: string
  readonly name: string
}

/** Who may talk to the AI on a server. */
export const chatAudiences = ['nobody', 'logged-in', 'all'] as const
export type ChatAudience = (typeof chatAudiences)[number]

/** Dollars per million tokens. */
export interface ModelPrices {
  readonly input: number
  readonly output: number
}

/** High enough to enforce the daily limit for expensive models too. */
export const assumedPrices: ModelPrices = { input: 5, output: 25 }

export interface ChatSettings {
  /** The AI answers players. */
  readonly enabled: boolean
  readonly model: ModelChoice
  /** Dollars per million tokens; null means `assumedPrices`, or no cost for a model on this computer. */
  readonly prices: ModelPrices | null
  /** Dollars a day, of all players and of one. */
  readonly dailyLimit: number
  readonly playerDailyLimit: number
  /** The name that players write after the `@`. */
  readonly name: string
  /** Audience on all servers without an entry in `servers`. */
  readonly audience: ChatAudience
  /** Server id → audience. */
  readonly servers: Readonly<Record<string, ChatAudience>>
  /** Players who get no answer. */
  readonly muted: readonly { readonly server: string; readonly player: string }[]
  /** Who receives an answer. */
  readonly answers: 'player' | 'everybody'
  /** Lines of an answer before the player has to ask for more. */
  readonly lines: number
  /** Whether players see the model's thinking. */
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

/** The AI is off until the owner turns it on and chooses a model. */
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

/** Problems of a model; the window and the command line have a text for each. */
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
  /** The untrusted message of the endpoint, cleaned and shortened. */
  readonly says?: string
  /** Of `too-long`: how much the model can read, where the endpoint says so. */
  readonly contextTokens?: number
}

/** The list of tools that the model got in the test. */
export interface ToolListTest {
  readonly count: number
  /** Of the whole list. */
  readonly all: number
  /** The model's context, where the list was shortened for it. */
  readonly contextTokens?: number
}

export type ModelTest =
  | { readonly ok: true; readonly milliseconds: number; readonly usesTools: boolean; readonly tools: ToolListTest }
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

/** Prefix of the caller id of a player. No key has such an id. */
const playerPrefix = 'chat:'
/** Id of the listener to the chat of all servers. */
export const chatListenerId = 'chat-listener'
/** Prefix of the id of the sender of answers; followed by the digest of a player. */
const senderPrefix = 'chat-sender:'

export const chatSenderId = (digest: string): string => `${senderPrefix}${digest}`

export const isChatSender = ({ id }: { readonly id: string }): boolean => id.startsWith(senderPrefix)

/** The caller id of a player who asks by chat. @param digest of the server and the player */
export const chatPlayerId = (digest: string): string => `${playerPrefix}${digest}`

export const isChatPlayer = ({ id }: { readonly id: string }): boolean => id.startsWith(playerPrefix)

/** The state of a tool call of an answer. */
export type ChatToolState = 'running' | 'waiting' | 'done' | 'denied' | 'expired' | 'failed' | 'stopped'

export interface ChatToolUse {
  /** Request id of the call, once it is known. */
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
  /** Dollars; absent while the answer is written. */
  readonly cost?: number
  readonly problem?: ModelProblem
}

export interface ChatConversation {
  readonly id: string
  readonly server: { readonly id: string; readonly name: string }
  readonly player: string
  readonly muted: boolean
  readonly state: 'idle' | 'answering' | 'waiting'
  /** Number of questions today. */
  readonly questions: number
  /** Cost in dollars today. */
  readonly cost: number
  /** The newest last. */
  readonly entries: readonly ChatEntry[]
}

/** A conversation without its entries. */
export interface ChatSummary extends Omit<ChatConversation, 'entries'> {
  /** The newest question, shortened. */
  readonly last?: { readonly at: string; readonly text: string }
}

/** The current view of the Chat tab. */
export interface ChatViewed {
  /** Id of a conversation; the newest when omitted or deleted. */
  readonly open?: string
  /** Only conversations that contain these words. */
  readonly words?: string
}

export interface ChatPage extends Omit<ChatState, 'conversations'> {
  /** Total number of conversations, without the search. */
  readonly total: number
  readonly conversations: readonly ChatSummary[]
  readonly open: ChatConversation | null
}

export interface ChatState {
  readonly enabled: boolean
  readonly name: string
  readonly isModelChosen: boolean
  /** Tokens of the chosen model's context, where the list of tools is short because of it. */
  readonly smallContext: number | null
  readonly costToday: number
  readonly dailyLimit: number
  /** The conversation with the newest entry first. */
  readonly conversations: readonly ChatConversation[]
}
