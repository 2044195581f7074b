/**
 * Game approval: the owner's own player, who can answer requests in the game, and what the window shows of it.
 *
 * Guards invariant 8: no code of a request is in any of these shapes.
 */

/** Kept in the settings; no page can change it there. */
export interface GameApprover {
  /** Id. */
  readonly server: string
  /** Exactly as the game writes the name. */
  readonly player: string
  /** After too many wrong codes, until the owner continues. */
  readonly paused: boolean
}

export const playerLinkLimits = { player: 32, wrong: 3, milliseconds: 300_000 } as const

/** A player is to prove that they are the owner's. */
export interface PlayerLinking {
  readonly server: string
  readonly player: string
  /** What the player types after `#link`; absent while a stream must not show it. */
  readonly code?: string
  /** ISO 8601. */
  readonly endsAt: string
}

export const linkProblems = ['expired', 'wrong-codes', 'other-player', 'not-saved', 'not-shown'] as const
/** `not-shown`: the player is linked, but the game did not show them our message. */
export type PlayerLinkProblem = (typeof linkProblems)[number]

export interface GameApproval {
  readonly approver: GameApprover | null
  readonly linking: PlayerLinking | null
  readonly problem: PlayerLinkProblem | null
  /** Ids of connected servers where a player can be linked. */
  readonly servers: readonly string[]
}

export const noGameApproval: GameApproval = { approver: null, linking: null, problem: null, servers: [] }
