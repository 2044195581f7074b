/** Channels about Minecraft servers: added, accepted, connected, set up and backed up. */

import { fingerprintPattern } from '@shared/program/settings.js'
import type { BedrockSetup } from '@shared/servers/bedrock.js'
import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { BackupsView, FoundServers, SetupPlan, SetupState, WrittenSetup } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import type { CapabilityAccess, ClientAccess, ConnectionEvent, ServerTrialResult } from '@shared/servers/server-care.js'
import { digest, file, flag, id, integer, list, nothing, object, oneOf, only, text, typed } from '../payload-schema.js'
import type { SentServers, StateOfServer } from '../shapes.js'
import { of, type PushTable, type RequestTable } from '../table.js'

/** How a server is dialled, and under what name. */
const dialled = {
  name: text({ maxLength: 64 }),
  address: text({ maxLength: 256 }),
  token: text({ maxLength: 4_096 }),
}
const certificate = text({ pattern: fingerprintPattern })
/** What the person saw, each with its fingerprint. */
const seen = object({
  id,
  capabilities: list(object({ id, fingerprint: digest }), { minItems: 1, maxItems: 512 }),
})

export const serversRequests = {
  /** All of them; what changes afterwards is pushed. */
  'servers:list': { page: 'window', takes: nothing, returns: of<SentServers>() },
  /** How each of them is, and nothing else. */
  'servers:states': { page: 'pop-up', takes: nothing, returns: of<readonly StateOfServer[]>() },
  'servers:add': { page: 'window', takes: object(dialled, { certificate }), returns: of<Server>() },
  'servers:add-java': {
    page: 'window',
    takes: object(
      {
        name: dialled.name,
        host: text({ minLength: 1, maxLength: 253, pattern: '^[A-Za-z0-9._:%-]+$' }),
        port: integer({ minimum: 1, maximum: 65_535 }),
        password: text({ minLength: 1, maxLength: 1_024 }),
      },
      {
        confirmedPublic: only(true),
        management: object({ address: dialled.address, secret: text({ minLength: 1, maxLength: 256 }) }),
        folder: file,
      },
    ),
    returns: of<Server>(),
  },
  'servers:add-demo': { page: 'window', takes: nothing, returns: of<Server>() },
  /** Opens the guide for authors of agents; answers where it is. */
  'servers:agent-guide': { page: 'window', takes: nothing, returns: of<{ readonly at: string }>() },
  /** Accepts what the person saw, all of it or nothing. */
  'servers:accept': { page: 'window', takes: seen, returns: of<null>() },
  /** Remembered for a minute, so that a person can think better of it. */
  'servers:remove': { page: 'window', takes: object({ id }), returns: of<null>() },
  /** Takes the certificate whose fingerprint the person saw, and no other. */
  'servers:trust-certificate': {
    page: 'window',
    takes: object({ id, fingerprint: text({ pattern: fingerprintPattern }) }),
    returns: of<Server>(),
  },
  /** What was removed within the last minute comes back, with its token. */
  'servers:restore': { page: 'window', takes: object({ id }), returns: of<Server>() },
  'servers:edit': {
    page: 'window',
    takes: object({ id }, { ...dialled, plainTextConfirmed: only(true), managementCertificate: certificate }),
    returns: of<Server>(),
  },
  /** From now on an authority must certify it, or the person accept it again. */
  'servers:forget-certificate': { page: 'window', takes: object({ id }), returns: of<Server>() },
  'servers:reconnect': { page: 'window', takes: object({ id }), returns: of<null>() },
  /** Connects once and reports the result. */
  'servers:test': {
    page: 'window',
    takes: object({}, { id, address: dialled.address, token: dialled.token, certificate }),
    returns: of<ServerTrialResult>(),
  },
  /** The newest first. */
  'servers:history': { page: 'window', takes: object({ id }), returns: of<readonly ConnectionEvent[]>() },
  /** Who may do what there, the bridge first. */
  'servers:access': { page: 'window', takes: object({ id }), returns: of<readonly ClientAccess[]>() },
  'servers:access-of': {
    page: 'window',
    takes: object({ id, client: id }),
    returns: of<readonly CapabilityAccess[]>(),
  },
  /** What each new capability will do once accepted, for a client without rights of its own. */
  'servers:waiting-access': { page: 'window', takes: object({ id }), returns: of<readonly CapabilityAccess[]>() },
  /** Rejects what the person saw, all of it or nothing, or takes such a no back. */
  'servers:reject': { page: 'window', takes: seen, returns: of<null>() },
  'servers:reconsider': { page: 'window', takes: seen, returns: of<null>() },
  'bedrock:setup': { page: 'window', takes: nothing, returns: of<BedrockSetup>() },
  /** Accepts a game that waits. */
  'bedrock:accept': { page: 'window', takes: object({ id }), returns: of<Server>() },
  'bedrock:reject': { page: 'window', takes: object({ id }), returns: of<null>() },
  /** The key that accepts one connection. */
  'bedrock:show-key': { page: 'window', takes: nothing, returns: of<{ readonly key: string }>() },
  'bedrock:renew-key': { page: 'window', takes: nothing, returns: of<{ readonly key: string }>() },
  /** `wasOpened`: false when no program of this computer opens it; its folder is shown then. */
  'bedrock:install-pack': {
    page: 'window',
    takes: nothing,
    returns: of<{ readonly file: string; readonly wasOpened: boolean }>(),
  },
  'bedrock:copy': {
    page: 'window',
    takes: object({ what: oneOf(['connect', 'login', 'windows']) }),
    returns: of<null>(),
  },
  /** What was found so far; the search continues while somebody asks. */
  'java:search': { page: 'window', takes: nothing, returns: of<FoundServers>() },
  /** Opens the system's dialog; null when the person cancelled it. */
  'java:choose-folder': { page: 'window', takes: nothing, returns: of<{ readonly folder: string } | null>() },
  /** Reads the folder and writes nothing. */
  'java:plan': { page: 'window', takes: object({ folder: file }), returns: of<SetupPlan>() },
  /** The password that a plan would write. */
  'java:show-password': { page: 'window', takes: object({ id }), returns: of<{ readonly password: string }>() },
  /** Writes what a plan says, adds the server, and follows it until it is connected. */
  'java:apply': { page: 'window', takes: object({ id }), returns: of<SetupState>() },
  'java:setups': { page: 'window', takes: nothing, returns: of<readonly SetupState[]>() },
  /** Looks and connects now. `id` is the server's, as in the next two. */
  'java:check-now': { page: 'window', takes: object({ id }), returns: of<null>() },
  /** Puts `server.properties` back and removes the server. */
  'java:restore-file': { page: 'window', takes: object({ id }), returns: of<null>() },
  /** What Gatehouse wrote into the server's folder; null when nothing. */
  'java:written': { page: 'window', takes: object({ id }), returns: of<WrittenSetup | null>() },
  /** Tries the connection once; empty when everything works. */
  'java:check': { page: 'window', takes: object({ id }), returns: of<readonly JavaFinding[]>() },
  /** `id` is the server's; null where its folder is not on this computer. */
  'backups:state': { page: 'window', takes: object({ id }), returns: of<BackupsView | null>() },
  /** Answers when it is made. */
  'backups:make': {
    page: 'window',
    takes: object({ id }, { name: text({ minLength: 1, maxLength: 64 }) }),
    returns: of<null>(),
  },
  /** Puts a backup in the place of the worlds; answers when it is done. `confirmedStopped`: a person says that the server is stopped. */
  'backups:restore': {
    page: 'window',
    takes: object({ id, backup: id, confirmedStopped: flag }, { typed }),
    returns: of<null>(),
  },
  'backups:remove': { page: 'window', takes: object({ id, backup: id }), returns: of<null>() },
  /** Ends the backup that runs. */
  'backups:cancel': { page: 'window', takes: object({ id }), returns: of<null>() },
} satisfies RequestTable

export const serversPushes = {
  /** Changed servers. Their capabilities are included only when they changed. */
  'servers:changed': { page: 'window', carries: of<SentServers>() },
  'servers:states-changed': { page: 'pop-up', carries: of<readonly StateOfServer[]>() },
  /** Where Bedrock games connect, and which wait for acceptance. */
  'bedrock:changed': { page: 'window', carries: of<BedrockSetup>() },
  'java:setups-changed': { page: 'window', carries: of<readonly SetupState[]>() },
  /** Id of the server whose backups changed, or how far one of them is. */
  'backups:changed': { page: 'window', carries: of<{ readonly id: string }>() },
} satisfies PushTable
