/** Orders and events for AI clients, their connection and consent. */
import {
  type BridgeClient,
  type Client,
  clientLimits,
  effects,
  heldRoles,
  type KnownClients,
  type NewKey,
} from '@shared/clients/client.js'
import {
  type ConfigPreview,
  type ConnectedClient,
  type ConnectionFinding,
  type Guide,
  type ProgramId,
  programIds,
} from '@shared/clients/connection.js'
import type { ConsentOutcome, OpenConsent } from '@shared/clients/consent.js'
import type { KeylessProgram, KeylessView } from '@shared/clients/keyless.js'
import {
  anyOf,
  file,
  id,
  integer,
  list,
  nothing,
  object,
  offered,
  oneOf,
  only,
  record,
  text,
} from './payload-schema.js'
import { type EventTable, type OrderTable, of } from './row.js'

const clientName = text({ minLength: 1, maxLength: clientLimits.name })
const program = oneOf(programIds)
const clientChange = {
  role: oneOf(heldRoles),
  roles: record(oneOf(heldRoles), {
    maxProperties: clientLimits.roles,
    propertyNames: offered({ minLength: 1, maxLength: clientLimits.server }),
  }),
  permissions: list(
    object({ permission: offered({ maxLength: clientLimits.permission }), effect: oneOf(effects) }, { server: id }),
    { maxItems: clientLimits.permissions },
  ),
  callsPerMinute: integer(),
  waitSeconds: integer(),
}

export const clientsOrders = {
  'clients:list': { by: ['window', 'command-line'], takes: nothing, returns: of<KnownClients>() },
  'clients:add': {
    by: ['window', 'command-line'],
    takes: object({ name: text({ maxLength: 256 }) }, clientChange),
    returns: of<NewKey>(),
  },
  /** The same for a client of the stdio bridge: its key is written to the profile, under this name, and not sent. */
  'clients:add-for-bridge': {
    by: ['command-line'],
    takes: object({ name: text({ maxLength: 256 }), keyName: text({ minLength: 1, maxLength: 256 }) }, clientChange),
    returns: of<Client>(),
  },
  /** Changes the rights of a client or of the bridge; omitted members stay unchanged. */
  'clients:edit': {
    by: ['window', 'command-line'],
    takes: object({ id }, clientChange),
    returns: of<Client | BridgeClient>(),
  },
  /** Copies the last created key, if it belongs to this client. */
  'clients:copy-token': { by: ['window'], takes: object({ id }), returns: of<null>() },
  'clients:revoke': { by: ['window', 'command-line'], takes: object({ id }), returns: of<null>() },
  /** `name`: name of an unknown program, given by the owner. */
  'connect:guide': { by: ['window'], takes: object({ program }, { name: clientName }), returns: of<Guide>() },
  /** The programs that were found on this computer. */
  'connect:installed': { by: ['window'], takes: nothing, returns: of<readonly ProgramId[]>() },
  /**
   * Copies a recipe of the guide, by its index, with the key of this client while it can be copied. A recipe for the
   * bridge names a key file, which is created if needed.
   */
  'connect:copy': {
    by: ['window'],
    takes: object({ program, recipe: integer({ minimum: 0, maximum: 9 }) }, { client: id, name: clientName }),
    returns: of<null>(),
  },
  /** Creates the key file of a recipe, for a person who copies its text manually. */
  'connect:ensure-key': { by: ['window'], takes: object({ program }, { name: clientName }), returns: of<null>() },
  /** Previews the change of a configuration, or with `back` its reversal; `file` is a file of the guide. */
  'connect:preview': { by: ['window'], takes: object({ file }, { back: only(true) }), returns: of<ConfigPreview>() },
  /** `expected` of the preview that the person saw. */
  'connect:write': {
    by: ['window'],
    takes: object({ file, expected: text({ pattern: '^(none|[0-9a-f]{64})$' }) }),
    returns: of<null>(),
  },
  'connect:take-back': { by: ['window'], takes: object({ file }), returns: of<null>() },
  /** Opens the install link of a program. The page names the program and never a link. */
  'connect:open-link': { by: ['window'], takes: object({ program }), returns: of<null>() },
  /** Creates the extension for Claude Desktop and opens it. */
  'connect:open-bundle': { by: ['window'], takes: nothing, returns: of<{ readonly file: string }>() },
  /** Shows the extension, and returns its path for desktops that cannot show it. */
  'connect:show-bundle': { by: ['window'], takes: nothing, returns: of<{ readonly file: string }>() },
  /** Copies the path of the extension. */
  'connect:copy-bundle-path': { by: ['window'], takes: nothing, returns: of<null>() },
  'connect:clients': { by: ['window'], takes: nothing, returns: of<readonly ConnectedClient[]>() },
  /** Why a program, or a client with a key, cannot connect. */
  'connect:findings': {
    by: ['window'],
    takes: anyOf(object({ program }), object({ client: id })),
    returns: of<readonly ConnectionFinding[]>(),
  },
  'connect:repair-endpoint': { by: ['window'], takes: nothing, returns: of<null>() },
  /** Writes a client's file again, in an encoding that the client reads. */
  'connect:repair-file': { by: ['window'], takes: object({ file }), returns: of<null>() },
  /** Writes the key file of a client for the bridge again. */
  'connect:repair-key': { by: ['window'], takes: object({ client: id }), returns: of<null>() },
  'consents:list': { by: ['window'], takes: nothing, returns: of<readonly OpenConsent[]>() },
  /** `role` is the default role when omitted. */
  'consents:decide': {
    by: ['window', 'stdin'],
    takes: object({ id, decision: oneOf(['accept', 'decline']) }, { role: oneOf(heldRoles) }),
    returns: of<null>(),
  },
  'keyless:state': { by: ['window'], takes: nothing, returns: of<KeylessView>() },
  /** Also changes an earlier decision. */
  'keyless:decide': {
    by: ['window', 'stdin'],
    takes: object({ id, state: oneOf(['allowed', 'refused']) }),
    returns: of<null>(),
  },
} satisfies OrderTable

export const clientsEvents = {
  'clients:changed': { to: ['window'], carries: of<KnownClients>() },
  'connect:clients-changed': { to: ['window'], carries: of<readonly ConnectedClient[]>() },
  'consents:changed': { to: ['window'], carries: of<readonly OpenConsent[]>() },
  'consents:opened': { to: ['stdin'], carries: of<OpenConsent>() },
  'consents:closed': { to: ['stdin'], carries: of<{ readonly id: string; readonly outcome: ConsentOutcome }>() },
  'keyless:changed': { to: ['window'], carries: of<KeylessView>() },
  'keyless:asked': { to: ['stdin'], carries: of<KeylessProgram>() },
  'keyless:ended': { to: ['stdin'], carries: of<{ readonly id: string; readonly state?: 'allowed' | 'refused' }>() },
} satisfies EventTable
