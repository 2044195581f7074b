/**
 * Orders about servers: list, add, accept, reject, change, test and remove them.
 *
 * Guards invariant 4: a person accepts or rejects exactly what they saw. Guards invariant 8: a token can be set but
 * never read.
 */
import { GatewayError } from '@contract/gateway-error.js'
import type { KnownClients } from '@shared/clients/client.js'
import { type AddedServer, nameOfServer } from '@shared/servers/added-server.js'
import { isConnected, type Server, waitingOn } from '@shared/servers/server.js'
import { anyPlayers, type PowerOrder, type PowerResult } from '@shared/servers/server-way.js'
import type { ApprovalRules } from '../../gateway/approvals/approval-rules.js'
import type { OwnerCommands } from '../../gateway/owner-commands.js'
import type { ServerLink } from '../../gateway/ports/provider.js'
import { standingsOn } from '../../gateway/trust/action-standings.js'
import { chooseActions } from '../../gateway/trust/choose-actions.js'
import type { ConnectionHistory } from '../../gateway/trust/connection-history.js'
import type { Acceptance, ManifestTrust } from '../../gateway/trust/manifest-trust.js'
import type { Registry } from '../../gateway/trust/registry.js'
import { type AccessQuestion, accessBy, accessOn } from '../../gateway/trust/server-access.js'
import type { ServerUpdates } from '../server-updates.js'
import type { PersistentServers } from '../servers/persistent-servers.js'
import type { RemoteSetUps } from '../servers/remote-set-ups.js'
import type { TryServer } from '../servers/server-trial.js'
import type { WayTrial } from '../servers/way-trial.js'
import type { ListedServer } from '../table/shapes.js'
import type { OrdersAbout } from '../table/table.js'
import { personOf } from './giver.js'

export interface ServerOrdersDependencies {
  readonly registry: Pick<Registry, 'link' | 'servers'>
  readonly saved: () => readonly AddedServer[]
  readonly servers: Pick<
    PersistentServers,
    | 'add'
    | 'addDemoWorld'
    | 'edit'
    | 'forgetCertificate'
    | 'isRemembered'
    | 'reconnect'
    | 'remove'
    | 'restore'
    | 'trustCertificate'
  >
  readonly trust: Pick<ManifestTrust, 'accept' | 'acceptAll' | 'reject'>
  readonly rules: Pick<ApprovalRules, 'create' | 'remove'>
  readonly updates: Pick<ServerUpdates, 'whole' | 'states'>
  /** Accepts a waiting Bedrock game. @returns whether there is one with this id */
  readonly acceptGame: (id: string) => boolean
  readonly tryServer: TryServer
  readonly ways: WayTrial
  readonly remoteSetUps: RemoteSetUps
  readonly ownerCommands: Pick<OwnerCommands, 'runPower' | 'runAtHost'>
  /** Rejects with a GatewayError. */
  readonly orderPower: (id: string, order: PowerOrder) => Promise<PowerResult>
  readonly history: Pick<ConnectionHistory, 'of'>
  readonly clients: { known(): KnownClients }
  readonly gatehouse: AccessQuestion['gatehouse']
}

/** `capabilityId` in the audit trail for changes of `server.properties`. No AI has a capability of these names. */
const setUpIds = { change: 'system.set-up.change', revert: 'system.set-up.revert' } as const

