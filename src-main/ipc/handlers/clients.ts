/**
 * Clients, for the window: who may ask and do what, giving a key, taking one away.
 *
 * Guards invariant 8: a new key crosses to the main window once, and can be copied until the next is made; no other page
 * learns of keys or of who has one. Guards invariant 6: rights change here and on the command line, over no route of a
 * consumer.
 */
import type { Bridge, Client, ClientChange, KnownClients, NewClient, NewKey } from '../../contract/client.js'
import { GatewayError } from '../../contract/gateway-error.js'
import { failed, ok } from '../result.js'
import type { Handlers } from '../typed-ipc.js'
import { forWindow } from '../window-only.js'
import type { FreshKey } from './fresh-key.js'

export interface ClientKeys {
  known(): KnownClients
  /** @throws GatewayError */
  add(client: NewClient): NewKey
  /** @throws GatewayError */
  edit(id: string, change: ClientChange): Client | Bridge
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
    'clients:list': (_nothing, sender) => forWindow(sender, () => keys.known()),
    'clients:edit': ({ id, ...change }, sender) => forWindow(sender, () => keys.edit(id, change)),
    'clients:add': (client, sender) =>
      forWindow(sender, () => {
        const made = keys.add(client)
        fresh.keep(made)
        return made
      }),
    'clients:copy-token': async ({ id }, sender) => {
      const key = sender === 'window' ? fresh.of(id) : undefined
      if (key === undefined) return failed(new GatewayError('PERMISSION.DENIED'))
      await copy(key)
      return ok(null)
    },
    'clients:revoke': ({ id }, sender) =>
      forWindow(sender, () => {
        keys.revoke(id)
        fresh.forget(id)
        return null
      }),
  }
}
