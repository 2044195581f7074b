/** Orders and events for Minecraft servers: adding, connecting, and what AI may do there. */

import { fingerprintPattern } from '@shared/program/settings.js'
import { type ActionStanding, choiceOrders } from '@shared/servers/action-choice.js'
import { hostKeyPattern } from '@shared/servers/added-server.js'
import type { RemoteSetup, RevertedRemoteSetup } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import type { CapabilityAccess, ClientAccess, ConnectionEvent, ServerTrialResult } from '@shared/servers/server-care.js'
import {
  type ListedPlace,
  type PlaceToList,
  type PowerResult,
  powerOrders,
  type WayPartReport,
} from '@shared/servers/server-way.js'
import {
  anyOf,
  as,
  digest,
  file,
  id,
  integer,
  list,
  nothing,
  object,
  offered,
  oneOf,
  only,
  text,
} from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'
import type { ListedServer, SentServers, StateOfServer } from './shapes.js'

export const dialled = {
  name: text({ maxLength: 64 }),
  address: text({ maxLength: 1_024 }),
  token: text({ maxLength: 4_096 }),
}
const certificate = text({ pattern: fingerprintPattern })
const hostKey = offered({ pattern: hostKeyPattern })
const node = offered({ minLength: 1, maxLength: 256 })
/** A server as a person adds it. */
const givenServer = {
  server: object(
    { address: dialled.address },
    {
      name: dialled.name,
      certificate,
      management: object({ address: dialled.address }, { certificate }),
      folder: file,
      plainTextConfirmed: only(true),
      hostKey,
      keyFile: file,
      node,
      nodeCertificate: certificate,
      rcon: dialled.address,
    },
  ),
  secrets: object(
    {},
    { token: dialled.token, login: dialled.token, management: text({ minLength: 1, maxLength: 256 }) },
  ),
}
/** The capabilities that the person saw, each with its fingerprint. */
const seen = object({
  id,
  capabilities: list(object({ id, fingerprint: digest }), { minItems: 1, maxItems: 512 }),
})