export function serverOrders(deps: ServerOrdersDependencies): OrdersAbout<'servers'> {
  const { registry, servers, trust, rules, updates, acceptGame, tryServer, ways, history, clients, gatehouse } = deps

  function known(id: string): ServerLink {
    const link = registry.link(id)
    if (!link) throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND')
    return link
  }

  const shown = (id: string): Server => known(id).server
  const question = (id: string): AccessQuestion => ({ link: known(id), known: clients.known(), gatehouse })

  return {
    'servers:list': () => updates.whole(),
    'servers:listed': () => listServers(registry.servers(), deps.saved()),
    'servers:is-remembered': ({ id }) => servers.isRemembered(id),
    'servers:states': () => updates.states(),
    'servers:add': (given, giver) => shown(servers.add(given, personOf(giver))),
    'servers:add-demo': async () => shown(await servers.addDemoWorld()),
    'servers:accept': ({ id, capabilities }, giver) =>
      mustHaveTaken(id, trust.accept(id, capabilities, personOf(giver).name)),
    'servers:accept-all': ({ id }, giver) => {
      if (!acceptGame(id)) mustHaveTaken(id, trust.acceptAll(id, personOf(giver).name))
    },
    'servers:remove': ({ id }) => servers.remove(id),
    'servers:trust-certificate': ({ id, fingerprint }) => {
      servers.trustCertificate(id, fingerprint)
      return shown(id)
    },
    'servers:restore': async ({ id }) => shown(await servers.restore(id)),
    'servers:edit': ({ id, ...change }) => {
      servers.edit(id, change)
      return shown(id)
    },
    'servers:forget-certificate': ({ id }) => {
      servers.forgetCertificate(id)
      return shown(id)
    },
    'servers:reconnect': ({ id }) => servers.reconnect(id),
    'servers:power': async ({ id, order, players }, giver) => {
      const { health } = shown(id)
      const online = isConnected(shown(id)) ? health?.onlinePlayers : undefined
      // An unknown number is not zero: only who accepted any number has seen it.
      if (order !== 'start' && (players === undefined || (online ?? anyPlayers) > players)) throw playersOnline(online)
      const seen = order === 'start' ? {} : { players: online ?? ('unknown' as const) }
      return deps.ownerCommands.runPower({ server: id, order, ...seen }, personOf(giver).name, () =>
        deps.orderPower(id, order),
      )
    },
    'servers:test': (trial) => tryServer(trial),
    'servers:try-way': (given) => ways.tryNew(given),
    'servers:check-way': ({ id }) => ways.check(id),
    'servers:plan-file': ({ id }) => deps.remoteSetUps.plan(id),
    'servers:change-file': ({ id, plan }, giver) =>
      deps.ownerCommands.runAtHost(
        { server: id, capabilityId: setUpIds.change, request: {} },
        personOf(giver).name,
        async () => ({ result: await deps.remoteSetUps.apply(id, plan), response: { outcome: 'done' } }),
      ),
    'servers:revert-file': ({ id }, giver) =>
      deps.ownerCommands.runAtHost(
        { server: id, capabilityId: setUpIds.revert, request: {} },
        personOf(giver).name,
        async () => ({ result: await deps.remoteSetUps.revert(id), response: { outcome: 'done' } }),
      ),
    'servers:list-places': (place) => ways.list(place),
    'servers:history': ({ id }) => history.of(id),
    'servers:access': ({ id }) => accessOn(question(id)),
    'servers:access-of': ({ id, client }) => accessBy(client, question(id)),
    'servers:standings': ({ id }) => standingsOn(question(id)),
    'servers:choose': ({ id, choice, actions }, giver) =>
      chooseActions(choice, actions, personOf(giver), { rules, trust, question: () => question(id) }),
  }
}

/** @param running the servers of this run. @param saved those of the settings */
export function listServers(running: readonly Server[], saved: readonly AddedServer[]): readonly ListedServer[] {
  const live = running.map((server): ListedServer => {
    const { id, name, state, software } = server
    const unaccepted = waitingOn(server).length
    return {
      id,
      name,
      origin: 'running',
      state,
      ...(software && { software }),
      ...(unaccepted > 0 && { unaccepted }),
    }
  })
  const servers = new Map(live.map((server) => [server.id, server]))
  for (const server of saved) {
    const { id, address, certificate } = server
    servers.set(id, {
      ...servers.get(id),
      id,
      name: nameOfServer(server),
      address,
      ...(certificate && { certificate }),
      origin: 'settings',
    })
  }
  return [...servers.values()]
}

const playersOnline = (count: number | undefined): GatewayError =>
  new GatewayError('PROTOCOL.INVALID_REQUEST', {
    message:
      count === undefined
        ? 'How many players are online is not known. They would be disconnected, so nothing was ordered.'
        : `Players online: ${count}. They would be disconnected, so nothing was ordered.`,
    suggestion: 'Confirm it.',
    details: { why: 'power-players', ...(count !== undefined && { count }) },
  })

function mustHaveTaken(id: string, decided: Acceptance): void {
  if (decided === 'changed') throw new GatewayError('RISK.MANIFEST_CHANGED', { details: { id } })
  if (decided === 'no-server') throw new GatewayError('PROTOCOL.SERVER_NOT_FOUND', { details: { id } })
}
