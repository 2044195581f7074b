/**
 * Game approval: the owner's own player, who can answer requests in the game, as the window shows it.
 *
 * Guards invariant 8: none of these types contains a code of a request.
 */

import type { AccountCheck } from '../servers/server.js'

/** Stored in the settings; pages cannot change it there. */
export interface GameApprover {
  /** Id. */
  readonly server: string
  /** The name exactly as in the game. */
  readonly player: string
  /** UUID of the account, where the server proves it. Absent in links that are older than this. */
  readonly uuid?: string
  /** Id of the person whose player it is; absent for the person at the computer. */
  readonly person?: string
  /** Paused after too many wrong codes, until the owner continues. */
  readonly paused: boolean
  /** Begins each of our messages to the player, so that no other text passes for one. Absent in `GameApproval`. */
  readonly word?: string
}

export const playerLinkLimits = { player: 32, word: 24, wrong: 3, milliseconds: 300_000 } as const

/** The linking of a player, who must prove that they are the owner's. */
export interface PlayerLinking {
  readonly server: string
  readonly player: string
  /** What the player types before the code. */
  readonly command: string
  /** The code that the player types; absent in stream-safe mode. */
  readonly code?: string
  /** ISO 8601. */
  readonly endsAt: string
}

export const linkProblems = [
  'expired',
  'wrong-codes',
  'other-player',
  'no-number',
  'not-saved',
  'not-shown',
  'unproven',
] as const
/**
 * `not-shown`: the player is linked, but the game did not show them the message. `unproven`: an answer came of which
 * nothing proves who wrote it. `no-number`: the server takes no number of the player.
 */
export type PlayerLinkProblem = (typeof linkProblems)[number]

/** `chat-names`: plugins or mods can change the names in the chat, and the server has no `/trigger`. */
export type UnprovenReason = Exclude<AccountCheck, 'checked'> | 'chat-names'

export interface GameApproval {
  readonly approver: GameApprover | null
  readonly linking: PlayerLinking | null
  readonly problem: PlayerLinkProblem | null
  /** Ids of connected servers where a player can be linked. */
  readonly servers: readonly string[]
  /** Connected servers whose chat can be read, but which do not prove who a player is. */
  readonly unproven: readonly { readonly id: string; readonly why: UnprovenReason }[]
}

export const noGameApproval: GameApproval = { approver: null, linking: null, problem: null, servers: [], unproven: [] }
