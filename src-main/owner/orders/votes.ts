/** Orders about votes of viewers. */
import type { Caller } from '@contract/call.js'
import type { VotesState } from '@shared/streaming/votes.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface VotesAccess {
  readonly state: VotesState
  /** @throws GatewayError when viewers cannot be asked */
  start(approvalId: string, startedBy: Caller): Promise<void>
  /** @throws GatewayError when no vote runs */
  end(): void
}

export const voteOrders = (votes: VotesAccess): OrdersAbout<'votes'> => ({
  'votes:state': () => votes.state,
  'votes:start': ({ id }, giver) =>
    votes.start(id, { type: 'user', id: personOf(giver).id, name: personOf(giver).name }),
  'votes:end': () => votes.end(),
})
