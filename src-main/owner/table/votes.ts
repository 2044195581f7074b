/** Orders and events for votes of viewers. */
import type { VotesState } from '@shared/streaming/votes.js'
import { id, nothing, object } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const votesOrders = {
  'votes:state': { by: ['window', 'pop-up'], takes: nothing, returns: of<VotesState>() },
  /** Asks viewers about a request. Their answer decides nothing. */
  'votes:start': { by: ['window', 'pop-up'], takes: object({ id }), returns: of<null>() },
  /** Ends the vote that runs, with the votes so far. */
  'votes:end': { by: ['window', 'pop-up'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const votesEvents = {
  'votes:changed': { to: ['window', 'pop-up'], carries: of<VotesState>() },
} satisfies EventTable
