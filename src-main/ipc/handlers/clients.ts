/**
 * Clients, for the window: clients and their rights, creating and revoking keys.
 *
 * Guards invariant 8: a new key is sent to the main window once, and can be copied until the next one is created; no
 * other page has access to keys. Guards invariant 6: rights change only here and on the command line, never over a
 * consumer's route.
 */

import { GatewayError } from '@contract/gateway-error.js'
import type { BridgeClient, Client, ClientChange, KnownClients, NewClient, NewKey } from '@shared/clients/client.js'
import type { Handlers } from '../request-handling.js'
import type { FreshKey } from './fresh-key.js'

export interface ClientKeys {
  known(): KnownClients
  /** @throws GatewayError */
  add(client: NewClient): NewKey
  /** @throws GatewayError */
  edit(id: string, change: ClientChange): Client | BridgeClient
  /** @throws GatewayError */
  revoke(id: string): void
}

type Topic = 'clients:list' | 'clients:add' | 'clients:edit' | 'clients:copy-token' | 'clients:revoke'

export function clientHandlers(
  keys: ClientKeys,
  fresh: FreshKey,
  copy: (text: string) => Promise<void>,
): Pick<Handlers, Topic> {
  return {
    'clients:list': () => keys.known(),
    'clients:edit': ({ id, ...change }) => keys.edit(id, change),
    'clients:add': (client) => {
      const made = keys.add(client)
      fresh.keep(made)
      return made
    },
    'clients:copy-token': ({ id }) => {
      const key = fresh.of(id)
      if (key === undefined) throw new GatewayError('PERMISSION.DENIED')
      return copy(key)
    },
    'clients:revoke': ({ id }) => {
      keys.revoke(id)
      fresh.forget(id)
    },
  }
}
