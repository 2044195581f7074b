/**
 * Following: tells which resources have become stale, a few times a second at most, until it is ended.
 *
 * Guards invariant 2: events come through `gateway.subscribe`, so whoever may not listen is not told. What is told is an
 * address and no more; reading it is another call.
 */
import type { Caller } from '../../../contract/call.js'
import type { Invoker } from '../../../gateway/gateway.js'
import type { Clock } from '../../../gateway/ports.js'
import { staleAfterCall, staleAfterEvent, staleAfterServer } from './changes.js'

export interface FollowingOptions {
  readonly gateway: Invoker
  readonly clock: Clock
  readonly caller: Caller
}

/** Milliseconds in which changes are gathered. */
export const gatheringMs = 250
/** Addresses that are gathered; when there are more, they are told at once. */
const mostGathered = 1_000

/** @returns the function that ends it; nothing is told afterwards */
export function followResources(
  { gateway, clock, caller }: FollowingOptions,
  tell: (uris: ReadonlySet<string>) => void,
): () => void {
  const ended = new AbortController()
  const listening = new Set<string>()
  let stale = new Set<string>()
  let cancel = (): void => {}
  const flush = (): void => {
    cancel()
    const uris = stale
    stale = new Set()
    tell(uris)
  }
  const gather = (uris: readonly string[]): void => {
    if (uris.length === 0) return
    if (stale.size === 0) cancel = clock.after(gatheringMs, flush)
    for (const uri of uris) stale.add(uri)
    if (stale.size >= mostGathered) flush()
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
