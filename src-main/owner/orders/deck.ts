/** Orders about the door of a Stream Deck. Guards invariant 8: its key goes to the clipboard, and to no page. */
import type { DeckState, DeckVerb } from '@shared/streaming/deck.js'
import type { OrdersAbout } from '../table/table.js'

export interface DeckAccess {
  readonly state: DeckState
  /** @throws GatewayError */
  addressOf(verb: DeckVerb): string
  renewKey(): void
}

export const deckOrders = (deck: DeckAccess, copy: (text: string) => Promise<void>): OrdersAbout<'deck'> => ({
  'deck:state': () => deck.state,
  'deck:copy': ({ verb }) => copy(deck.addressOf(verb)),
  'deck:renew': () => deck.renewKey(),
})
