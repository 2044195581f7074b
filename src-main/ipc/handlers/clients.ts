/**
 * Clients, for the window: who has a key, giving one, taking one away.
 *
 * Guards invariant 8: a new key crosses to the main window once, and can be copied until the next is made; no other page
 * learns of keys or of who has one.
 */
import type { Client, NewClient, NewKey } from '../../contract/client.js'
import { asGatewayError, GatewayError } from '../../contract/gateway-error.js'
import type { Result } from '../channels.js'
import { failed, ok } from '../result.js'
import type { Handlers, Sender } from '../typed-ipc.js'

export interface ClientKeys {
  list(): Client[]
  /** @throws GatewayError */
  add(client: NewClient): NewKey
  /** @throws GatewayError */
  revoke(id: string): void
}

type Topic = 'clients:list' | 'clients:add' | 'clients:copy-token' | 'clients:revoke'

export function clientHandlers(keys: ClientKeys, copy: (text: string) => Promise<void>): Pick<Handlers, Topic> {
  let last: NewKey | undefined

  function answer<T>(sender: Sender, act: () => T): Result<T> {
    if (sender !== 'window') return failed(new GatewayError('PERMISSION.DENIED'))
    try {
      return ok(act())
    } catch (thrown) {
      return failed(asGatewayError(thrown))
    }
  }

  return {
    'clients:list': (_nothing, sender) => (sender === 'window' ? keys.list() : []),
    'clients:add': (client, sender) =>
      answer(sender, () => {
        last = keys.add(client)
        return last
      }),
    'clients:copy-token': async ({ id }, sender) => {
      if (sender !== 'window' || last?.client.id !== id) return failed(new GatewayError('PERMISSION.DENIED'))
      await copy(last.token)
      return ok(null)
    },
    'clients:revoke': ({ id }, sender) =>
      answer(sender, () => {
        keys.revoke(id)
        if (last?.client.id === id) last = undefined
        return null
      }),
  }
}
