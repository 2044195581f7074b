/** Compose game approvals: approvals by the owner's own player in the game. */
import { GameApprovals, type GameApprovalsParts } from '../approvers/game/game-approvals.js'
import type { ChatConsumer } from '../consumers/chat/chat-consumer.js'
import type { Gateway } from '../gateway/gateway.js'
import type { Clock, Log } from '../gateway/ports/runtime.js'

export interface ComposeGameApprovalsOptions {
  readonly gateway: Pick<Gateway, 'approvals' | 'gameDecisions' | 'registry'>
  readonly settings: GameApprovalsParts['settings']
  readonly stream: GameApprovalsParts['stream']
  readonly chat: Pick<ChatConsumer, 'callerIdOf'>
  readonly clock: Clock
  readonly log: Log
}

export const composeGameApprovals = ({ gateway, chat, ...parts }: ComposeGameApprovalsOptions): GameApprovals =>
  new GameApprovals({
    ...parts,
    approvals: gateway.approvals,
    answers: gateway.gameDecisions,
    registry: gateway.registry,
    // The same person may ask on one server and approve on another.
    callersOf: (serverId, player) =>
      [...new Set([serverId, ...gateway.registry.servers().map(({ id }) => id)])].map((id) =>
        chat.callerIdOf(id, player),
      ),
  })
