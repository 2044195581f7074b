/** Orders and events for setting up and testing Bedrock games and Java servers. */

import type { BedrockSetup } from '@shared/servers/bedrock.js'
import type { JavaFinding } from '@shared/servers/java-finding.js'
import type { FoundServers, SetupPlan, SetupState, WrittenSetup } from '@shared/servers/java-server.js'
import type { Server } from '@shared/servers/server.js'
import { file, id, nothing, object, oneOf, only } from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'
import { dialled } from './servers.js'

export const setUpOrders = {
  'bedrock:setup': { by: ['window'], takes: nothing, returns: of<BedrockSetup>() },
  'bedrock:accept': { by: ['window'], takes: object({ id }), returns: of<Server>() },
  'bedrock:reject': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** The key that accepts one connection. */
  'bedrock:show-key': { by: ['window'], takes: nothing, returns: of<{ readonly key: string }>() },
  'bedrock:renew-key': { by: ['window'], takes: nothing, returns: of<{ readonly key: string }>() },
  /** `wasOpened`: false when no program opens it; its folder is shown then. */
  'bedrock:install-pack': {
    by: ['window'],
    takes: nothing,
    returns: of<{ readonly file: string; readonly wasOpened: boolean }>(),
  },
  'bedrock:copy': {
    by: ['window'],
    takes: object({ what: oneOf(['connect', 'login', 'windows']) }),
    returns: of<null>(),
  },
  /** The servers found so far; the search continues while a page polls it. */
  'java:search': { by: ['window'], takes: nothing, returns: of<FoundServers>() },
  /** Opens the system's dialog; null when the person cancelled it. */
  'java:choose-folder': { by: ['window'], takes: nothing, returns: of<{ readonly folder: string } | null>() },
  /** Reads the folder and writes nothing. */
  'java:plan': { by: ['window'], takes: object({ folder: file }), returns: of<SetupPlan>() },
  /** The password that a plan would write. */
  'java:show-password': { by: ['window'], takes: object({ id }), returns: of<{ readonly password: string }>() },
  /** Writes the changes of a plan, adds the server, and monitors it until it is connected. */
  'java:apply': { by: ['window'], takes: object({ id }), returns: of<SetupState>() },
  'java:setups': { by: ['window'], takes: nothing, returns: of<readonly SetupState[]>() },
  /** Checks and connects now. `id` is the id of the server, as in the next two. */
  'java:check-now': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** Restores `server.properties` and removes the server. */
  'java:restore-file': { by: ['window'], takes: object({ id }), returns: of<null>() },
  /** The changes of Gatehouse in the server's folder; null when there are none. */
  'java:written': { by: ['window'], takes: object({ id }), returns: of<WrittenSetup | null>() },
  /** Tests the connection once; empty when everything works. */
  'java:check': { by: ['window'], takes: object({ id }), returns: of<readonly JavaFinding[]>() },
  /** Tests the connection to a server that is not added yet; empty when everything works. */
  'java:try': {
    by: ['window'],
    takes: object({ address: dialled.address, token: dialled.token }, { plainTextConfirmed: only(true) }),
    returns: of<readonly JavaFinding[]>(),
  },
  /** What is known about the log of a server, with the sample lines of its warning, as text for a bug report. */
  'java:copy-log-report': { by: ['window'], takes: object({ id }), returns: of<null>() },
} satisfies OrderTable

export const setUpEvents = {
  /** Where Bedrock games connect, and which wait for acceptance. */
  'bedrock:changed': { to: ['window', 'stdin'], carries: of<BedrockSetup>() },
  'java:setups-changed': { to: ['window'], carries: of<readonly SetupState[]>() },
} satisfies EventTable
