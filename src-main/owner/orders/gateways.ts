/** Orders about gateways on other computers: their list in the window of this computer. */

import { GatewayError } from '@contract/gateway-error.js'
import type { ListedGateway } from '@shared/remote/gateway.js'
import type { NewGateway } from '../gateways/pairing.js'
import type { OrdersAbout } from '../table/table.js'

export interface GatewayAccess {
  list(): readonly ListedGateway[]
  /** @throws GatewayError */
  add(given: NewGateway): Promise<ListedGateway>
  /** Shows its window. @throws GatewayError */
  show(id: string): void
  /** @throws GatewayError */
  remove(id: string): void
  /** @throws GatewayError */
  reconnect(id: string): void
}

export const gatewayOrders = (gateways: GatewayAccess): OrdersAbout<'gateways' | 'gateway'> => ({
  'gateways:list': () => gateways.list(),
  'gateways:add': (given) => gateways.add(given),
  'gateways:open': ({ id }) => gateways.show(id),
  'gateways:remove': ({ id }) => gateways.remove(id),
  'gateways:reconnect': ({ id }) => gateways.reconnect(id),
  'gateway:reconnect': () => {
    throw new GatewayError('PERMISSION.DENIED')
  },
})
