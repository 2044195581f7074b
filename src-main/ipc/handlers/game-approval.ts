/**
 * Game approval, for the window: linking the owner's own player, and taking that back.
 *
 * Guards invariant 6: a player is linked by what they type in the game alone; the window begins and ends it.
 */
import type { GameApproval } from '../../contract/game-approval.js'
import type { Handlers } from '../answer.js'

export interface GameApprovalAccess {
  readonly state: GameApproval
  link(server: string, player: string): void
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
  'game-approval:link': ({ server, player }) => approver.link(server, player),
  'game-approval:cancel-link': () => approver.cancelLink(),
  'game-approval:unlink': () => approver.unlink(),
  'game-approval:resume': () => approver.resume(),
})
