/** Orders and events for what a streamer connects: the chat and votes of viewers, OBS, and a Stream Deck. */
import {
  type AudienceState,
  audienceSettingLimits,
  type SourceState,
  sourceIds,
  type TwitchAccountState,
} from '@shared/streaming/audience.js'
import { type DeckState, deckVerbs } from '@shared/streaming/deck.js'
import { type ObsState, type OverlayAdded, obsLimits, type ReplaySaved } from '@shared/streaming/obs.js'
import type { VotesState } from '@shared/streaming/votes.js'
import { flag, id, integer, nothing, object, offered, oneOf, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

const address = offered({ minLength: 1, maxLength: audienceSettingLimits.address })
const password = text({ maxLength: 512 })
const source = oneOf(sourceIds)
const suggestion = object({ id: integer({ minimum: 1 }) })

export const streamingOrders = {
  'audience:state': { by: ['window'], takes: nothing, returns: of<AudienceState>() },
  /** Connects to Streamer.bot once. Without a password the stored one is used. */
  'audience:test': { by: ['window'], takes: object({ address }, { password }), returns: of<SourceState>() },
  /** Switches Streamer.bot on. An empty password removes the stored one. */
  'audience:add': {
    by: ['window'],
    takes: object({ address }, { password }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  /** Switches a source off, signs out, and forgets its secrets. */
  'audience:remove': { by: ['window'], takes: object({ source }), returns: of<null>() },
  'audience:connect': { by: ['window'], takes: object({ source }), returns: of<null>() },
  /** Asks Twitch for a code that the person enters there. */
  'audience:sign-in': {
    by: ['window'],
    takes: object({ clientId: offered({ minLength: 1, maxLength: audienceSettingLimits.clientId }), polls: flag }),
    returns: of<TwitchAccountState>(),
  },
  'audience:cancel-sign-in': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Opens the page of Twitch where the code is entered. */
  'audience:open-sign-in': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Passes a suggestion to the AI: clients can read it, and an AI VTuber is notified. */
  'audience:send-suggestion': { by: ['window'], takes: suggestion, returns: of<null>() },
  /** Copies a suggestion, marked as the text of others. */
  'audience:copy-suggestion': { by: ['window'], takes: suggestion, returns: of<null>() },
  'audience:dismiss-suggestion': {
    by: ['window'],
    takes: suggestion,
    returns: of<null>(),
  },
  'votes:state': { by: ['window', 'pop-up'], takes: nothing, returns: of<VotesState>() },
  /** Asks viewers about a request. Their answer decides nothing. */
  'votes:start': { by: ['window', 'pop-up'], takes: object({ id }), returns: of<null>() },
  /** Ends the vote that runs, with the votes so far. */
  'votes:end': { by: ['window', 'pop-up'], takes: nothing, returns: of<null>() },
  'obs:state': { by: ['window'], takes: nothing, returns: of<ObsState>() },
  /** Connects now. */
  'obs:connect': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Stores the password in the credential store, and connects; an empty one removes it. */
  'obs:keep-password': {
    by: ['window'],
    takes: object({ password: text({ maxLength: obsLimits.password }) }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  /** Adds the overlay to the scene that OBS shows, and switches it on. */
  'obs:add-overlay': { by: ['window'], takes: nothing, returns: of<OverlayAdded>() },
  'obs:save-replay': { by: ['window'], takes: nothing, returns: of<ReplaySaved>() },
  'deck:state': { by: ['window'], takes: nothing, returns: of<DeckState>() },
  /** Copies the address of a button with the key, which no page sees; creates the first key. */
  'deck:copy': { by: ['window'], takes: object({ verb: oneOf(deckVerbs) }), returns: of<null>() },
  /** Replaces the key: the addresses that were copied stop working. */
  'deck:renew': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const streamingEvents = {
  'audience:changed': { to: ['window', 'stdin'], carries: of<AudienceState>() },
  'votes:changed': { to: ['window', 'pop-up'], carries: of<VotesState>() },
  'obs:changed': { to: ['window'], carries: of<ObsState>() },
  'deck:changed': { to: ['window'], carries: of<DeckState>() },
} satisfies EventTable
