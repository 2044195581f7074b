/** Orders and events for gateways on other computers: their list in the window of this computer, and the link of one. */
import { type GatewayIdentity, gatewayLimits, type ListedGateway } from '@shared/remote/gateway.js'
import { id, nothing, object, text } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

export const gatewaysOrders = {
  'gateways:list': { by: ['window'], takes: nothing, returns: of<readonly ListedGateway[]>() },
  /** Pairs this computer by a code of the gateway, and opens its window. */
  'gateways:add': {
    by: ['window'],
    takes: object({
      address: text({ minLength: 1, maxLength: gatewayLimits.address }),
      code: text({ minLength: 1, maxLength: gatewayLimits.code }),
    }),
    returns: of<ListedGateway>(),
  },
  /** Shows its window. */
  'gateways:open': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Deletes the key of this computer, and closes its window. */
  'gateways:remove': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Connects now. */
  'gateways:reconnect': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** The same from the window of a gateway. */
  'gateway:reconnect': { by: ['window'], takes: nothing, returns: of<null>() },
} satisfies OrderTable

export const gatewaysEvents = {
  'gateways:changed': { to: ['window'], carries: of<readonly ListedGateway[]>() },
  /** The link or the person of the gateway that this window belongs to. */
  'gateway:changed': { to: ['window', 'pop-up'], carries: of<GatewayIdentity>() },
} satisfies EventTable
