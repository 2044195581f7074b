/**
 * Orders on the page of a server: what an owner does to a player, and in the console.
 *
 * Guards invariant 1: each is a call of the server's capability on the usual path, with the owner as its caller. Guards
 * invariant 6: only the window gives them, and they are no approval of what a client asks.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import { capabilityForAct, type OwnerAct, type OwnerActId, typedActs } from '@shared/servers/owner-acts.js'
import type { OnlinePlayers } from '../../gateway/feeds/online-players.js'
import type { ServerConsoles } from '../../gateway/feeds/server-consoles.js'
import type { OwnerCommands } from '../../gateway/owner-commands.js'
import type { Registry } from '../../gateway/trust/registry.js'
import type { OrdersAbout, Payload } from '../table/table.js'
import { personOf } from './giver.js'

export interface ServerPageDependencies {
  readonly registry: Pick<Registry, 'link'>
  readonly ownerCommands: Pick<OwnerCommands, 'run'>
  readonly players: Pick<OnlinePlayers, 'on'>
  readonly consoles: Pick<ServerConsoles, 'of' | 'reply'>
}

export function serverPageOrders(deps: ServerPageDependencies): OrdersAbout<'players' | 'console'> {
  const { registry, ownerCommands, players, consoles } = deps

  function capabilityOf(server: string, act: OwnerAct): OwnerActId {
    const known = registry.link(server)?.server
    if (!known) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    const capabilityId = capabilityForAct(known, act)
    if (capabilityId === undefined) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND', { details: { act } })
    return capabilityId
  }

  /** A command continues even when the page closes. */
  const run = (server: string, act: OwnerAct, given: JsonObject, person: string, typed?: string): Promise<JsonObject> =>
    ownerCommands.run(
      {
        capabilityId: capabilityOf(server, act),
        server,
        arguments: given,
        signal: new AbortController().signal,
        ...(typed !== undefined && { typed }),
      },
      person,
    )

  async function placeOf(server: string, to: Payload<'players:act'>['to']): Promise<JsonObject> {
    if (to && 'place' in to) return to.place
    const found = to && (await players.on(server)).find(({ player }) => player === to.player)
    if (found?.location) return found.location
    throw new GatewayError(found ? 'BUSINESS.OPERATION_FAILED' : 'BUSINESS.PLAYER_OFFLINE', {
      ...(found && { message: 'The server does not say where this player is.' }),
    })
  }

  async function argumentsFor({ server, act, player, text, to }: Payload<'players:act'>): Promise<JsonObject> {
    const named = player === undefined ? {} : { playerName: player }
    switch (act) {
      case 'message':
      case 'broadcast':
        return { ...named, ...(text !== undefined && { message: text }) }
      case 'teleport':
        return { ...named, location: await placeOf(server, to) }
      case 'ban':
        return { ...named, reason: text ?? '' }
      case 'kick':
        return { ...named, ...(text !== undefined && { reason: text }) }
      default:
        return named
    }
  }

  return {
    'players:online': ({ server }) => players.on(server),
    'players:act': async (payload, giver) => {
      const { server, act, player } = payload
      // What only rules for requests of AI make critical is confirmed by the click on the player.
      const typed = typedActs.has(act) ? payload.typed : player
      await run(server, act, await argumentsFor(payload), personOf(giver).name, typed)
    },
    'console:read': ({ server }) => {
      const view = consoles.of(server)
      if (!view) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
      return view
    },
    'console:run': async ({ server, command }, giver) => {
      const { reply } = await run(server, 'command', { command }, personOf(giver).name)
      if (typeof reply === 'string') consoles.reply(server, reply)
    },
  }
}
