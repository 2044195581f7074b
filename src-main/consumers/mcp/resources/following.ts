/**
 * Following: reports stale resources, a few times a second at most, until it ends.
 *
 * Enforces invariant 2: events are received from `gateway.subscribe`, so a caller without permission is not notified.
 * Only the address is sent; reading it is another call.
 */
import type { Caller } from '@contract/call.js'
import type { Server } from '@shared/servers/server.js'
import type { GameEntry } from '@shared/trail/live.js'
import type { CallDone } from '../../../gateway/ports/calls.js'
import type { Invoker } from '../../../gateway/ports/invoker.js'
import type { Clock } from '../../../gateway/ports/runtime.js'
import { statusOf } from '../meta-tools/list-servers.js'
import { type Address, uriOf } from './address.js'

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

/** Addresses of a server: by its id, and by its name. */
type ServerNames = Pick<Server, 'id' | 'name'>

function staleAfterEvent({ server, eventId, data }: GameEntry): string[] {
  const about: ((server: string) => Address)[] = [(named) => ({ kind: 'events', server: named })]
  const { playerName, worldName } = data
  if (typeof playerName === 'string' && eventId.startsWith('player.')) {
    about.push((named) => ({ kind: 'player', server: named, player: playerName }))
  }
  if (eventId === 'player.join' || eventId === 'player.leave')
    about.push((named) => ({ kind: 'players', server: named }))
  if (eventId === 'world.tick.health') about.push((named) => ({ kind: 'status', server: named }))
  if (typeof worldName === 'string') about.push((named) => ({ kind: 'world', server: named, dimension: worldName }))
  return urisOf(server, about)
}

/** Resources of a player or world that an action changes. Events report players that leave a list. */
const changedBy: Readonly<Record<string, 'player' | 'world'>> = {
  'player.teleport': 'player',
  'world.time.set': 'world',
  'world.weather.set': 'world',
}

/** Empty for a read. */
function staleAfterCall({ server, capabilityId, arguments: given }: CallDone): string[] {
  const changed = Object.hasOwn(changedBy, capabilityId) ? changedBy[capabilityId] : undefined
  const { playerName, worldName } = given
  if (changed === 'player' && typeof playerName === 'string') {
    return urisOf(server, [(named) => ({ kind: 'player', server: named, player: playerName })])
  }
  if (changed === 'world' && typeof worldName === 'string') {
    return urisOf(server, [(named) => ({ kind: 'world', server: named, dimension: worldName })])
  }
  return []
}

/** Empty when a server repeats its previous state. */
function staleAfterServer(server: Server, before?: Server): string[] {
  if (before && JSON.stringify(statusOf(before)) === JSON.stringify(statusOf(server))) return []
  const about: ((server: string) => Address)[] = [(named) => ({ kind: 'status', server: named })]
  if (server.state !== before?.state || server.health?.onlinePlayers !== before.health?.onlinePlayers) {
    about.push((named) => ({ kind: 'players', server: named }))
  }
  return [uriOf({ kind: 'servers' }), ...urisOf(server, about)]
}

const urisOf = ({ id, name }: ServerNames, about: readonly ((server: string) => Address)[]): string[] =>
  [...new Set([id, name])].flatMap((named) => about.map((address) => uriOf(address(named))))
