/** Orders and events for the OBS of a streamer. */
import { type ObsState, type OverlayAdded, obsLimits, type ReplaySaved } from '@shared/streaming/obs.js'
import { nothing, object, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const obsOrders = {
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
} satisfies OrderTable

export const obsEvents = {
  'obs:changed': { to: ['window'], carries: of<ObsState>() },
} satisfies EventTable
