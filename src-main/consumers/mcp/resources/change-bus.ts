/**
 * Change bus: what clients of the newer era hear over `subscriptions/listen`.
 *
 * Which resources each wants is known to the SDK alone, so this follows all of them, but only while somebody listens.
 */
import { InMemoryServerEventBus, type ServerEventBus } from '@modelcontextprotocol/server'
import type { Caller } from '../../../contract/call.js'
import type { FollowingOptions } from './following.js'
import { followResources } from './following.js'
import { onDidChangeResources } from './listing.js'

/** Who listens on behalf of all: only an address is sent, and the permissions of each are checked when it reads. */
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
