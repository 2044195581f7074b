/**
 * Change bus: changes for modern clients over `subscriptions/listen`.
 *
 * Only the SDK knows which resources each client subscribes to, so this subscribes to all while there are listeners.
 */

import type { Caller } from '@contract/call.js'
import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server'
import type { FollowingOptions } from './following.js'
import { followResources } from './following.js'
import { onDidChangeResources } from './listing.js'

/** Subscribes for all clients: only an address is sent, and permissions are checked on reading. */
const everybody: Caller = { type: 'system', id: 'mcp:updates', name: 'Updates of resources' }

export function createChangeBus({ gateway, clock }: Omit<FollowingOptions, 'caller'>): ServerEventBus {
  const bus = new InMemoryServerEventBus()
  let stop = (): void => {}
  const start = (): void => {
    const endFollowing = followResources({ gateway, clock, caller: everybody }, (uris) => {
      for (const uri of uris) bus.publish({ kind: 'resource_updated', uri })
    })
    const endListing = onDidChangeResources(gateway.registry, () => bus.publish({ kind: 'resources_list_changed' }))
    stop = () => {
      endFollowing()
      endListing()
    }
  }
  return {
    publish: (event) => bus.publish(event),
    subscribe(listener) {
      if (bus.listenerCount === 0) start()
      const end = bus.subscribe(listener)
      return () => {
        const had = bus.listenerCount
        end()
        if (had > 0 && bus.listenerCount === 0) stop()
      }
    },
  }
}
