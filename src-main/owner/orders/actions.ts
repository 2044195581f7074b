/**
 * Orders about actions of the owner: the history, attempts on a server or in the sandbox, players and the console.
 *
 * Guards invariant 1: what an owner does to a player or in the console is a call on the usual path, with the owner as its
 * caller. Guards invariant 6: only the main window orders these, and they are no approval of what a client asks.
 */
import type { JsonObject } from '@contract/call.js'
import { GatewayError } from '@contract/gateway-error.js'
import type { CapabilityManifest } from '@contract/generated/capability-manifest.js'
import type { CapabilityDetails } from '@shared/approvals/attempt.js'
import type { SandboxTrial } from '@shared/approvals/sandbox.js'
import { capabilityForAct, type OwnerAct, type OwnerActId, typedActs } from '@shared/servers/owner-acts.js'
import type { OnlinePlayers } from '../../gateway/feeds/online-players.js'
import type { ServerConsoles } from '../../gateway/feeds/server-consoles.js'
import type { OwnerCommands } from '../../gateway/owner-commands.js'
import type { ManualCalls } from '../../gateway/path/manual-calls.js'
import type { ManifestTrust } from '../../gateway/trust/manifest-trust.js'
import type { Registry } from '../../gateway/trust/registry.js'
import { permissionsFor } from '../../policy/rights/permissions.js'
import { inverseOf } from '../../policy/undo/inverse.js'
import { pairedContextOf } from '../../policy/undo/paired-context.js'
import type { OrdersAbout, Payload } from '../table/table.js'
import { personOf } from './giver.js'

export interface CapabilityOrdersDependencies {
  readonly registry: Registry
  readonly trust: Pick<ManifestTrust, 'earlier'>
  readonly manualCalls: Pick<ManualCalls, 'run' | 'withdraw'>
  readonly sandbox: { run(order: { manifest: CapabilityManifest; given: JsonObject }): Promise<SandboxTrial> }
  /** The name of the tool for AI clients. */
  readonly toolNameOf: (capabilityId: string) => string
  readonly copy: (text: string) => Promise<void>
}

export function capabilityOrders(deps: CapabilityOrdersDependencies): OrdersAbout<'capabilities'> {
  const { registry, manualCalls, sandbox } = deps
  return {
    'capabilities:past': ({ id }) => pastOf(id, deps),
    'capabilities:copy-example': async ({ id, server, at }) => {
      const example = offeredBy(registry, server, id)?.examples?.[at]
      if (!example) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      await deps.copy(JSON.stringify(example.parameters, null, 2))
    },
    'capabilities:attempt': (attempt, giver) =>
      manualCalls.run(attempt, typeof giver === 'string' ? undefined : giver.person.name),
    'capabilities:withdraw': ({ id }) => manualCalls.withdraw(id),
    'capabilities:sandbox': ({ capabilityId, server, arguments: given }) => {
      const manifest = offeredBy(registry, server, capabilityId)
      if (!manifest) throw new GatewayError('PROTOCOL.CAPABILITY_NOT_FOUND')
      return sandbox.run({ manifest, given })
    },
  }
}

/** A capability that no person has accepted yet can be tried in the sandbox. */
function offeredBy(registry: Registry, serverId: string, id: string): CapabilityManifest | undefined {
  const waiting = registry.link(serverId)?.server.quarantined?.find((one) => one.id === id)
  return waiting?.offered ?? registry.offerBy(serverId, id)?.manifest
}

function pastOf(id: string, { registry, trust, toolNameOf }: CapabilityOrdersDependencies): CapabilityDetails {
  const servers = registry.servers()
  const manifest = servers.map((server) => offeredBy(registry, server.id, id)).find((one) => one !== undefined)
  const pairedContext = pairedContextOf(id)?.capabilityId
  const earlier = servers.flatMap(({ id: serverId }) => {
    const manifests = trust.earlier(serverId, id)
    return manifests.length > 0 ? [{ serverId, manifests }] : []
  })
  return {
    ...(manifest && manifest.type !== 'event' && { toolName: toolNameOf(id) }),
    ...(pairedContext && { pairedContext }),
    ...(manifest?.type === 'action' && { undo: undoOf(id) }),
    needs: manifest ? permissionsFor(manifest) : [],
    earlier,
  }
}

/** Whether Gatehouse can undo this capability if the state before the call is known, or why not. */
function undoOf(id: string): NonNullable<CapabilityDetails['undo']> {
  const inversion = inverseOf(id, {}, undefined)
  return 'none' in inversion && inversion.none !== 'unread' ? inversion.none : 'undoable'
}

interface ServerPageDependencies {
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
