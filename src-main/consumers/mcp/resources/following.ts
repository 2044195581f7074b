/**
 * Following: reports stale resources, a few times a second at most, until it ends.
 *
 * Enforces invariant 2: events are received from `gateway.subscribe`, so a caller without permission is not notified.
 * Only the address is sent; reading it is another call.
 */
import type { Caller } from '@contract/call.js'
import type { Invoker } from '../../../gateway/ports/invoker.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { staleAfterCall, staleAfterEvent, staleAfterServer } from './changes.js'

export interface FollowingOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly caller: Caller
}

/** Milliseconds in which changes are merged. */
export const batchMs = 250
/** Maximum merged addresses; with more, they are sent at once. */
const maxStaleUris = 1_000

/** @returns the function that ends it; nothing is sent afterwards */
export function followResources(
  { gateway, clock, caller }: FollowingOptions,
  notify: (uris: ReadonlySet<string>) => void,
): () => void {
  const ended = new AbortController()
  const listening = new Set<string>()
  let stale = new Set<string>()
  let cancel = (): void => {}
  const flush = (): void => {
    cancel()
    const uris = stale
    stale = new Set()
    notify(uris)
  }
  const gather = (uris: readonly string[]): void => {
    if (uris.length === 0) return
    if (stale.size === 0) cancel = clock.after(batchMs, flush)
    for (const uri of uris) stale.add(uri)
    if (stale.size >= maxStaleUris) flush()
  }
  const listen = (): void => {
    const eventIds = gateway.eventsFor(caller).open.filter((eventId) => !listening.has(eventId))
    if (eventIds.length === 0) return
    const subscribed = gateway.subscribe({ eventIds, caller, connection: ended.signal }, (entry) =>
      gather(staleAfterEvent(entry)),
    )
    if (subscribed.ok) for (const eventId of eventIds) listening.add(eventId)
  }
  const endCapabilities = gateway.registry.onDidChangeCapabilities(listen)
  const endServers = gateway.registry.onDidChangeServer(({ server, before }) =>
    gather(staleAfterServer(server, before)),
  )
  const endCalls = gateway.onDidCall((call) => gather(staleAfterCall(call)))
  listen()
  return () => {
    ended.abort()
    endCalls()
    endCapabilities()
    endServers()
    cancel()
  }
}