export const serversOrders = {
  /** All servers; later changes are pushed. */
  'servers:list': { by: ['window'], takes: nothing, returns: of<SentServers>() },
  'servers:states': { by: ['pop-up'], takes: nothing, returns: of<readonly StateOfServer[]>() },
  /** Those of the settings and of this run. */
  'servers:listed': { by: ['command-line'], takes: nothing, returns: of<readonly ListedServer[]>() },
  'servers:add': {
    by: ['window', 'command-line'],
    takes: object(givenServer),
    returns: of<Server>(),
  },
  /** Whether its token is kept when the program ends. */
  'servers:is-remembered': { by: ['command-line'], takes: object({ id }), returns: of<boolean>() },
  'servers:add-demo': { by: ['window'], takes: nothing, returns: of<Server>() },
  /** Accepts all or none of the capabilities that the person saw. */
  'servers:accept': { by: ['stdin'], takes: seen, returns: of<null>() },
  /** Accepts whatever waits on a server, or a waiting Bedrock game. */
  'servers:accept-all': { by: ['stdin'], takes: object({ id }), returns: of<null>() },
  /** Removes a server, which can be restored for a minute. */
  'servers:remove': { by: ['window', 'command-line'], takes: object({ id }), returns: of<null>() },
  /** Trusts the certificate whose fingerprint the person saw. */
  'servers:trust-certificate': {
    by: ['window', 'stdin'],
    takes: object({ id, fingerprint: certificate }),
    returns: of<Server>(),
  },
  /** Restores a server that was removed within the last minute, with its token. */
  'servers:restore': { by: ['window'], takes: object({ id }), returns: of<Server>() },
  'servers:edit': {
    by: ['window'],
    takes: object(
      { id },
      {
        ...dialled,
        login: dialled.token,
        plainTextConfirmed: only(true),
        managementCertificate: certificate,
        certificate,
        hostKey,
        node,
        nodeCertificate: certificate,
      },
    ),
    returns: of<Server>(),
  },
  /** Removes the trust in a certificate: an authority must certify it, or the person accept it again. */
  'servers:forget-certificate': { by: ['window'], takes: object({ id }), returns: of<Server>() },
  'servers:reconnect': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /**
   * Starts or stops it at its host; responds when that was seen. `players` are those of whom the person was notified: a
   * stop that would disconnect more is refused.
   */
  'servers:power': {
    by: ['window', 'command-line'],
    takes: object({ id, order: oneOf(powerOrders) }, { players: integer({ minimum: 0, maximum: 1_000_000 }) }),
    returns: of<PowerResult>(),
  },
  /** Connects once and reports the result. */
  'servers:test': {
    by: ['window'],
    takes: object({}, { id, address: dialled.address, token: dialled.token, certificate }),
    returns: of<ServerTrialResult>(),
  },
  /** Connects each part once and changes nothing: a server that is not added yet. */
  'servers:try-way': {
    by: ['window'],
    takes: object(givenServer),
    returns: of<readonly WayPartReport[]>(),
  },
  /** The same for one that is added. */
  'servers:check-way': {
    by: ['window', 'command-line'],
    takes: object({ id }),
    returns: of<readonly WayPartReport[]>(),
  },
  /** Reads `server.properties` of a server elsewhere and writes nothing. */
  'servers:plan-file': {
    by: ['window', 'command-line'],
    takes: object({ id }),
    returns: of<RemoteSetup>(),
  },
  /** Writes the lines of a plan, with a copy beside the file. */
  'servers:change-file': {
    by: ['window', 'command-line'],
    takes: object({ id, plan: text({ minLength: 1, maxLength: 64 }) }),
    returns: of<RemoteSetup>(),
  },
  /** Takes back what Gatehouse wrote. */
  'servers:revert-file': {
    by: ['window', 'command-line'],
    takes: object({ id }),
    returns: of<RevertedRemoteSetup>(),
  },
  /** The servers at a panel, or the containers of Docker. */
  'servers:list-places': {
    by: ['window'],
    takes: as<PlaceToList>(
      anyOf(
        object(
          { kind: only('docker') },
          {
            engine: text({ pattern: '^(?:ssh|tcp)://', maxLength: 256 }),
            hostKey,
            keyFile: file,
            login: dialled.token,
          },
        ),
        object(
          { kind: oneOf(['pterodactyl', 'mcsmanager']), panel: dialled.address, key: dialled.token },
          { certificate },
        ),
      ),
    ),
    returns: of<readonly ListedPlace[]>(),
  },
  /** The newest first. */
  'servers:history': { by: ['window'], takes: object({ id }), returns: of<readonly ConnectionEvent[]>() },
  /** The access of each client, the bridge first. */
  'servers:access': { by: ['window'], takes: object({ id }), returns: of<readonly ClientAccess[]>() },
  'servers:access-of': {
    by: ['window'],
    takes: object({ id, client: id }),
    returns: of<readonly CapabilityAccess[]>(),
  },
  /** What AI may do with each action. */
  'servers:standings': { by: ['window'], takes: object({ id }), returns: of<readonly ActionStanding[]>() },
  /** Chooses for some actions. Each new or changed one with the fingerprint of what the person saw. */
  'servers:choose': {
    by: ['window'],
    takes: object({
      id,
      choice: oneOf(choiceOrders),
      actions: list(object({ id }, { fingerprint: digest }), { minItems: 1, maxItems: 512 }),
    }),
    returns: of<null>(),
  },
} satisfies OrderTable

export const serversEvents = {
  /** Changed servers. Their capabilities are included only when they changed. */
  'servers:changed': { to: ['window'], carries: of<SentServers>() },
  'servers:one-changed': {
    to: ['stdin'],
    carries: of<{ readonly server: Server; readonly before?: Server }>(),
  },
  'servers:states-changed': { to: ['pop-up'], carries: of<readonly StateOfServer[]>() },
} satisfies EventTable
