/** Changes: which resources are stale after an event, a call or a server's change. */

import type { Server } from '@shared/servers/server.js'
import type { GameEntry } from '@shared/trail/live.js'
import type { CallDone } from '../../../gateway/ports/calls.js'
import { statusOf } from '../meta-tools/list-servers.js'
import { type Address, uriOf } from './address.js'

/** Addresses of a server: by its id, and by its name. */
type ServerNames = Pick<Server, 'id' | 'name'>

export function staleAfterEvent({ server, eventId, data }: GameEntry): string[] {
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
export function staleAfterCall({ server, capabilityId, arguments: given }: CallDone): string[] {
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
export function staleAfterServer(server: Server, before?: Server): string[] {
  if (before && JSON.stringify(statusOf(before)) === JSON.stringify(statusOf(server))) return []
  const about: ((server: string) => Address)[] = [(named) => ({ kind: 'status', server: named })]
  if (server.state !== before?.state || server.health?.onlinePlayers !== before.health?.onlinePlayers) {
    about.push((named) => ({ kind: 'players', server: named }))
  }
  return [uriOf({ kind: 'servers' }), ...urisOf(server, about)]
}

const urisOf = ({ id, name }: ServerNames, about: readonly ((server: string) => Address)[]): string[] =>
  [...new Set([id, name])].flatMap((named) => about.map((address) => uriOf(address(named))))
