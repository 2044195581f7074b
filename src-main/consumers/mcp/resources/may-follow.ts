/**
 * May follow: whether a caller may be notified of changes of a resource.
 *
 * Enforces invariant 2: a notification reveals a change, so it needs the permission to read.
 */
import type { Caller } from '@contract/call.js'
import type { Invoker } from '../../../gateway/ports/invoker.js'
import { type Address, addressOf } from './address.js'
import { serverNamed } from './reading.js'

export type MayFollow = 'yes' | 'no' | 'nothing-there'

/** Capabilities of which at least one must be readable. */
const readBy: Readonly<Partial<Record<Address['kind'], readonly string[]>>> = {
  players: ['player.list'],
  player: ['player.info.get'],
  world: ['world.time.get', 'world.weather.get'],
}

export function mayFollow(uri: string, caller: Caller, gateway: Invoker): MayFollow {
  const address = addressOf(uri)
  if (gateway.refusalOf(caller)) return 'no'
  if (!address) return 'nothing-there'
  if (address.kind === 'servers' || address.kind === 'capability') return 'yes'
  const server = serverNamed(address.server, gateway.registry.servers())
  if (!server) return 'nothing-there'
  if (address.kind === 'status') return 'yes'
  if (address.kind === 'events') return gateway.eventsFor(caller, server.id).open.length > 0 ? 'yes' : 'no'
  const shown = gateway.capabilitiesFor(caller)
  const isRead = (id: string) => shown.get(id)?.some(({ link }) => link.server.id === server.id)
  return readBy[address.kind]?.some(isRead) ? 'yes' : 'no'
}
