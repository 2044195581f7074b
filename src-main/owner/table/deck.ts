/** Orders and events for the door of a Stream Deck. */
import { type DeckState, deckVerbs } from '@shared/streaming/deck.js'
import { nothing, object, oneOf } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const deckOrders = {
  'deck:state': { by: ['window'], takes: nothing, returns: of<DeckState>() },
  /** Copies the address of a button with the key, which no page sees; creates the first key. */
  'deck:copy': { by: ['window'], takes: object({ verb: oneOf(deckVerbs) }), returns: of<null>() },
  /** Replaces the key: the addresses that were copied stop working. */
  'deck:renew': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const deckEvents = {
  'deck:changed': { to: ['window'], carries: of<DeckState>() },
} satisfies EventTable
