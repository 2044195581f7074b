/** Orders and events for what the owner watches from elsewhere: telemetry and the daily digest. */
import type { DigestPlace } from '@shared/program/digest.js'
import { type TelemetryState, telemetryLimits } from '@shared/program/telemetry.js'
import { nothing, object, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const telemetryOrders = {
  'telemetry:state': { by: ['window'], takes: nothing, returns: of<TelemetryState>() },
  /** Stores the header for the collector in the credential store; an empty one removes it. */
  'telemetry:keep-header': {
    by: ['window'],
    takes: object({ header: text({ maxLength: telemetryLimits.header }) }),
    returns: of<{ readonly isKept: boolean }>(),
  },
  /** Sends the digest of the last 24 hours now, also when there is nothing in it. */
  'digest:send': {
    by: ['window'],
    takes: nothing,
    returns: of<{ readonly sent: readonly DigestPlace[]; readonly failed: readonly DigestPlace[] }>(),
  },
} satisfies OrderTable

export const telemetryEvents = {
  'telemetry:changed': { to: ['window'], carries: of<TelemetryState>() },
} satisfies EventTable
