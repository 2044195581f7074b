/**
 * May follow: whether a caller may learn that a resource has changed.
 *
 * Guards invariant 2: that something changed tells of it. Who may not read it is not told so either.
 */
import type { Caller } from '../../../contract/call.js'
import type { Invoker } from '../../../gateway/gateway.js'
import { type Address, addressOf } from './address.js'
import { serverNamed } from './reading.js'

export type MayFollow = 'yes' | 'no' | 'nothing-there'

/** What must be readable, one of it at least. */
const readBy: Readonly<Partial<Record<Address['kind'], readonly string[]>>> = {
  players: ['player.list'],
  player: ['player.info.get'],
  world: ['world.time.get', 'world.weather.get'],
}

export function mayFollow(uri: string, caller: Caller, gateway: Invoker): MayFollow {
  const address = addressOf(uri)
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
