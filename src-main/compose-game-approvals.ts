/** Compose game approvals: the parts behind the owner's own player, who answers requests in the game. */
import { GameApprovals } from './approvers/game/game-approvals.js'
import type { ChatConsumer } from './consumers/chat/chat-consumer.js'
import type { Gateway } from './gateway/gateway.js'
import type { Clock, Log } from './gateway/ports.js'
import type { StreamSafe } from './gateway/stream-safe.js'
import type { SettingsStore } from './storage/settings-store.js'

export interface ComposeGameApprovalsOptions {
  readonly gateway: Gateway
  readonly settings: SettingsStore
  readonly stream: StreamSafe
  readonly chat: Pick<ChatConsumer, 'callerIdOf'>
  readonly clock: Clock
  readonly log: Log
}

export const composeGameApprovals = ({ gateway, chat, ...parts }: ComposeGameApprovalsOptions): GameApprovals =>
  new GameApprovals({
    ...parts,
    approvals: gateway.approvals,
    answers: gateway.answersInGame,
    registry: gateway.registry,
    callersOf: (serverId, player) => [chat.callerIdOf(serverId, player)],
  })
