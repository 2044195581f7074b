/** Orders about votes of viewers. */
import type { Caller } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { VotesState } from '@shared/streaming/votes.js'
import type { SettingsStore } from '../../storage/settings-store.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface VotesAccess {
  readonly state: VotesState
  /** @throws GatewayError when viewers cannot be asked */
  start(approvalId: string, startedBy: Caller): Promise<void>
  /** @throws GatewayError when no vote runs */
  end(): void
}

export const voteOrders = (
  votes: VotesAccess,
  settings: Pick<SettingsStore, 'get' | 'change'>,
): OrdersAbout<'votes'> => ({
  'votes:state': () => votes.state,
  'votes:start': ({ id }, giver) =>
    votes.start(id, { type: 'user', id: personOf[giver].id, name: personOf[giver].name }),
  'votes:exclude': ({ accounts }) => {
    const { audience } = settings.get()
    if (!settings.change({ audience: { ...audience, bots: accounts } }))
      throw new GatewayError('SYSTEM.SETTINGS_UNWRITABLE')
  },
  'votes:end': () => votes.end(),
})
