/**
 * Game approval, for the window: links and unlinks the owner's own player.
 *
 * Guards invariant 6: only what the player types in the game links them; the window starts and ends the process.
 */
import type { GameApproval } from '@shared/approvals/game-approval.js'
import type { Handlers } from '../request-handling.js'

export interface GameApprovalAccess {
  readonly state: GameApproval
  link(server: string, player: string, word?: string): void
  cancelLink(): void
  unlink(): void
  resume(): void
}

type Topic =
  | 'game-approval:state'
  | 'game-approval:link'
  | 'game-approval:cancel-link'
  | 'game-approval:unlink'
  | 'game-approval:resume'

export const gameApprovalHandlers = (approver: GameApprovalAccess): Pick<Handlers, Topic> => ({
  'game-approval:state': () => approver.state,
  'game-approval:link': ({ server, player, word }) => approver.link(server, player, word),
  'game-approval:cancel-link': () => approver.cancelLink(),
  'game-approval:unlink': () => approver.unlink(),
  'game-approval:resume': () => approver.resume(),
})
