/** Orders and events for an AI VTuber. */
import { clientLimits } from '@shared/clients/client.js'
import { type NeuroState, type NeuroTest, neuroLimits } from '@shared/features/neuro.js'
import { as, flag, nothing, object, offered, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

const address = offered({ maxLength: neuroLimits.address })

export const neuroOrders = {
  'neuro:state': { by: ['window'], takes: nothing, returns: of<NeuroState | null>() },
  /** Connects once, and reports whether something listens. */
  'neuro:test': { by: ['window'], takes: object({ address }), returns: of<NeuroTest>() },
  'neuro:add': {
    by: ['window'],
    takes: object({ name: text({ maxLength: clientLimits.name }), address }),
    returns: of<null>(),
  },
  'neuro:change': {
    by: ['window'],
    takes: object(
      {},
      {
        enabled: flag,
        events: flag,
        address,
        tools: as<readonly string[] | null>({
          type: ['array', 'null'],
          maxItems: 1_000,
          items: offered({ maxLength: 128 }),
        }),
      },
    ),
    returns: of<null>(),
  },
  'neuro:remove': { by: ['window'], takes: nothing, returns: of<null>() },
  'neuro:connect': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const neuroEvents = {
  'neuro:changed': { to: ['window', 'stdin'], carries: of<NeuroState | null>() },
} satisfies EventTable
