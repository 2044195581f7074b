/** Orders and events about viewers: where their chat is read, and what they suggest. */
import {
  type AudienceState,
  audienceSettingLimits,
  type SourceState,
  sourceIds,
  type TwitchAccountState,
} from '@shared/streaming/audience.js'
import { flag, integer, nothing, object, offered, oneOf, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

const address = offered({ minLength: 1, maxLength: audienceSettingLimits.address })
const password = text({ maxLength: 512 })
const source = oneOf(sourceIds)

export const audienceOrders = {
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
  'audience:send-suggestion': { by: ['window'], takes: object({ id: integer({ minimum: 1 }) }), returns: of<null>() },
  /** Copies a suggestion, marked as the text of others. */
  'audience:copy-suggestion': { by: ['window'], takes: object({ id: integer({ minimum: 1 }) }), returns: of<null>() },
  'audience:dismiss-suggestion': {
    by: ['window'],
    takes: object({ id: integer({ minimum: 1 }) }),
    returns: of<null>(),
  },
} satisfies OrderTable

export const audienceEvents = {
  'audience:changed': { to: ['window', 'stdin'], carries: of<AudienceState>() },
} satisfies EventTable
