/** Game ports: logins and answers of players in the chat of a game. */
import type { GameDecision } from '../../policy/approvals/game-decision.js'
import type { Subscribe } from './emitter.js'

export interface LoginChange {
  readonly serverId: string
  readonly player: string
  readonly isLoggedIn: boolean
}

/** Players who proved the chat key in the game. */
export interface LoggedIn {
  /** @param uuid of the account that has the name now, where the server proves it */
  isLoggedIn(serverId: string, player: string, uuid?: string): boolean
  readonly onDidChange: Subscribe<LoginChange>
}

export interface LoginAttempt {
  readonly serverId: string
  readonly player: string
  /** Of the player's account, where the server proves it. */
  readonly uuid?: string
  readonly message: string
  /** The source that rate limits apply to, for example a network address; the player on this server when omitted. */
  readonly source?: string
}

export type LoginResult =
  | { readonly kind: 'accepted'; readonly token: string }
  | { readonly kind: 'wrong'; readonly triesLeft: number }
  | { readonly kind: 'paused'; readonly retryMs: number }

/** A message that nothing proves to be of the player whose name it has: a displayed name, or an unknown account. */
export interface Unproven {
  readonly kind: 'unproven'
  readonly why: 'display' | 'account'
}

export interface ConnectionAttempt extends LoginAttempt {
  /** The owner of the game, as the game reports; omitted when it does not. */
  readonly owner?: string
}

/** Checks logins in messages of a game that is not accepted yet. */
export interface GameLogins {
  /** Undefined when the message is not a login. */
  attemptConnection(attempt: ConnectionAttempt): LoginResult | undefined
}

/** A message of a player that answers a request or proves their identity. */
export interface GameDecisionMessage {
  readonly serverId: string
  readonly player: string
  /** Of the player's account, where the server proves it. */
  readonly uuid?: string
  /** `number`: the code alone says what it means. */
  readonly answer: GameDecision | { readonly kind: 'number'; readonly code: string }
}

/** An answer that does not count, or a line with an open code. */
export interface RefusedDecision {
  readonly serverId: string
  readonly player: string
  /** `code-only`: the account in it wrote the line, but it is no answer. */
  readonly why: Unproven['why'] | 'code-only'
  /** Codes that the line contains: whoever reads the chat knows them now. */
  readonly codes: readonly string[]
}

/** Answers of players in chat, hidden from all others. For approvers only (invariant 6). */
export interface GameDecisionSource {
  readonly onDidReceive: Subscribe<GameDecisionMessage>
  readonly onDidRefuse: Subscribe<RefusedDecision>
  /** Hides a code from every event; returns the function that ends this. */
  protect(code: string): () => void
}
