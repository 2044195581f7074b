/** Compose game approvals: approvals by the owner's own player in the game. */
import { GameApprovals, type GameApprovalsDependencies } from '../approvers/game/game-approvals.js'
import type { ChatConsumer } from '../consumers/chat/chat-consumer.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'

export interface ComposeGameApprovalsOptions {
  readonly gateway: Pick<Gateway, 'approvals' | 'gameDecisions' | 'registry'>
  readonly settings: GameApprovalsDependencies['settings']
  readonly stream: GameApprovalsDependencies['stream']
  readonly chat: Pick<ChatConsumer, 'callerIdsOf'>
  readonly clock: Clock
  readonly log: Log
}

export const composeGameApprovals = ({ gateway, chat, ...deps }: ComposeGameApprovalsOptions): GameApprovals =>
  new GameApprovals({
    ...deps,
    approvals: gateway.approvals,
    answers: gateway.gameDecisions,
    registry: gateway.registry,
    // The same person may ask on one server and approve on another.
    callersOf: (serverId, player, uuid) =>
      [...new Set([serverId, ...gateway.registry.servers().map(({ id }) => id)])].flatMap((id) =>
        chat.callerIdsOf(id, player, uuid),
      ),
  })
